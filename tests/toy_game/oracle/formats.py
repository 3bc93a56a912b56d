"""What messages say of a game of Lantern."""

from __future__ import annotations

from pydantic import Field

from dicelaw.oracle.message import Message, Seat, SetupMessage

PARTS = ("lantern",)


class LanternPlayer(Message):
    """What can be seen of a keeper: ``health`` is the light, the same for all; ``cards`` is the hand."""

    seat: Seat
    hero: str
    health: int
    deck: int
    hand: int
    used: list[str]
    cards: list[str] | None = None


class LanternSetupPlayer(Message):
    """What a keeper begins with; cards that are named nowhere are in the deck."""

    hero: str
    hand: list[str] = Field(default_factory=list)
    used: list[str] = Field(default_factory=list)


class LanternSetup(SetupMessage):
    """A position of Lantern at the beginning of a turn."""

    players: list[LanternSetupPlayer]
    turn: Seat = "1"
    round: int = 1
    light: int = 3
    start: str = "turn"
    readings: dict[str, str] = Field(default_factory=dict)


Setup = LanternSetup
PLAYERS = (LanternPlayer,)
MESSAGES = (LanternPlayer, LanternSetupPlayer, LanternSetup)
