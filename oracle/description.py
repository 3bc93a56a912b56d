"""What a game supplies so that other programs can play it, and engines can be tested against it.

All that is asked of every game alike is said here once; what follows from it is the same for each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from dicelaw.oracle.games import DUELS, known_game
from dicelaw.oracle.own_content import OwnContent

if TYPE_CHECKING:
    from dicelaw.model.kernel.state import State
    from dicelaw.oracle.session import Session


@dataclass(frozen=True)
class Concealed:
    """The slots of ``cells`` that only one seat may see; nobody else can tell ``values`` from each other."""

    cells: tuple[int, ...] = ()
    values: frozenset[int] = frozenset()


class Description(Protocol):
    """What is said of one game."""

    chance_about: str
    """The slot that tells whose dice and cards chance is about."""

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


@cache
def description(game: str) -> Description:
    """What is said of the game called ``game``. Raises UserError for one that cannot be played."""
    if known_game(game).family == DUELS:
        from dicelaw.oracle.dice_throne.description import DUEL

        return DUEL
    from dicelaw.oracle.dice_masters.description import TABLE

    return TABLE
