"""How a play stands: what players would read off their dials, boards, hands and dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dicelaw.model.kernel.state import State
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.ports import port
from dicelaw.oracle.games.session import Session


def standing(session: Session, state: State | None = None) -> dict[str, Any]:
    """The timing point, what lies before each player, and who has won where the game is over."""
    return description(session.name).standing(session, session.state if state is None else state)


def hand(session: Session, seat: int) -> list[str]:
    """The cards in the hand of ``seat``."""
    return description(session.name).cards(session, seat) or []


def lines(game: str, found: Mapping[str, Any]) -> list[str]:
    """How ``found`` says that a play of ``game`` stands, in words, a line a player."""
    return port(game).lines(found)
