"""What a game supplies so that other programs can play it, and engines can be tested against it.

All that is asked of every game alike is said here once; what follows from it is the same for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from dicelaw.oracle.games.games import known_game
from dicelaw.oracle.games.own_content import OwnContent

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from dicelaw.checker.walks.observed_play import Play, Stage, View
    from dicelaw.model.kernel.concrete import Move
    from dicelaw.model.kernel.expressions import Expr
    from dicelaw.model.kernel.graph import Transition
    from dicelaw.model.kernel.state import State
    from dicelaw.oracle.conform.coverage import Coverage
    from dicelaw.oracle.fuzz.arena import Fuzzing
    from dicelaw.oracle.games.decisions import Wanted
    from dicelaw.oracle.games.departures import Departure
    from dicelaw.oracle.games.ports import Opened
    from dicelaw.oracle.games.session import Session, Step
    from dicelaw.specs.rulings import Rulings


@dataclass(frozen=True)
class Concealed:
    """The slots of ``cells`` that only one seat may see; nobody else can tell ``values`` from each other."""

    cells: tuple[int, ...] = ()
    values: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Decks:
    """Where the cards of a game are that may be drawn unseen.

    Each seat has ``size`` cards, none in a game without such; the slot of the first card of seat 1 is
    ``base``, the others follow. A card is in the deck where its slot has the value ``inside``, and the
    transition ``draw`` draws one.
    """

    size: int = 0
    base: int = 0
    inside: int = 0
    draw: str = ""


class Seeking(Protocol):
    """Makes positions and plays; the choices are random, and the same for the same seed."""

    random: Random

    def setup(self, aim: Any = None) -> dict[str, Any]:
        """A position in which much can happen, or one that resembles ``aim``."""
        ...

    def play(self, session: Session, stage: Stage, aim: Any = None) -> Play:
        """A play from the present state of ``session`` to where few plays have been, or to ``aim``."""
        ...

    def aim(self, state: State, move: Move | None) -> Any:
        """What has to be brought about to come to ``state``, which need not be possible, before ``move``."""
        ...


class Beginnings(Protocol):
    """Positions in which a harness begins plays of its own."""

    def next(self, made: int) -> tuple[dict[str, Any], str]:
        """Where the play number ``made`` begins, and the timing point where it ends if it gets there."""
        ...

    def change(self) -> None:
        """Go on between others, of whom the fewest plays were so far."""
        ...


class Description(Protocol):
    """What is said of one game."""

    who: str
    """What plays are between: ``heroes`` or ``teams``."""
    modes: tuple[str, ...]
    """The ways to play it, the usual one first; empty where there is one way only."""
    chance_about: str
    """The slot that tells whose dice and cards chance is about."""
    implied: frozenset[str]
    """Rules that bar who can do nothing anyway: they are in the way of something only if nothing else is."""

    def begun(
        self,
        game: str,
        seats: Mapping[str, Any],
        readings: Mapping[str, str],
        edition: str,
        content: OwnContent | None,
    ) -> Session:
        """A session at the beginning of a game; ``seats`` says who plays, in the words of a header.

        Raises UserError for what is unknown, and for what the game does not have.
        """
        ...

    def standing(self, session: Session, state: State) -> dict[str, Any]:
        """The timing point, what lies before each player, and who has won where the game is over."""
        ...

    def dice(self, session: Session) -> dict[str, list[int]]:
        """The faces of dice that lie on the table by roll, where they are not among what players have."""
        ...

    def cards(self, session: Session, seat: int) -> list[str] | None:
        """What ``seat`` holds that others do not see; None where players of this game hold nothing."""
        ...

    def concealed(self, session: Session, seat: int) -> Concealed:
        """What only ``seat`` may see."""
        ...

    def decks(self, opened: Opened) -> Decks:
        """The cards that may be drawn unseen."""
        ...

    def whose(self, opened: Opened, transition: Transition) -> Expr | None:
        """The seat whose dice or cards ``transition``, which chance decides, is about.

        None where that is not told apart.
        """
        ...

    def view(self, opened: Opened) -> View:
        """What an ``Observation`` has of a state: two look the same where their observations are equal."""
        ...

    def view_across(self, opened: Opened) -> View:
        """What an onlooker sees of a state in every edition of the game."""
        ...

    def between(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        """What tells the machine of ``setup`` from others of its game: who plays, or with what."""
        ...

    def mode_of(self, setup: Mapping[str, Any]) -> str:
        """The way in which ``setup`` is played; empty where there is one way only."""
        ...

    def openings(self, game: str, mode: str = "") -> Sequence[Mapping[str, Any]]:
        """The beginnings, as ``Setup``s, of the games in ``mode`` that recorded vectors are about.

        Without a ``mode`` they are those of the usual one.
        """
        ...

    def records(self, game: str) -> Sequence[Traversable]:
        """The folders with the plays that vectors are made of."""
        ...

    def ruled(self, game: str) -> Traversable:
        """The folder with the plays of the rulings on ``game``."""
        ...

    def rulings(self) -> Rulings:
        """The rulings about this game, in all its editions."""
        ...

    def setup_of(self, scenario: Any, answers: Mapping[str, str]) -> dict[str, Any]:
        """The position of a scenario of this game as a ``Setup``, with ``answers`` to open points."""
        ...

    def begins(self, opened: Opened) -> Mapping[str, Expr]:
        """For each point at which a position can begin, what holds of every position there."""
        ...

    def own_rules(self, session: Session, move: Move) -> Iterable[str]:
        """The rules that what ``move`` uses carries by itself."""
        ...

    def moment(self, session: Session, transitions: Sequence[str]) -> Iterable[str]:
        """The rules that set the moment of ``transitions``, none of which happens at the present one."""
        ...

    def option(self, session: Session, move: Move) -> str:
        """What ``move`` does as one of the options of a choice, or whom it picks by a number; else empty."""
        ...

    def facts(self, session: Session, state: State, move: Move) -> Sequence[str]:
        """What of ``state`` is in the way of ``move``: whose it is, how many there are, what is rolled."""
        ...

    def spoken(self, game: str, text: str) -> str:
        """``text``, a decision as it is typed, with the names that things have in ``game``."""
        ...

    def meant(self, session: Session, wanted: Wanted) -> Wanted:
        """``wanted`` without the ways that are not for what it names."""
        ...

    def owner(self, session: Session, move: Move) -> int | None:
        """The seat whose card or ability ``move`` is about, where it is about one that is a single seat's."""
        ...

    def used(self, session: Session, move: Move) -> str | None:
        """The card, token, ability or die that ``move`` is about, if it is about one."""
        ...

    def received(self, session: Session, step: Step) -> Sequence[Sequence[str]] | None:
        """For each seat the rules that what it receives by ``step`` hangs on, the most particular first.

        None where ``step`` applies no damage that was accumulated.
        """
        ...

    def wanted_dice(
        self, session: Session, seat: int, coverage: Coverage, declined: Set[str], draw: Random
    ) -> Sequence[int]:
        """Faces for an attack of ``seat`` with what was used least and is not ``declined``; or none."""
        ...

    def departures(self, session: Session) -> Iterable[Departure]:
        """What in the position and the play of ``session`` is not played as it is printed."""
        ...

    def places(self, session: Session, subject: str, seat: int, things: Set[str]) -> set[int]:
        """The slots of the value ``subject`` of the player in ``seat`` (from 1), or of its ``things``."""
        ...

    def setup_here(self, session: Session, setup: Mapping[str, Any]) -> dict[str, Any] | None:
        """The setup of the present position, if one can begin here; what a setup cannot say is left out.

        ``setup`` is the one that the play began in.
        """
        ...

    def starters(self) -> Sequence[str]:
        """The heroes or teams that plays can be between."""
        ...

    def beginnings(
        self, game: str, known: Sequence[str], draw: Random, coverage: Coverage, mode: str = ""
    ) -> Beginnings:
        """What makes positions for exploration between those of ``known``, in ``mode`` or the usual one."""
        ...

    def fuzzing(self, game: str, content: OwnContent | None, mode: str = "") -> Fuzzing:
        """The content of ``game``, with that of the user's own, as interactions are looked for in it.

        Plays are in ``mode``, or the usual one.
        """
        ...

    def seeker(self, game: str, opening: Mapping[str, Any], seed: str) -> Seeking:
        """What makes positions and plays of the machine of ``opening``."""
        ...


@cache
def description(game: str) -> Description:
    """What is said of the game called ``game``. Raises UserError for one that cannot be played."""
    from dicelaw.oracle.games.ports import port

    return port(known_game(game).name).description
