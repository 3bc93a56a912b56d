"""A game in which nothing is concealed: what its description says of dice, hands and decks."""

from __future__ import annotations

from dicelaw.oracle.games.description import Concealed, Decks
from dicelaw.oracle.games.ports import Opened
from dicelaw.oracle.games.session import Session, Step


class InTheOpen:
    """Part of a :class:`~.description.Description`: all dice and cards are in the position."""

    def dice(self, _session: Session) -> dict[str, list[int]]:
        """None beside those that the position has."""
        return {}

    def cards(self, _session: Session, _seat: int) -> None:
        """There are no hands."""

    def concealed(self, _session: Session, _seat: int) -> Concealed:
        """Nothing is concealed from anybody alone."""
        return Concealed()

    def decks(self, _opened: Opened) -> Decks:
        """Nobody holds what was drawn unseen."""
        return Decks()

    def received(self, _session: Session, _step: Step) -> None:
        """Nothing is accumulated before it is applied."""

    def wanted_dice(self, *_asked: object) -> tuple[()]:
        """Dice of an attack are as they come."""
        return ()
