"""A game that has some parts only: what it does not say is refused with a sentence that names the part.

A new game begins with these two classes and overrides what it has, part by part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from dicelaw.oracle.games.in_the_open import InTheOpen
from dicelaw.oracle.games.modes import OneWay
from dicelaw.oracle.games.ports import PRINTING, Rows, lacks

if TYPE_CHECKING:
    from dicelaw.model.kernel.concrete import Move
    from dicelaw.model.kernel.expressions import Expr
    from dicelaw.model.kernel.graph import Transition
    from dicelaw.model.kernel.state import State
    from dicelaw.model.open_points import OpenPoint
    from dicelaw.oracle.games.decisions import Wanted
    from dicelaw.oracle.games.own_content import OwnContent
    from dicelaw.oracle.games.ports import Asked, Opened
    from dicelaw.oracle.games.session import Session, Step


class PartialPort:
    """What a :class:`~dicelaw.oracle.games.ports.Port` says of a game that has no more than plays.

    ``game`` is its name. Without more it can be opened, drawn, searched and played; ``description``,
    ``opened``, ``begun``, ``lines`` and ``winner`` are for the game to say.
    """

    game: str
    passes: frozenset[str] = frozenset()
    printings: tuple[str, ...] = (PRINTING,)
    tells_rolls = False

    @property
    def description(self) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "description")

    def opened(self, *_asked: object) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "way to be opened (opened)")

    def begun(self, *_asked: object) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "way to begin a play (begun)")

    def lines(self, *_asked: object) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "lines that say how it stands (lines)")

    def winner(self, *_asked: object) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "word for who has won (winner)")

    def open_points(self, _game: str) -> Sequence[OpenPoint]:
        """Nothing is open."""
        return ()

    def scenario(self, *_asked: object) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "scenario file")

    session = scenario

    def value(self, *_asked: object) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "value that rulings can expect")

    def accounts(self, _session: Session, _step: Step) -> None:
        """Nothing is summed up before it is applied."""

    def visible(self, session: Session, before: State, after: State) -> list[str]:
        """Every value that changes."""
        rows = zip(session.machine.slots[1:], before[1:], after[1:], strict=True)
        return [
            f"{slot.name} {slot.label(old)} -> {slot.label(new)}" for slot, old, new in rows if old != new
        ]

    def card_name(self, session: Session, _state: State, move: Move) -> str:
        """The name of what is chosen."""
        return session.transition(move).choices[0].label(move[1])

    def ends_phase(self, _transition: Transition) -> bool:
        """An outcome is followed to the end of the play."""
        return False

    def phase_ended(self, transition: Transition) -> str:
        """Where it leads to."""
        return transition.target

    def advice(self, *_asked: object) -> None:
        """Nothing is known of a position that brings chances closer."""

    def listed(self, _game: str, _asked: Asked) -> Mapping[str, Callable[[], Rows]]:
        """There is nothing to list."""
        return {}

    def hero(self, *_asked: object) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "board of a hero")

    def carried(self, _game: str) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "account of what carries its rules")

    def check_content(self, *_asked: object) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "content of your own")

    def own_heroes(self, _content: OwnContent, _edition: str) -> Sequence[str]:
        """None are brought."""
        return ()

    def header(self, _session: Session) -> Mapping[str, Any]:
        """Nothing beside the heroes."""
        return {}


class PartialDescription(OneWay, InTheOpen):
    """What a :class:`~.description.Description` says of a game that has no more than plays.

    ``game`` is its name; ``chance_about``, ``begun``, ``standing``, ``view``, ``openings`` and ``starters``
    are for the game to say.
    """

    game: str
    who = "heroes"
    implied: frozenset[str] = frozenset()

    @property
    def chance_about(self) -> str:
        """See :func:`lacks`; a game says it as an attribute, the name of a slot."""
        raise lacks(self.game, "slot that tells whose dice chance rolls (chance_about)")

    def begun(self, *_asked: object) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "beginning that a header or message can say (begun)")

    def standing(self, *_asked: object) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "account of what lies before each player (standing)")

    def openings(self, *_asked: object) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "beginning in the words of messages (openings)")

    def starters(self) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "name of who can play it (starters)")

    def whose(self, _opened: Opened, _transition: Transition) -> Expr | None:
        """Chance is about nobody."""
        return None

    def view_across(self, opened: Opened) -> Any:
        """There is one edition only."""
        return self.view(opened)

    def view(self, _opened: Opened) -> Any:
        """See :func:`lacks`."""
        raise lacks(self.game, "view of a play")

    def between(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        """The heroes."""
        return tuple(player["hero"] for player in setup["players"])

    def records(self, _game: str) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "recorded play")

    ruled = records

    def rulings(self) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "ruling")

    def setup_of(self, *_asked: object) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "scenario file")

    def begins(self, _opened: Opened) -> Mapping[str, Expr]:
        """Nothing is said of positions."""
        return {}

    def own_rules(self, _session: Session, _move: Move) -> Iterable[str]:
        """What is used carries no rules by itself."""
        return ()

    def moment(self, _session: Session, _transitions: Sequence[str]) -> Iterable[str]:
        """No rules are named for a moment."""
        return ()

    def spoken(self, _game: str, text: str) -> str:
        """Things have one name."""
        return text

    def meant(self, _session: Session, wanted: Wanted) -> Wanted:
        """Nothing is told apart by what it is for."""
        return wanted

    def owner(self, _session: Session, _move: Move) -> None:
        """Nothing is told apart by who has it."""

    def option(self, _session: Session, _move: Move) -> str:
        """A decision says itself what it does."""
        return ""

    def facts(self, _session: Session, _state: State, _move: Move) -> Sequence[str]:
        """The requirements say what is in the way."""
        return ()

    def used(self, session: Session, move: Move) -> str | None:
        """What a seat chooses first."""
        transition = session.transition(move)
        return transition.choices[0].label(move[1]) if transition.by_seat and transition.choices else None

    def departures(self, _session: Session) -> tuple[()]:
        """All is played as it is printed."""
        return ()

    def places(self, *_asked: object) -> set[int]:
        """It is not said where values are."""
        return set()

    def setup_here(self, _session: Session, _setup: Mapping[str, Any]) -> None:
        """A play begins where games begin."""

    def beginnings(self, *_asked: object) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "maker of positions")

    def fuzzing(self, *_asked: object) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "entry whose interactions can be looked for")

    def seeker(self, *_asked: object) -> NoReturn:
        """See :func:`lacks`."""
        raise lacks(self.game, "maker of guided plays")
