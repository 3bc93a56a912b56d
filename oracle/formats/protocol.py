"""What a conformance harness and an implementation say to each other, and what comes of it.

The harness asks, one JSON object a line, and the implementation answers each question with one line. The
expected answer is never sent.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from dicelaw.oracle.dice_conquest.formats import QuestCreature
from dicelaw.oracle.dice_masters.formats import TableDie
from dicelaw.oracle.formats.formats import Decider, Decision, Demand, Vector
from dicelaw.oracle.formats.formats_of_games import AnySetup, Part
from dicelaw.oracle.message import Message, Seat, Version


class DamageParts(Message):
    """What a final damage total is worked out from, once nothing more can be played.

    ``added`` and ``prevented`` are sums of fixed amounts, ``halvings`` and ``doublings`` count effects, and
    ``avoided`` says whether an effect such as Evasive avoids the damage.
    """

    kind: Literal["normal", "undefendable", "pure", "ultimate"]
    incoming: int
    added: int = 0
    prevented: int = 0
    halvings: int = 0
    doublings: int = 0
    avoided: bool = False


class AskHello(Message):
    """Who are you? ``formats`` are the versions that the harness speaks."""

    id: int
    do: Literal["hello"]
    formats: list[int]


class AskStart(Message):
    """Begin a new play in this position; what was played before is over."""

    id: int
    do: Literal["start"]
    setup: AnySetup


class AskDecide(Message):
    """Make this decision, roll this die or draw this card, if the rules allow it."""

    id: int
    do: Literal["decide"]
    decision: Decision


class AskObserve(Message):
    """Show the position when nothing happens by itself any more, and what is legal."""

    id: int
    do: Literal["observe"]


class AskTotal(Message):
    """Work out a final damage total."""

    id: int
    do: Literal["total"]
    damage: DamageParts


class AskStop(Message):
    """The run is over: answer and end."""

    id: int
    do: Literal["stop"]


Shown = Literal[
    "at", "to_decide", "dice", "winners", "health", "cp", "tokens", "hand", "deck", "discard",
    "companion", "companion_active", "turn", "life", "virtual", "incoming", "rolled", "reserve", "field",
    "attack", "prep", "bag", "used", "out_of_play", "captured", "in_play",
    "aside", "guard", "items", "display", "order", "available", "spent", "first",
]  # fmt: skip
"""The parts of an observation that an implementation can show, those of each player included.

