"""Interactions: what one entry does to another, with the smallest play found that shows it."""

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
    of_order,
    of_pair,
)
from dicelaw.oracle.atlas.meeting import Meeting, fewer
from dicelaw.oracle.conform.shrink import plainer
from dicelaw.oracle.files.codec import decision
from dicelaw.oracle.fuzz.arena import Pair, Pairing, pair_of
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
VERBS: Mapping[str, str] = {
    AMOUNT: "changes what comes of",
    ENABLES: "makes possible",
    FORBIDS: "makes impossible",
    ORDER: "matters before or after",
    READING: "hangs on a reading with",
    OPEN: "comes in no given order with",
}
"""What one entry does to the other, in short."""
TRIES = 80
"""How many smaller plays are tried for one interaction."""


@dataclass(frozen=True)
class Interaction:
    """What ``one`` was seen to do to ``other``, in a play between the members of ``pairing``.

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

    @property
    def pair(self) -> Pair:
        """Both entries."""
        return pair_of(self.one, self.other)

    @property
    def key(self) -> Key:
        """What tells it from others; see Seen."""
        return Seen(self.kind, self.one, self.other, "", readings=self.readings).key

    @property
    def headline(self) -> str:
        """It in short."""
        return f"{self.one} {VERBS[self.kind]} {self.other}"

    @property
    def size(self) -> tuple[int, int]:
        """How long the play is, and how long its file."""
        return len(self.play), len(self.scenario)

    def as_json(self) -> dict[str, Any]:
        """This as plain values."""
        return asdict(self)


def shown_again(bench: Bench, meeting: Meeting, seen: Seen) -> Seen | None:
    """What ``meeting`` shows of the kind of ``seen``, between the same entries, if it does."""
    if seen.kind in (ENABLES, FORBIDS):
        found: Iterator[Seen] = allowing(bench, meeting, seen.one)
    elif seen.kind == ORDER:
        found = of_order(bench, meeting)
    else:
        found = of_pair(bench, meeting, {seen.kind})
    return next((one for one in found if one.key == seen.key), None)


def smallest(bench: Bench, meeting: Meeting, seen: Seen) -> tuple[Meeting, Seen]:
    """The smallest meeting found that shows ``seen``, and what is said of it there."""
    place = 0
    for _ in range(TRIES):
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
    entries = (seen.one, seen.other)
    says = f"{seen.one} {VERBS[seen.kind]} {seen.other}: {seen.says}"
    find = Find(seen.kind, seen.about, says, entries, pairing, meeting.setup, _needed(decisions), 0)
    return Interaction(
        seen.kind, seen.one, seen.other, seen.says, seen.about, seen.rules, seen.readings, pairing,
        tuple(lines(session.name, standing(session, session.start))), tuple(told(session, session.events)),
        tuple(lines(session.name, standing(session))), scenario_text(bench.arena, find, blamed=False),
    )  # fmt: skip


def _needed(decisions: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """``decisions`` without the passes at the end, which come by themselves."""
    end = len(decisions)
    while end and decisions[end - 1]["text"] == "pass":
        end -= 1
    return [*decisions[:end]]
