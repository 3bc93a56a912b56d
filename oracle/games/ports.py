"""What each game supplies to those who ask about it, and where it has that; see also ``description``.

Of a game that is not asked about nothing is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from dicelaw.model.games import FIRST, GAMES, NoPart, game_of
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.own_content import OwnContent

if TYPE_CHECKING:
    from pathlib import Path

    from dicelaw.checker.chances.advised import Advice
    from dicelaw.model.content.document import Document
    from dicelaw.model.kernel.concrete import Move
    from dicelaw.model.kernel.expressions import Expr
    from dicelaw.model.kernel.graph import Transition
    from dicelaw.model.kernel.machine import Machine
    from dicelaw.model.kernel.state import State
    from dicelaw.model.open_points import OpenPoint
    from dicelaw.oracle.files.scenario import Entry
    from dicelaw.oracle.formats.damage_account import DamageAccount
    from dicelaw.oracle.games.description import Description
    from dicelaw.oracle.games.session import Session, Step
    from dicelaw.specs.property import Property

Rows = list[dict[str, Any]]
Teams = str | tuple[str, ...] | None
"""Two teams by the name of the pair, or by two files; None for those that a game takes by itself."""
PAGE = "index.html"
"""What the page of a report is called."""
PRINTING = "later"
"""The printing of content that is taken by itself, in games that have several."""


class Opened(Hashable, Protocol):
    """A machine together with what a game knows about its fields."""

    @property
    def machine(self) -> Machine:
        """The machine."""
        ...


class Position(Protocol):
    """A scenario that is well-formed."""

    @property
    def game(self) -> str:
        """Its game."""
        ...

    @property
    def document(self) -> Document:
        """The file."""
        ...

    @property
    def readings(self) -> Mapping[str, str]:
        """The answers that it gives to open points."""
        ...

    @property
    def edition(self) -> str:
        """The printing of its content."""
        ...

    @property
    def play(self) -> tuple[Entry, ...]:
        """What is played from it."""
        ...


class Carried(Protocol):
    """What cites the rules of a game."""

    @property
    def carriers(self) -> Mapping[str, tuple[str, ...]]:
        """For each rule the ids of what cites it: transitions, then content, then properties."""
        ...

    @property
    def machine(self) -> Machine:
        """Has the transitions."""
        ...

    def properties(self) -> Sequence[Property]:
        """What is stated of the game."""
        ...


@dataclass(frozen=True)
class Asked:
    """Who plays with what, as a command line names it; what it leaves out is for the game to say."""

    heroes: tuple[str, ...] = ()
    teams: Teams = None
    edition: str = PRINTING
    content: OwnContent | None = None
    mode: str | None = None


def without_modes(game: str, asked: Asked) -> None:
    """Raises UserError where a mode is asked for, for a game that is played in one way."""
    if asked.mode is not None:
        raise one_way(game)


def one_way(game: str) -> UserError:
    """The error that a mode is asked for, and ``game`` is played in one way."""
    return UserError(f"{game} is played in one way; leave --mode out", ExitCode.USAGE)


@dataclass(frozen=True)
class OfHero:
    """What is asked of a hero; what is left out is for the game to say."""

    level: int | None = None
    against: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    content: OwnContent | None = None


@dataclass(frozen=True)
class CheckAsked:
    """What is asked of content of the user's own, as the options of the verb say it.

    How many ``games`` there are with each rival, and by which ``policy`` both decide, is for the game to say
    where it is None.
    """

    processes: int
    games: int | None
    policy: str | None
    seed: int
    form: str
    save: Path | None
    report: Path | None
    verbose: bool
    watch: bool
    pairs: int
    """How many pairs of entries are tried for interactions."""


class ContentCheck(Protocol):
    """Says whether content of the user's own breaks anything."""

    def check(self, content: OwnContent, asked: CheckAsked) -> ExitCode:
        """Tell what is found of ``content``. Raises UserError for what is asked for and is not there."""
        ...


