"""What messages say of a game of Dice Conquest: heroes, the display with its dice, and positions."""

from __future__ import annotations

from pydantic import Field

from dicelaw.oracle.message import Message, Seat, SetupMessage

PARTS = ("quest",)
"""What an implementation calls its support of the game."""


class QuestPlayer(Message):
    """A hero. ``guard`` counts the points of damage that can be avoided, and ``items`` names cards held."""

    seat: Seat
    hero: str
    health: int
    guard: int | None = None
    items: list[str] | None = None


class QuestCreature(Message):
    """A creature in the display with the damage that it has suffered, and the dice that lie on it."""

    card: str
    health: int
    damage: int
    dice: dict[str, int]


class QuestSetupPlayer(Message):
    """What a hero of Dice Conquest begins with; what is not given is as at the beginning of a game."""

    hero: str
    health: int | None = None
    guard: int | None = None
    items: list[str] = Field(default_factory=list)


class QuestSetup(SetupMessage):
    """A position of Dice Conquest in which nothing is under way, in the words of a scenario file.

    ``first`` is the seat of the First Player, ``turn`` that of the hero in turn, and ``start`` the timing
    point at which play begins. ``display`` has the creatures from left to right, each with the dice on it by
    what they show, and its ``damage`` without dice. ``available`` and ``spent`` have dice with what they
    show; ``spent`` may also be a list of dice, which then show 1. Dice that are named nowhere are Available.
    ``deck`` names the cards that are still in it, by default all creatures that are nowhere else.
    """

    players: list[QuestSetupPlayer]
    first: Seat = "1"
    turn: Seat
    display: dict[str, dict[str, int]] = Field(default_factory=dict)
    available: dict[str, int] = Field(default_factory=dict)
    spent: dict[str, int] | list[str] = Field(default_factory=dict)
    deck: list[str] | None = None
    start: str
    readings: dict[str, str] = Field(default_factory=dict)


Setup = QuestSetup
PLAYERS = (QuestPlayer,)
"""What a standing says of a player."""
MESSAGES: tuple[type[Message], ...] = (QuestPlayer, QuestCreature, QuestSetupPlayer, QuestSetup)
"""Every message of this module, in the order of the schema."""