``order`` is that of the creatures in the ``display``.
"""


class Hello(Message):
    """What an implementation is and supports; the rest is not asked of it.

    ``parts`` are ``duel`` and ``damage-total`` of Dice Throne, ``table`` of Dice Masters, and ``quest`` of
    Dice Conquest; ``modes`` are the ways to play beside a duel; ``shows`` names the parts of an observation
    that it always has; ``reports`` the transitions by which it tells what the rules did by themselves;
    ``lists_legal`` says whether it lists all legal decisions.
    """

    id: int
    answer: Literal["hello"]
    format: int
    name: str
    version: str
    parts: list[Part]
    games: list[str] = Field(default_factory=list)
    heroes: list[str] | Literal["all"] = "all"
    teams: list[str] | Literal["all"] = "all"
    modes: list[str] | Literal["all"] = Field(default_factory=list)
    shows: list[Shown] = Field(default_factory=list)
    reports: list[str] = Field(default_factory=list)
    lists_legal: bool = False


class Ok(Message):
    """It is done: the play has begun, the decision is made, the run is over."""

    id: int
    answer: Literal["ok"]


class Refused(Message):
    """The rules forbid the decision; nothing has changed."""

    id: int
    answer: Literal["refused"]
    why: str = ""


class Unsupported(Message):
    """This is not covered, so the play is not tested any further."""

    id: int
    answer: Literal["unsupported"]
    why: str


class SeenPlayer(Message):
    """What an implementation shows of a player."""

    seat: Seat
    hero: str | None = None
    health: int | None = None
    cp: int | None = None
    tokens: dict[str, int] | None = None
    hand: int | None = None
    deck: int | None = None
    discard: int | None = None
    companion: int | None = None
    companion_active: bool | None = None
    life: int | None = None
    virtual: int | None = None
    incoming: int | None = None
    rolled: dict[str, str] | None = None
    reserve: dict[str, TableDie] | None = None
    field: dict[str, TableDie] | None = None
    attack: dict[str, TableDie] | None = None
    prep: list[str] | None = None
    bag: list[str] | None = None
    used: list[str] | None = None
    out_of_play: list[str] | None = None
    captured: dict[str, TableDie] | None = None
    in_play: dict[str, TableDie] | None = None
    aside: list[str] | None = None
    guard: int | None = None
    items: list[str] | None = None


class Seen(Message):
    """An observation of which an implementation shows what it has."""

    at: str | None = None
    to_decide: Decider | None = None
    turn: Seat | None = None
    players: list[SeenPlayer] = Field(default_factory=list)
    dice: dict[str, list[int]] | None = None
    display: list[QuestCreature] | None = None
    available: dict[str, int] | None = None
    spent: list[str] | None = None
    deck: int | None = None
    first: Seat | None = None
    winners: list[Seat] | None = None


class Position(Message):
    """What an implementation shows of the position; ``legal`` as in ``Expected``, where it can list it.

    ``events`` has, in order, those of the transitions that it reports which the rules took since the last
    decision.
    """

    id: int
    answer: Literal["position"]
    observation: Seen
    events: list[str] | None = None
    legal: list[Decision] | None = None


class Total(Message):
    """A final damage total."""

    id: int
    answer: Literal["total"]
    total: int


Question = Annotated[
    AskHello | AskStart | AskDecide | AskObserve | AskTotal | AskStop, Field(discriminator="do")
]
"""What a harness sends to an implementation, one a line; each has a new ``id``."""
Answer = Annotated[Hello | Ok | Refused | Unsupported | Position | Total, Field(discriminator="answer")]
"""What an implementation answers, one a line, with the ``id`` of the question."""


class DamageCase(Message):
    """A final damage total that an implementation has to arrive at."""

    format: Version
    id: str
    rules: list[str]
    checks: str
    damage: DamageParts
    total: int


class Disagreement(Message):
    """Where an implementation departs from the rules: what it does, what they demand, and the play.

    ``kind`` is ``allows`` (a decision that is illegal), ``refuses`` (one that is legal), ``shows`` (a value
    that is wrong) or ``total`` (a damage total that is). ``times`` counts the cases with the same one, and
    ``vector`` is the shortest found, without what differs from it.
    """

    id: str
    kind: Literal["allows", "refuses", "shows", "total"]
    subject: str
    says: str
    expected: str
    found: str
    rules: list[Demand]
    times: int
    play: list[str]
    vector: Vector | None = None
    case: DamageCase | None = None


class CaseResult(Message):
    """What came of one case; ``steps`` of it were in agreement.

    ``why`` says why it was skipped, what error there was, or under which reading it agrees. ``unsteady`` is a
    disagreement that did not come again.
    """

    case: str
    result: Literal["agrees", "disagrees", "unsteady", "skipped", "error"]
    steps: int
    why: str = ""


class Summary(Message):
    """The last line of a run: what was tested, and how many cases came out how.

    ``ended`` says why a run is not ``complete``: it was interrupted, or a budget is used up. Where this line
    is missing, it was ended by force.
    """

    implementation: str
    version: str
    agrees: int
    disagrees: int
    unsteady: int
    skipped: int
    error: int
    disagreements: int
    rules: int
    restarts: int
    questions: int
    complete: bool
    ended: str = ""


MESSAGES: tuple[type[Message], ...] = (
    DamageParts, AskHello, AskStart, AskDecide, AskObserve, AskTotal, AskStop,
    Hello, Ok, Refused, Unsupported, SeenPlayer, Seen, Position, Total,
    DamageCase, Disagreement, CaseResult, Summary,
)  # fmt: skip
"""Every message of this module, in the order of the schema."""