class Port(Protocol):
    """One game, as verbs ask about it."""

    @property
    def description(self) -> Description:
        """What is said of its plays."""
        ...

    passes: frozenset[str]
    """The verbs by which a seat does nothing and gives way, which is taken for granted."""

    printings: tuple[str, ...]
    """The printings of its content, the one that is taken by itself first."""
    tells_rolls: bool
    """Whether all dice of one roll are told in one line."""

    def opened(self, game: str, asked: Asked, readings: Mapping[str, str]) -> Opened:
        """The machine of ``game``. Raises UserError for what is unknown, and for what it does not have."""
        ...

    def begun(self, game: str, asked: Asked, readings: Mapping[str, str]) -> Session:
        """A session at the beginning of ``game``, as :meth:`opened`."""
        ...

    def open_points(self, game: str) -> Sequence[OpenPoint]:
        """The points that its texts leave open."""
        ...

    def scenario(self, document: Document, game: str) -> Position:
        """The scenario that ``document`` holds. Raises UserError that names all that is wrong."""
        ...

    def session(self, scenario: Any, readings: Mapping[str, str], content: OwnContent | None) -> Session:
        """A session at the beginning of ``scenario``; ``readings`` win over its own."""
        ...

    def lines(self, found: Mapping[str, Any]) -> list[str]:
        """How a play stands, in words."""
        ...

    def winner(self, found: Mapping[str, Any]) -> str:
        """The seat that has won, ``draw``, or what else the end is called."""
        ...

    def value(self, session: Session, scenario: Any, player: Mapping[str, Any], key: tuple[Any, ...]) -> Any:
        """What ``player`` has of ``key``, as a ruling expects it: a name, the seat, perhaps a thing."""
        ...

    def accounts(self, session: Session, step: Step) -> Sequence[DamageAccount] | None:
        """How the damage that ``step`` applies is worked out, by player; None where it applies none."""
        ...

    def visible(self, session: Session, before: State, after: State) -> list[str]:
        """What a step changes that players see."""
        ...

    def card_name(self, session: Session, state: State, move: Move) -> str:
        """The card that the chance move ``move`` of ``state`` is about."""
        ...

    def ends_phase(self, transition: Transition) -> bool:
        """Whether ``transition`` ends what the outcome of a situation is followed to."""
        ...

    def phase_ended(self, transition: Transition) -> str:
        """What that is, the same for each of its ends, of a ``transition`` that ends it."""
        ...

    def listed(self, game: str, asked: Asked) -> Mapping[str, Callable[[], Rows]]:
        """What can be listed, by kind, but for the goals."""
        ...

    def hero(self, game: str, name: str, asked: OfHero) -> Iterable[dict[str, Any]]:
        """What the hero or the card ``name`` has, a row a thing, each with its kind; the first is the hero.

        Of several, such as the cards of a team, the rows of each follow each other. Raises UserError for what
        is unknown, and for what the game does not have.
        """
        ...

    def advice(self, session: Session, goal: Expr, stop: Expr) -> Advice | None:
        """What is known of the chance to come to ``goal`` before ``stop`` holds, from where play stands.

        None where nothing is known of such a goal.
        """
        ...

    def carried(self, game: str) -> Carried:
        """What cites its rules."""
        ...

    def check_content(self, game: str, content: OwnContent) -> None:
        """Raises UserError that names everything that is wrong with ``content``, or that none is taken."""
        ...

    def own_heroes(self, content: OwnContent, edition: str) -> Sequence[str]:
        """The ids of the heroes that ``content`` brings."""
        ...

    def header(self, session: Session) -> Mapping[str, Any]:
        """What the header of a trace says of who plays, beside the heroes and the content."""
        ...


@cache
def port(game: str) -> Port:
    """The port of ``game``. Raises KeyError for an unknown game, and UserError for one that has none."""
    try:
        found: Port = game_of(game).part("oracle").PORT
    except NoPart as missing:
        raise UserError(str(missing), ExitCode.UNKNOWN_NAME) from None
    return found


def part_of(game: str) -> str:
    """What an implementation calls its support of ``game``; of one that there is not, that of the first."""
    known = game_of(game if game in GAMES else FIRST)
    return str(known.part("oracle", "formats").PARTS[0])


def lacks(game: str, part: str) -> UserError:
    """The error that ``game`` has no ``part``, which is asked for."""
    return UserError(f"{game} has no {part} yet, which this needs", ExitCode.UNKNOWN_NAME)
