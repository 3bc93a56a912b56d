"""Playing a case on an implementation and comparing step by step, up to the first disagreement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from itertools import zip_longest
from typing import Any

from dicelaw.model.foreign.numbers import is_whole
from dicelaw.oracle.conform.cases import Case, Key, Sight, flat, key_of
from dicelaw.oracle.conform.engine import HELLO, Broken, Engine, Fault, GivenUp
from dicelaw.oracle.format_version import FORMAT
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.ports import part_of

ORDER = (
    "health", "winners", "companion", "companion_active", "turn", "at", "to_decide", "life", "tokens", "cp",
    "virtual", "hand", "deck", "discard", "dice", "incoming", "field", "attack", "reserve", "rolled", "prep",
    "captured", "in_play", "aside", "out_of_play", "used", "bag", "guard", "display", "order", "available",
    "spent", "items", "first",
)  # fmt: skip
"""The parts of an observation; of several that differ, the first here is reported."""
EVENTS = "events"
"""What a difference in the steps of the rules is called."""
NONE = "none"
_MAY_LACK = ("winners", "companion", "companion_active", "incoming", "rolled", "guard", "items")


class Outcome(Enum):
    """What comes of a case."""

    AGREES = "agrees"
    DISAGREES = "disagrees"
    UNSTEADY = "unsteady"
    SKIPPED = "skipped"
    ERROR = "error"


COMPARED = (Outcome.AGREES, Outcome.DISAGREES)
"""The outcomes of cases that were really compared."""


@dataclass(frozen=True)
class Difference:
    """One departure from the rules.

    ``subject`` is the transition of a decision, or what was shown wrong; ``seat`` whose it is (0: nobody's).
    ``probed`` says that the decision was tried, not listed; then nothing later can be compared. Where
    ``partly``, ``expected`` and ``found`` have only those of several things that differ, or NONE.
    """

    kind: str
    subject: str
    seat: int = 0
    expected: str = ""
    found: str = ""
    decision: Mapping[str, Any] | None = None
    probed: bool = False
    partly: bool = False

    @property
    def further(self) -> int:
        """How many steps a play needs to show it after those in agreement: one that is refused, or none."""
        return int(self.kind == "refuses" and self.probed)

    @property
    def signature(self) -> tuple[str, str]:
        """What two occurrences of one mistake have in common, wherever they happen."""
        return self.kind, self.subject.rpartition("/")[2]

    @property
    def says(self) -> str:
        """What is wrong, in a sentence."""
        if self.decision is not None:
            text = self.decision.get("text") or self.subject
            who = f"{self.decision['actor']}: {text} ({self.subject})"
            return f"{who}: {self.expected}, and it is {self.found}"
        what = f"{self.subject} of player {self.seat}" if self.seat else self.subject
        if not self.partly:
            return f"{what} should be {self.expected}, and {self.found} is shown"
        if self.expected == NONE:
            return f"{what}: {self.found} is shown and should not be there"
        shown = "is not shown" if self.found == NONE else f"{self.found} is shown instead"
        return f"{what}: {self.expected} should be there, and {shown}"


@dataclass(frozen=True)
class Result:
    """What came of a case; ``steps`` of it were in agreement. ``why`` is for people.

    ``unsupported`` says that the implementation did not go on from there, and ``begun`` that it is known to
    have begun the play; where it agreed until then, the case counts as agreeing. ``finding`` is the key of
    what a disagreement was found to be.
    """

    case: str
    outcome: Outcome
    steps: int = 0
    why: str = ""
    difference: Difference | None = None
    unsupported: bool = False
    begun: bool = True
    finding: tuple[Any, ...] = ()


def is_given_up(result: Result) -> bool:
    """Whether a case that it supports was not asked any more."""
    return result.outcome is Outcome.SKIPPED and not result.unsupported


@dataclass(frozen=True)
class Support:
    """What an implementation says of itself; see ``Hello``."""

    name: str
    version: str
    parts: frozenset[str]
    games: frozenset[str]
    heroes: frozenset[str] | None
    teams: frozenset[str] | None
    """Of heroes and teams None stands for all."""
    shows: frozenset[str]
    reports: frozenset[str]
    lists_legal: bool
    modes: frozenset[str] | None = frozenset()
    """The ways to play that it knows beside the usual one; None stands for all."""

    def lacks(self, name: str, mode: str = "") -> str:
        """Why it does not play the game ``name``, in ``mode``; empty where it does."""
        part = part_of(name)
        if part not in self.parts:
            return f"it does not support the part {part}"
        if name not in self.games:
            return f"it does not support the game {name}"
        is_known = self.modes is None or mode in ("", *description(name).modes[:1], *self.modes)
        return "" if is_known else f"it does not support the mode {mode}"

    def plays(self, setup: Mapping[str, Any]) -> str:
        """Why it does not play ``setup``; empty where it does."""
        game = description(setup["game"])
        if lacks := self.lacks(setup["game"], game.mode_of(setup)):
            return lacks
        lacking = [one for one in game.between(setup) if not self.knows(game.who, one)]
        kind = {"heroes": "hero", "teams": "teams"}[game.who]
        return f"it does not support the {kind} {lacking[0]}" if lacking else ""

    def knows(self, who: str, name: str) -> bool:
        """Whether it supports ``name``, one of the heroes or teams."""
        known = self.heroes if who == "heroes" else self.teams
        return known is None or name in known


def greet(engine: Engine) -> Support:
    """What ``engine`` says of itself. Raises Broken where it does not speak our version of the formats."""
    answer = engine.ask(HELLO)
    _must(answer, "hello", "hello")
    if answer["format"] != FORMAT:
        raise Broken(Fault.GARBAGE, f"its format is {answer['format']}; this harness speaks {FORMAT}")
    heroes, teams = (answer.get(who, "all") for who in ("heroes", "teams"))
    modes = answer.get("modes", ())
    return Support(
        answer["name"], answer["version"], frozenset(answer["parts"]), frozenset(answer.get("games", ())),
        None if heroes == "all" else frozenset(heroes), None if teams == "all" else frozenset(teams),
        frozenset(answer.get("shows", ())), frozenset(answer.get("reports", ())),
        answer.get("lists_legal", False), None if modes == "all" else frozenset(modes),
    )  # fmt: skip


def check(case: Case, engine: Engine, support: Support) -> Result:
    """What comes of ``case`` on ``engine``; where the case accepts other readings, under any of them."""
    lacking = support.plays(case.setup)
    if lacking:
        return Result(case.id, Outcome.SKIPPED, why=lacking, begun=False)
    try:
        result = _play(case, engine, support)
        if result.outcome is Outcome.DISAGREES:
            for reading, steps in case.accepts:
                other = _play(replace(case, steps=steps), engine, support)
                if other.outcome is Outcome.AGREES:
                    return replace(other, why=f"as under the reading {reading}")
    except Broken as broken:
        return Result(case.id, Outcome.ERROR, why=str(broken), begun=False)
    except GivenUp as over:
        return Result(case.id, Outcome.SKIPPED, why=str(over), begun=False)
    return result


def _play(case: Case, engine: Engine, support: Support) -> Result:
    try:
        begin(case.setup, engine)
    except Declined as declined:
        return Result(case.id, Outcome.SKIPPED, why=str(declined), unsupported=True, begun=False)
    found = compared(case.begin, engine, support)
    for number, (decision, after) in enumerate(case.steps):
        if found is None:
            try:
                found = made(decision, engine)
            except Declined as declined:
                outcome, why = Outcome.AGREES if number else Outcome.SKIPPED, f"only so far: {declined}"
                return Result(case.id, outcome, number, why, unsupported=True)
        if found is not None:
            return Result(case.id, Outcome.DISAGREES, number, difference=found)
        found = compared(after, engine, support)
    if found is not None:
        return Result(case.id, Outcome.DISAGREES, len(case.steps), difference=found)
    return Result(case.id, Outcome.AGREES, len(case.steps))


class Declined(Exception):
    """An implementation does not support what it is asked to begin or to do, for the reason that it gives."""


def begin(setup: Mapping[str, Any], engine: Engine) -> None:
    """Let ``engine`` begin a play in ``setup``. Raises Declined where it does not support that."""
    answer = engine.ask({"do": "start", "setup": setup})
    _must(answer, "start", "ok", "unsupported")
    if answer["answer"] == "unsupported":
        raise Declined(answer["why"])


def made(decision: Mapping[str, Any], engine: Engine) -> Difference | None:
    """Let ``engine`` make ``decision``, which is legal: the difference where it refuses to.

    Raises Declined where it does not support that.
    """
    answer = engine.ask({"do": "decide", "decision": decision})
    _must(answer, "decide", "ok", "refused", "unsupported")
    if answer["answer"] == "unsupported":
        raise Declined(answer["why"])
    if answer["answer"] == "ok":
        return None
    return Difference(
        "refuses", decision["transition"], expected="the decision is legal",
        found=f"refused: {answer.get('why') or 'no reason given'}", decision=decision, probed=True,
    )  # fmt: skip


def compared(sight: Sight, engine: Engine, support: Support) -> Difference | None:
    """The first difference between ``sight`` and what ``engine`` shows and allows now."""
    answer = engine.ask({"do": "observe"})
    _must(answer, "observe", "position")
    found = _values(sight, answer["observation"], support.shows)
    if found is None and support.reports:
        found = _events(sight, answer.get("events"), support.reports)
    if found is None and support.lists_legal:
        found = _legal(sight, answer.get("legal"))
    return found or _probed(sight, engine)


def _values(sight: Sight, observation: Mapping[str, Any], shows: Collection[str]) -> Difference | None:
    seen, wanted = flat(observation), sight.values
    if seen == wanted:
        return None
    seats = {seat for _, seat in wanted}
    for name in ORDER:
        if name not in shows:
            continue
        for seat in sorted(seats | {seat for _, seat in seen}):
            due, given = wanted.get((name, seat)), seen.get((name, seat))
            if due == given:
                continue
            if seat not in seats:
                raise Broken(Fault.GARBAGE, f"it shows {name} of player {seat}, and there are {max(seats)}")
            if given is None and name not in _MAY_LACK:
                of = f" of player {seat}" * (seat > 0)
                raise Broken(Fault.LIED, f"it said that it shows {name}, and does not show {name}{of}")
            partly = isinstance(due or given, dict | list)
            return Difference("shows", name, seat, _said(due, given), _said(given, due), partly=partly)
    return None


def _events(sight: Sight, reported: list[str] | None, reports: Collection[str]) -> Difference | None:
    if reported is None:
        raise Broken(Fault.LIED, "it said that it reports what the rules do, and reports nothing")
    due = [event for event in sight.events if event in reports]
    for wanted, given in zip_longest(due, reported):
        if wanted != given:
            return Difference("shows", EVENTS, 0, _said(wanted, given), _said(given, wanted))
    return None


def _said(value: object, other: object) -> str:
    """``value`` in words; of what has several things only those in which it differs from ``other``."""
    if isinstance(value, dict):
        there = other if isinstance(other, dict) else {}
        return ", ".join(_thing(name, one) for name, one in value.items() if there.get(name) != one) or NONE
    if isinstance(value, list):
        more = Counter(value) - Counter(other if isinstance(other, list) else [])
        return ", ".join(str(one) for one in more.elements()) or NONE
    if value is None:
        return NONE if isinstance(other, dict | list) else "nothing"
    return str(value)


def _thing(name: str, value: object) -> str:
    if isinstance(value, dict):
        return f"{name} ({', '.join(f'{part} {one}' for part, one in value.items())})"
    return f"{name} {value}"


def _legal(sight: Sight, listed: list[dict[str, Any]] | None) -> Difference | None:
    if listed is None:
        if sight.legal:
            raise Broken(Fault.LIED, "it said that it lists legal decisions, and lists none")
        return None
    given: dict[Key, dict[str, Any]] = {key_of(one): one for one in listed if is_whole(one["actor"])}
    for key, decision in given.items():
        if key not in sight.legal:
            return _about("allows", decision, "the decision is illegal", "listed as legal")
    for key, legal in sight.legal.items():
        if key not in given:
            return _about("refuses", legal, "the decision is legal", "not listed as legal")
    return None


def _probed(sight: Sight, engine: Engine) -> Difference | None:
    """The first illegal decision of ``sight`` that ``engine`` makes."""
    for decision in sight.illegal:
        answer = engine.ask({"do": "decide", "decision": decision})
        _must(answer, "decide", "ok", "refused", "unsupported")
        if answer["answer"] == "ok":
            found = _about("allows", decision, "the decision is illegal", "made when it was tried")
            return replace(found, probed=True)
    return None


def _about(kind: str, decision: Mapping[str, Any], expected: str, found: str) -> Difference:
    return Difference(kind, decision["transition"], 0, expected, found, decision)


def _must(answer: Mapping[str, Any], question: str, *kinds: str) -> None:
    if answer["answer"] not in kinds:
        allowed = " or ".join(kinds)
        raise Broken(Fault.GARBAGE, f"the answer to {question!r} is {answer['answer']!r}, not {allowed}")
