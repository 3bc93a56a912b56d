"""What messages say of a game of Dice Throne: players with their dials and boards, and positions."""

from __future__ import annotations

from pydantic import Field

from dicelaw.oracle.message import Message, Seat, SetupMessage

PARTS = ("duel", "damage-total")
"""What an implementation calls its support of the game, and of more about it."""


class PlayerView(Message):
    """What can be read off a player's dials, board and table. ``cards`` is the hand, for who may see it."""

    seat: Seat
    hero: str
    health: int
    cp: int
    tokens: dict[str, int]
    hand: int
    deck: int
    discard: int
    companion: int | None = None
    companion_active: bool | None = None
    cards: list[str] | None = None


class SetupPlayer(Message):
    """What a player begins with; what is not given is as at the beginning of a game, or empty."""

    hero: str
    health: int | None = None
    cp: int | None = None
    tokens: dict[str, int] = Field(default_factory=dict)
    hand: list[str] = Field(default_factory=list)
    discard: list[str] = Field(default_factory=list)
    board: dict[str, int] = Field(default_factory=dict)
    companion: int | None = None
    companion_active: bool | None = None


class Setup(SetupMessage):
    """A position in which nothing is under way, in the words of a scenario file.

    ``turn`` is the seat of the active player and ``start`` the timing point at which play begins; ``mode``
    says how more than two play.
    """

    players: list[SetupPlayer]
    mode: str | None = None
    turn: Seat
    start: str
    readings: dict[str, str] = Field(default_factory=dict)
    edition: str = "later"


PLAYERS = (PlayerView,)
"""What a standing says of a player."""
MESSAGES: tuple[type[Message], ...] = (PlayerView, SetupPlayer, Setup)
"""Every message of this module, in the order of the schema."""
