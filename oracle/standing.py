"""How a play stands: what players would read off their dials, boards, hands and dice."""

from __future__ import annotations

from typing import Any

from dicelaw.model.kernel.state import State
from dicelaw.oracle.description import description
from dicelaw.oracle.ports import port_of
from dicelaw.oracle.session import Session


def standing(session: Session, state: State | None = None) -> dict[str, Any]:
    """The timing point, what lies before each player, and who has won where the game is over."""
    return description(session.name).standing(session, session.state if state is None else state)


def hand(session: Session, seat: int) -> list[str]:
    """The cards in the hand of ``seat``."""
    return description(session.name).cards(session, seat) or []


def lines(found: dict[str, Any]) -> list[str]:
    """``found`` in words, a line a player."""
    return port_of(found).lines(found)
