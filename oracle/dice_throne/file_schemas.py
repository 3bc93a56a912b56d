"""JSON Schemas of the files that users write about Dice Throne."""

from __future__ import annotations

from typing import Any

from dicelaw.model.dice_throne.modes import MODES
from dicelaw.oracle.dice_throne.opening import EDITIONS, pack_of
from dicelaw.oracle.dice_throne.scenario import (
    ANY_CARDS,
    COUNTS,
    MOST,
    NUMBERS,
    PLAYER_FIELDS,
    PLAYERS,
    STARTS,
)
from dicelaw.oracle.files.file_schema import TEXT, fields, listed, name_of, number, rows
from dicelaw.oracle.files.file_schema import scenario as with_own

SIDES = 6


def scenario(game: str) -> dict[str, Any]:
    """The schema of a position and what is played from it."""
    names = listed(TEXT)
    shapes = {
        "hero": name_of(pack_of(EDITIONS[0]).heroes),
        **{name: number(0, top) for name, top in NUMBERS.items()},
        **{name: rows(number(low, MOST)) | {"type": ["object", "null"]} for name, low in COUNTS.items()},
        "hand": {"anyOf": [names, {"type": "string", "pattern": f"^{ANY_CARDS.pattern}$"}]},
        "discard": names,
        "companion_active": {"type": ["boolean", "null"]},
    }
    player = fields({name: shapes[name] for name in PLAYER_FIELDS}, ["hero"])
    own = {
        "players": listed(player, PLAYERS[0], PLAYERS[-1]),
        "mode": name_of(MODES),
        "edition": name_of(EDITIONS),
    }
    return with_own(game, own, STARTS, sides=SIDES, seats=PLAYERS[-1], needed=["players"])
