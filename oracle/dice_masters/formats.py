"""What messages say of a game of Dice Masters: players with their dice, and positions."""

from __future__ import annotations

from pydantic import Field

from dicelaw.oracle.message import Message, Seat, SetupMessage

PARTS = ("table",)
"""What an implementation calls its support of the game."""


class TableDie(Message):
    """A die that shows a face, such as ``2 bolt``, ``level 1`` or ``action *``.

    In the Field Zone it has its present strength and the ``damage`` on it; ``incoming`` is damage on its way
    to it, ``shielded`` says that it takes none this turn, and ``blocks`` names the attacker that it blocks.
    ``held_by`` names the die that has captured it, or until when it is controlled, and ``worn_by`` the one to
    which gear is attached. ``copies`` says what it copies until the turn ends: ``abilities of CARD``, ``stats
    of CARD``, ``CARD``, or ``CARD beside its own abilities``; two of them with ``and`` in between.
    """

    face: str
    attack: int | None = None
    defense: int | None = None
    damage: int | None = None
    incoming: int | None = None
    shielded: bool | None = None
    blocks: str | None = None
    held_by: str | None = None
    worn_by: str | None = None
    copies: str | None = None


class TablePlayer(Message):
    """What lies before a player of Dice Masters; dice that are named nowhere are on their cards.

    ``virtual`` is energy that no die shows, ``incoming`` damage on its way to the player, and ``rolled`` has
    the dice of ``prep`` that show a face already. Nobody knows in which order dice come out of the bag.
    """

    seat: Seat
    life: int
    virtual: int
    bag: list[str]
    prep: list[str]
    reserve: dict[str, TableDie]
    field: dict[str, TableDie]
    attack: dict[str, TableDie]
    out_of_play: list[str]
    used: list[str]
    captured: dict[str, TableDie]
    in_play: dict[str, TableDie]
    aside: list[str]
    incoming: int | None = None
    rolled: dict[str, str] | None = None


class TableSetupPlayer(Message):
    """What a player of Dice Masters begins with; what is not given is as at the beginning of a game.

    ``reserve`` and ``field`` have the face of each die, by its name or its number on the die, and so has
    ``controlled``, with dice of the opponent. ``copies`` says what dice of these copy, as in ``TableDie``.
    """

    life: int | None = None
    virtual: int | None = None
    reserve: dict[str, str | int] = Field(default_factory=dict)
    field: dict[str, str | int] = Field(default_factory=dict)
    controlled: dict[str, str | int] = Field(default_factory=dict)
    copies: dict[str, str] = Field(default_factory=dict)
    in_play: dict[str, str | int] = Field(default_factory=dict, alias="in play")
    bag: list[str] | None = None
    prep: list[str] = Field(default_factory=list)
    used: list[str] | None = None


class TableSetup(SetupMessage):
    """A position of Dice Masters in which nothing is under way, in the words of a scenario file.

    ``turn`` is the seat of the active player and ``start`` the timing point at which play begins.
    """

    teams: str | None = None
    players: list[TableSetupPlayer]
    turn: Seat
    start: str
    readings: dict[str, str] = Field(default_factory=dict)


Setup = TableSetup
PLAYERS = (TablePlayer,)
"""What a standing says of a player."""
MESSAGES: tuple[type[Message], ...] = (TableDie, TablePlayer, TableSetupPlayer, TableSetup)
"""Every message of this module, in the order of the schema."""
