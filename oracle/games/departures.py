"""What is not played as it is printed, where an answer may rest on it."""

from __future__ import annotations

from typing import TypedDict

from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.session import Session


class Departure(TypedDict):
    """A card, and how what is played differs from its printed text."""

    card: str
    name: str
    says: str


def departures(session: Session) -> list[Departure]:
    """What in the position and the play of ``session`` is not played as it is printed."""
    return [*description(session.name).departures(session)]


def departure_lines(session: Session) -> list[str]:
    """The same for people."""
    return [f"not as printed: {one['name']}: {one['says']}" for one in departures(session)]
