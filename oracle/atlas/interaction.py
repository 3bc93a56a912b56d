"""Interactions: what two or three entries do to each other, with the smallest play found that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from dicelaw.model.kernel.graph import Agent
from dicelaw.oracle.answers.narration import told
from dicelaw.oracle.atlas.bench import Bench
from dicelaw.oracle.atlas.experiment import (
    AMOUNT,
    ENABLES,
    FORBIDS,
    OPEN,
    ORDER,
    READING,
    Key,
    Seen,
    allowing,
    of_group,
    of_order,
)
from dicelaw.oracle.atlas.meeting import Meeting, fewer
from dicelaw.oracle.atlas.triples import allowed_by_two, order_with_third
from dicelaw.oracle.conform.shrink import plainer
from dicelaw.oracle.files.codec import decision
from dicelaw.oracle.fuzz.arena import Group, Pairing
from dicelaw.oracle.fuzz.find import Find
from dicelaw.oracle.fuzz.written import scenario_text
from dicelaw.oracle.games.observation import lines, standing

KINDS: Mapping[str, str] = {
    AMOUNT: "one changes an amount of the other",
    ENABLES: "one makes the other possible",
    FORBIDS: "one makes the other impossible",
    ORDER: "the order in which they are used matters",
    READING: "what they come to together hangs on a reading",
    OPEN: "the model picks an order of them that no rule gives",
}
"""What is looked for, in words."""
KINDS_OF_THREE: Mapping[str, str] = {
    AMOUNT: "three come to an amount that no two of them show",
    ENABLES: "two together make a third possible, and neither does alone",
    FORBIDS: "two together make a third impossible, and neither does alone",
    ORDER: "a third changes what the order of two is worth",
    READING: "what only three come to together hangs on a reading",
    OPEN: "the model picks an order of three that no rule gives",
}
"""The same of triples."""
VERBS: Mapping[str, str] = {
    AMOUNT: "changes what comes of",
    ENABLES: "makes possible",
    FORBIDS: "makes impossible",
    ORDER: "does something else before than after",
    READING: "hangs on a reading with",
    OPEN: "comes in no given order with",
}
"""What one entry does to the other, in short."""
OF_THREE: Mapping[str, str] = {
    AMOUNT: "{0}, {1} and {2} come to what no two of them show",
    ENABLES: "{0} and {1} together make possible {2}",
    FORBIDS: "{0} and {1} together make impossible {2}",
    ORDER: "{2} changes what the order of {0} and {1} comes to",
    READING: "{0}, {1} and {2} hang on a reading together",
    OPEN: "{0}, {1} and {2} come in no given order together",
}
"""What three entries do, in short."""
TRIES, TRIES_OF_THREE = 80, 40
"""How many smaller plays are tried for one interaction."""


@dataclass(frozen=True)
class Interaction:
    """What ``one`` was seen to do to ``other``, in a play between the members of ``pairing``; see Seen.

    ``scenario`` is that play as a file for `dicelaw outcome`, or empty where none comes to the same.
    """

    kind: str
    one: str
    other: str
    says: str
    about: str
    rules: tuple[str, ...]
    readings: tuple[str, ...]
    pairing: Pairing
    begins: tuple[str, ...]
    """How it stands before the play, a line a player."""
    play: tuple[str, ...]
    """The play, a line a step that matters."""
    ends: tuple[str, ...]
    scenario: str
    third: str = ""

    @property
    def seen(self) -> Seen:
        """What was seen."""
        return Seen(
            self.kind, self.one, self.other, self.says, self.about, self.rules, self.readings, self.third
        )

    @property
    def group(self) -> Group:
        """The entries, in order of their ids."""
        return tuple(sorted(self.seen.entries))

    @property
    def key(self) -> Key:
        """What tells it from others; see Seen."""
        return self.seen.key

    @property
    def headline(self) -> str:
        """It in short."""
        return headline(self.seen)

    @property
    def kind_in_words(self) -> str:
        """What its kind means."""
        return (KINDS_OF_THREE if self.third else KINDS)[self.kind]

    @property
    def size(self) -> tuple[int, int]:
        """How long the play is, and how long its file."""
        return len(self.play), len(self.scenario)

    def as_json(self) -> dict[str, Any]:
        """This as plain values."""
        return asdict(self)


def headline(seen: Seen) -> str:
    """What was seen in short."""
    if seen.third:
        return OF_THREE[seen.kind].format(seen.one, seen.other, seen.third)
    return f"{seen.one} {VERBS[seen.kind]} {seen.other}"


def shown_again(bench: Bench, meeting: Meeting, seen: Seen) -> Seen | None:
    """What ``meeting`` shows of the kind of ``seen``, between the same entries, if it does."""
    if seen.kind in (ENABLES, FORBIDS) and seen.third:
        found: Iterator[Seen] = allowed_by_two(bench, meeting, seen.one, seen.other)
    elif seen.kind in (ENABLES, FORBIDS):
        found = allowing(bench, meeting, seen.one)
    elif seen.kind == ORDER:
        way = order_with_third(bench, meeting, seen.one, seen.other) if seen.third else None
        found = way or of_order(bench, meeting)
    else:
        found = of_group(bench, meeting, {seen.kind})
    return next((one for one in found if one.key == seen.key), None)


def smallest(bench: Bench, meeting: Meeting, seen: Seen) -> tuple[Meeting, Seen]:
    """The smallest meeting found that shows ``seen``, and what is said of it there."""
    place = 0
    for _ in range(TRIES_OF_THREE if seen.third else TRIES):
        ways = (*fewer(meeting), *(replace(meeting, setup=one) for one in plainer(meeting.setup)))
        if place >= len(ways):
            break
        found = shown_again(bench, ways[place], seen)
        if found is None:
            place += 1
        else:
            meeting, seen = ways[place], found
    return meeting, seen


def made(bench: Bench, meeting: Meeting, seen: Seen, pairing: Pairing) -> Interaction | None:
    """The interaction that ``seen`` is, told by the smallest play found; None where it cannot be played."""
    meeting, seen = smallest(bench, meeting, seen)
    play = bench.play(meeting)
    if play is None:
        return None
    session = play.session
    decisions = [
        decision(session, step.move, step.before) for step in session.events if step.actor is not Agent.RULES
    ]
    says = f"{headline(seen)}: {seen.says}"
    find = Find(seen.kind, seen.about, says, seen.entries, pairing, meeting.setup, _needed(decisions), 0)
    return Interaction(
        seen.kind, seen.one, seen.other, seen.says, seen.about, seen.rules, seen.readings, pairing,
        tuple(lines(session.name, standing(session, session.start))), tuple(told(session, session.events)),
        tuple(lines(session.name, standing(session))), scenario_text(bench.arena, find, blamed=False),
        seen.third,
    )  # fmt: skip


def _needed(decisions: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """``decisions`` without the passes at the end, which come by themselves."""
    end = len(decisions)
    while end and decisions[end - 1]["text"] == "pass":
        end -= 1
    return [*decisions[:end]]
