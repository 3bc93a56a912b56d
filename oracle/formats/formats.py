"""The messages that dicelaw exchanges with other programs, as one JSON schema with a version.

The version goes up when a field changes its meaning or goes away; fields may be added within a version, and
whoever reads must pass over what he does not know.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints
from pydantic.json_schema import models_json_schema

from dicelaw.oracle.dice_conquest.formats import QuestCreature
from dicelaw.oracle.format_version import FORMAT
from dicelaw.oracle.formats.formats_of_games import AnySetup, Player, every
from dicelaw.oracle.message import SEAT, Message, Seat, Version

Value = int | str
"""A number, or a name where the thing has names."""
Actor = Annotated[str, StringConstraints(pattern=f"^({SEAT}|chance|rules)$")]
"""Who makes a step: a seat, chance (dice and draws), or the rules by themselves."""
Decider = Annotated[str, StringConstraints(pattern=f"^({SEAT}|chance|rules|nobody)$")]
"""Who decides next; ``nobody`` when the game is over."""


class Decision(Message):
    """One thing that somebody does: a seat decides, or chance rolls a die or draws a card.

    ``transition`` is the permanent id of the step and ``choices`` the value of each of its choices, names
    where there are names; a set of dice is a number with a bit for each die. ``text`` is the same as people
    type it.
    """

    actor: Actor
    transition: str
    choices: dict[str, Value] = Field(default_factory=dict)
    text: str = ""


class Standing(Message):
    """How a play stands at a timing point.

    ``turn`` is the seat of the active player of Dice Masters. Dice Conquest has a ``display`` from left to
    right, the dice that are ``available`` with what they show (0 is one that is not rolled yet) and those
    ``spent``, how many cards are in the ``deck``, and the seat of the First Player in ``first``. ``winners``
    has the seats of the side that has won once the game is over: none where nobody has.
    """

    at: str
    turn: Seat | None = None
    players: Player
    display: list[QuestCreature] | None = None
    available: dict[str, int] | None = None
    spent: list[str] | None = None
    deck: int | None = None
    first: Seat | None = None
    winners: list[Seat] | None = None


class Observation(Standing):
    """A position as an outsider sees it.

    ``at`` is the timing point, ``to_decide`` who decides next (``nobody`` when the game is over). ``dice``
    has the faces on the table by roll: ``offense``, ``defense``, ``ability``, ``action``; 0 is a die that is
    still to be rolled.
    """

    to_decide: Decider
    dice: dict[str, list[int]] = Field(default_factory=dict)


class Header(Message):
    """The first line of a trace: all that is needed to play it again. ``start`` has what is not as usual.

    ``heroes`` are those of the seats, ``teams`` those of Dice Masters; ``mode`` says how it is played where
    there are several ways.
    """

    dicelaw_trace: Version
    game: str
    heroes: list[str]
    teams: str | None = None
    mode: str | None = None
    readings: dict[str, str] = Field(default_factory=dict)
    edition: str = "later"
    content: dict[str, Any] | None = None
    start: dict[str, Value] = Field(default_factory=dict)


class Event(Message):
    """One step of a play: who did what, under which rules, and each value that changed, old and new."""

    step: int
    transition: str
    actor: Actor
    choices: dict[str, Value]
    cites: list[str]
    changes: dict[str, list[Value]]


class End(Message):
    """The last line of a trace: the timing point it ends at, and how the game stands there."""

    end: str
    outcome: dict[str, Any]


class Demand(Message):
    """A rule that stands in the way, what it says, and the condition that fails."""

    rule: str
    says: str
    condition: str


class Refusal(Message):
    """Why something may not happen now; ``moments`` are timing points, from here on, at which it is legal.

    ``facts`` says what of the position is in the way: how many there are, whose it is, what dice show.
    """

    asked: str
    says: str
    demands: list[Demand] = Field(default_factory=list)
    facts: list[str] = Field(default_factory=list)
    moments: list[str] = Field(default_factory=list)


class VerdictRow(Message):
    """What is known of one property; ``readings`` has the verdict under each answer that changes it."""

    game: str
    property: str
    says: str
    verdict: Literal["proved", "refuted", "unknown", "depends-on-reading"]
    readings: dict[str, Literal["proved", "refuted", "unknown"]] = Field(default_factory=dict)
    scope: str
    evidence: str


class Expected(Message):
    """What must be seen when nothing happens by itself any more.

    ``events`` has the transitions that the rules took by themselves since the last decision, die or card.
    ``legal`` has every decision of the seat that decides; it is absent where a die or a card is due.
    ``illegal`` has some decisions that must be refused here.
    """

    observation: Observation
    events: list[str] = Field(default_factory=list)
    legal: list[Decision] | None = None
    illegal: list[Decision] | None = None


class VectorStep(Message):
    """A decision, die or card, and what must be seen after it."""

    decision: Decision
    expect: Expected


class Alternative(Message):
    """What an answer to an open point other than the usual one makes of the same steps, up to its own end."""

    reading: str
    answer: str
    steps: list[VectorStep]


class Vector(Message):
    """A play with what must be seen at each step.

    ``rules`` are those that an engine breaks if it fails here, and ``checks`` says what it is about.
    """

    format: Version
    id: str
    rules: list[str]
    checks: str
    setup: AnySetup
    begin: Expected
    steps: list[VectorStep]
    accepts: list[Alternative] = Field(default_factory=list)


class AuditWrite(Message):
    """A step that changed a field of the state, and the line of the log that it belongs to."""

    line: int
    transition: str
    old: str
    new: str
    cites: list[str]


class AuditField(Message):
    """A field that a line states otherwise than the rules have it.

    ``since`` is the line in which it was last stated and right, and ``writes`` are the steps that changed it
    after that line, or since the start.
    """

    field: str
    stated: Value
    reached: Value
    since: int | None
    writes: list[AuditWrite]


class AuditReport(Message):
    """What the audit of a log found.

    ``lines`` were read, of which ``events`` say something about ``plays``; ``fits`` plays fit the log at its
    end, or before the first ``line`` that is wrong. ``at`` and ``standing`` are those of the first of them.
    ``verdict`` is ``illegal`` where the rules forbid the step of a line, ``contradicted`` where a line states
    something else than follows, ``undecided`` where too many plays fit to follow them all. ``legal`` is what
    could have happened instead, by the rules ``due``.
    """

    verdict: Literal["legal", "illegal", "contradicted", "undecided"]
    lines: int
    events: int
    plays: int
    fits: int
    at: str
    standing: dict[str, Any]
    line: int | None = None
    original: str = ""
    asked: str = ""
    says: str = ""
    demands: list[Demand] = Field(default_factory=list)
    moments: list[str] = Field(default_factory=list)
    legal: list[str] = Field(default_factory=list)
    due: list[str] = Field(default_factory=list)
    fields: list[AuditField] = Field(default_factory=list)
    notes: list[str] = Field(default_factory=list)


MESSAGES: tuple[type[Message], ...] = (
    Decision, Standing, Observation, Header, Event, End, Demand, Refusal, VerdictRow,
    *every("MESSAGES"), Expected, VectorStep, Alternative, Vector,
    AuditWrite, AuditField, AuditReport,
)  # fmt: skip
"""The messages that the service and the conformance harness build theirs on, in the order of the schema."""


@cache
def schema() -> dict[str, Any]:
    """The JSON schema (draft 2020-12) with all messages under ``$defs``."""
    from dicelaw.oracle.formats.protocol import MESSAGES as PROTOCOL
    from dicelaw.oracle.formats.service_formats import MESSAGES as SERVICE

    every = (*MESSAGES, *PROTOCOL, *SERVICE)
    _, found = models_json_schema([(one, "validation") for one in every], title="dicelaw")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"dicelaw formats, version {FORMAT}",
        "format": FORMAT,
        "$defs": dict(sorted(found["$defs"].items())),
    }
