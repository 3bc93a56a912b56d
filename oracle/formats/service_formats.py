"""What the session service is asked and what it answers, over standard input and output and over HTTP.

A request names its operation in ``op``. Every other request than to open a session has a key in ``session``:
it says which session is meant and who asks.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import ConfigDict, Field, StringConstraints, model_validator

from dicelaw.model.games import FIRST
from dicelaw.oracle.format_version import FORMAT
from dicelaw.oracle.formats.answer_formats import Departing, LegalHangsOn, Outcome, Way
from dicelaw.oracle.formats.formats import (
    Decider,
    Event,
    Observation,
    Refusal,
)
from dicelaw.oracle.formats.formats_of_games import AnySetup
from dicelaw.oracle.formats.made_decision import LegalDecision, MadeDecision, Text
from dicelaw.oracle.message import SEAT, Message, Seat

Key = Annotated[str, Field(min_length=1, max_length=64)]
MOST = 1_000_000
"""The largest number in a request."""
Viewer = Annotated[str, StringConstraints(pattern=f"^(owner|{SEAT}|watch)$")]
"""Who holds a key: the owner of the session, a seat, or somebody who only watches."""
Code = Literal[
    "malformed", "unknown-operation", "unknown-name", "unknown-session", "forbidden", "illegal", "conflict",
    "too-large", "limit", "rate", "busy", "full", "time", "defect",
]  # fmt: skip
"""What kind of error an error is."""


class Limits(Message):
    """The limits of a service. A rate of None is no limit."""

    model_config = ConfigDict(frozen=True)

    request_bytes: int = Field(default=65_536, description="The longest request, in bytes.")
    sessions: int = Field(default=32, description="Sessions that are open at once.")
    machines: int = Field(default=12, description="Different games that are open at once.")
    steps: int = Field(default=10_000, description="Steps of one session.")
    undo: int = Field(default=100, description="Decisions that one request takes back.")
    events: int = Field(default=200, description="Events in one answer.")
    situations: int = Field(default=2_000, description="Open situations that one outcome follows.")
    states: int = Field(default=40_000, description="States that one search sees.")
    seconds: float = Field(default=10.0, description="The longest time that an answer may take.")
    waiting: int = Field(default=4, description="Requests of one session that wait for another of its own.")
    idle_seconds: float = Field(
        default=1_800.0, description="How long a session stays open without a request."
    )
    requests_per_second: float | None = Field(
        default=50.0, description="Requests a second with one key, on average."
    )
    requests_at_once: int = Field(default=100, description="Requests with one key that may come in a burst.")
    opens_per_second: float | None = Field(
        default=0.5, description="Sessions that are opened a second, on average."
    )
    opens_at_once: int = Field(default=16, description="Sessions that may be opened in a burst.")
    answer_bytes: int = Field(default=1_048_576, description="The longest outcome or search, in bytes.")
    outcomes_at_once: int = Field(default=2, description="Outcomes and searches that are worked out at once.")
    connections: int = Field(default=256, description="Connections over HTTP at once.")
    connections_of_one_client: int = Field(default=128, description="Connections from one address at once.")
    head_seconds: float = Field(
        default=5.0, description="How long a connection may stay open without a whole request head."
    )


class OpenBody(Message):
    """A game from its beginning, or in the position ``setup``, which says all of it.

    Dice Throne has two to six ``heroes``, the ``mode`` that more than two play, and an ``edition``, Dice
    Conquest one to four ``heroes``, and Dice Masters has ``teams``; by default those of the examples.
    """

    game: str = FIRST
    heroes: list[str] | None = Field(default=None, min_length=1, max_length=6)
    mode: str | None = None
    teams: str | None = None
    readings: dict[str, str] = Field(default_factory=dict)
    edition: str = "later"
    setup: AnySetup | None = None

    @model_validator(mode="after")
    def _one_beginning(self) -> OpenBody:
        beside = self.model_fields_set & {"game", "heroes", "mode", "teams", "readings", "edition"}
        if self.setup is not None and beside:
            raise ValueError(f"{', '.join(sorted(beside))} cannot be given beside setup, which has its own")
        return self


class DecisionBody(Message):
    """A decision, as ``legal`` lists it or as people type it: ``{"decision": "2 uses protect"}``."""

    decision: MadeDecision


class UndoBody(Message):
    """How many decisions are taken back, dice and cards included."""

    count: int = Field(default=1, ge=1, le=MOST)


class SearchBody(Message):
    """Whether ``goal`` can come to hold before play is at one of ``until``, or else before the turn is over.

    None of ``never`` may hold on the way. All are written with names, as in ``health[2]=0``. It is asked
    again under ``other_readings`` that may change the answer: what takes not much longer, all or none.
    """

    goal: Text
    until: list[Text] = Field(default_factory=list, max_length=20)
    never: list[Text] = Field(default_factory=list, max_length=20)
    other_readings: Literal["few", "all", "none"] = "few"


class AskAbout(Message):
    """Which version is this, and what are its limits?"""

    op: Literal["about"]


class OpenSession(OpenBody):
    """Open a session."""

    op: Literal["open"]


class AskState(Message):
    """How does the game stand?"""

    op: Literal["state"]
    session: Key


class AskLegal(Message):
    """What may be decided now? With ``other_readings`` it also says on which readings that hangs."""

    op: Literal["legal"]
    session: Key
    other_readings: bool = False


class AskWhyNot(DecisionBody):
    """Why may this decision not be made now?"""

    op: Literal["why-not"]
    session: Key


class Apply(DecisionBody):
    """Make this decision, roll this die or draw this card."""

    op: Literal["apply"]
    session: Key


class Undo(UndoBody):
    """Take decisions back."""

    op: Literal["undo"]
    session: Key


class AskEvents(Message):
    """What has happened, from step ``since`` on? At most ``most`` events are listed."""

    op: Literal["events"]
    session: Key
    since: int = Field(default=1, ge=1, le=MOST)
    most: int = Field(default=200, ge=1, le=MOST)


class AskOutcome(Message):
    """What does this come to? With ``every`` all choices are followed; else players pass where they can.

    With ``other_readings`` it also says on which readings the answer hangs.
    """

    op: Literal["outcome"]
    session: Key
    every: bool = False
    other_readings: bool = False


class AskSearch(SearchBody):
    """Is there a way from here to this goal, and who can force it?"""

    op: Literal["search"]
    session: Key


class CloseSession(Message):
    """Close the session; all its keys are void."""

    op: Literal["close"]
    session: Key


Request = Annotated[
    AskAbout | OpenSession | AskState | AskLegal | AskWhyNot
    | Apply | Undo | AskEvents | AskOutcome | AskSearch | CloseSession,
    Field(discriminator="op"),
]  # fmt: skip
"""Whatever a service may be asked."""
OPERATIONS: tuple[str, ...] = tuple(
    get_args(one.model_fields["op"].annotation)[0] for one in get_args(get_args(Request)[0])
)


class About(Message):
    """The version of the formats and of dicelaw, and the limits of this service."""

    format: int = FORMAT
    version: str
    limits: Limits


class Keys(Message):
    """The keys of a session: of its owner, of the seats, and of those who only watch."""

    owner: Key
    seats: list[Key]
    watch: Key


class SessionState(Message):
    """How the game stands for who asks, and how many steps have happened."""

    viewer: Viewer
    steps: int
    observation: Observation
    not_as_printed: list[Departing] | None = None


class Opened(SessionState):
    """A new session with its keys."""

    keys: Keys


class LegalDecisions(Message):
    """Who decides now, at which timing point, and what may be decided.

    ``decisions`` is absent where it is not for who asks to see. ``readings`` are those on which they hang.
    """

    at: str
    says: str
    to_decide: Decider
    decisions: list[LegalDecision] | None = None
    readings: list[LegalHangsOn] | None = None
    not_as_printed: list[Departing] | None = None


class WhyNotAnswer(Message):
    """Whether a decision is legal now and, where it is not, what stands in its way.

    ``after_pass_of`` is the last seat that has to pass first; the rest is then about the moment after that.
    """

    legal: bool
    after_pass_of: Seat | None = None
    refusal: Refusal | None = None
    not_as_printed: list[Departing] | None = None


class Applied(SessionState):
    """What came of a decision: the step itself and those that the rules took by themselves."""

    events: list[Event]


class EventPage(Message):
    """Events in their order; ``next`` is the step that the following ones begin with, if there are any."""

    events: list[Event]
    next: int | None = None


class Closed(Message):
    """The session is closed."""

    closed: Literal[True] = True


class Problem(Message):
    """Why a request is not answered; ``limit`` names the limit that is in the way.

    ``retry_after`` is in how many seconds the same request may be answered.
    """

    code: Code
    says: str
    limit: str | None = None
    retry_after: float | None = None
    refusal: Refusal | None = None


Answer = (
    About
    | Opened
    | Applied
    | SessionState
    | LegalDecisions
    | WhyNotAnswer
    | EventPage
    | Outcome
    | Way
    | Closed
)


class Reply(Message):
    """One line of answer: a result, or an error."""

    result: Answer | None = None
    error: Problem | None = None


MESSAGES: tuple[type[Message], ...] = (
    AskAbout, OpenSession, AskState, AskLegal, AskWhyNot, Apply, Undo, AskEvents, AskOutcome, AskSearch,
    CloseSession, About, Opened, SessionState, LegalDecisions, WhyNotAnswer, Applied, EventPage, Outcome, Way,
    Closed,
    Problem, Reply,
)  # fmt: skip
"""Every message of this module, in the order of the schema."""
