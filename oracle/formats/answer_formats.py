"""What the session service answers about a position: readings, what it comes to, and ways to a goal."""

from __future__ import annotations

from pydantic import Field

from dicelaw.oracle.formats.damage_account import DamageAccount
from dicelaw.oracle.formats.formats import Event, Standing
from dicelaw.oracle.formats.made_decision import LegalDecision
from dicelaw.oracle.message import Message


class Departing(Message):
    """A card that the position or the play has met, and how what is played differs from its printed text."""

    card: str
    name: str
    says: str


class OutcomeStep(Event):
    """A step that needs no decision, in words and, where damage is applied, with its arithmetic.

    ``decided_by`` has those of the rules it cites that made a difference here.
    """

    says: str
    decided_by: list[str] = Field(default_factory=list)
    damage: list[DamageAccount] | None = None


class OutcomeResult(Message):
    """One way in which the phase may end: what players decide, and the exact chance of dice and cards."""

    choices: list[str]
    chance: str
    standing: Standing


class HangsOn(Message):
    """An open point on which an answer hangs, and the reading that it ``followed``.

    ``stands`` has the timing point at which play then stands under each reading where that is another one.
    """

    point: str
    asks: str
    followed: str
    stands: dict[str, str]


class LegalHangsOn(HangsOn):
    """What may be decided under each reading of an open point, or why play does not come that far."""

    answers: dict[str, list[LegalDecision] | str]


class OutcomeHangsOn(HangsOn):
    """The results under each reading of an open point, or why play does not come that far."""

    answers: dict[str, list[OutcomeResult] | str]


class Outcome(Message):
    """What the position comes to by the end of the phase; ``readings`` are those on which that hangs."""

    start: Standing
    steps: list[OutcomeStep]
    results: list[OutcomeResult]
    readings: list[OutcomeHangsOn] | None = None
    not_as_printed: list[Departing] | None = None


class Force(Message):
    """The least and the most that a seat can do for a goal; the same where all was seen."""

    least: str
    most: str


class WayUnder(Message):
    """Whether there is a way under a reading, and who can force it; neither where that is not known."""

    possible: bool | None = None
    forces: dict[str, Force]


class WayHangsOn(HangsOn):
    """The answers under each reading of an open point, or why play does not come that far."""

    answers: dict[str, WayUnder | str]


class UnknownUnder(Message):
    """That it is not known whether ``what`` is the same under ``answer`` to an open point.

    It was not ``asked``, or not seen within the limits.
    """

    point: str
    answer: str
    asks: str
    what: str
    asked: bool


class Way(Message):
    """Whether there is a way to a goal: a play with its rules, and who can force it.

    ``states`` were seen: all there are where ``complete``, else as many as it took; states that lead to a
    single one were ``passed`` through and are not among them. A no that holds even where dice show what is
    ``wished`` for has the states in which that was seen. The play is the ``shortest``, or no room was left to
    look for that. ``forces`` is by seat. ``readings`` are those on which the answer hangs.
    """

    goal: str
    until: list[str]
    never: list[str]
    possible: bool
    states: int
    passed: int
    complete: bool
    wished: bool
    play: list[Event] | None = None
    shortest: bool
    told: list[str]
    rules: list[str]
    forces: dict[str, Force]
    readings: list[WayHangsOn]
    readings_unknown: list[UnknownUnder]
    not_as_printed: list[Departing] | None = None
