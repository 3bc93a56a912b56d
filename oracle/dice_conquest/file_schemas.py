"""JSON Schemas of the files that users write about Dice Conquest."""

from __future__ import annotations

from typing import Any

from dicelaw.model.dice_conquest.components import DICE, MOST, SEATS_MOST, SIDES
from dicelaw.oracle.dice_conquest.scenario import DAMAGE, NUMBERS, PLAYER_FIELDS, STARTS
from dicelaw.oracle.files.file_schema import TEXT, fields, listed, number, rows
from dicelaw.oracle.files.file_schema import scenario as with_own


def scenario(game: str) -> dict[str, Any]:
    """The schema of a position before a display and what is played from it."""
    numbers = {name: number(low, top) for name, (low, top) in NUMBERS.items()}
    shapes = {"hero": TEXT, "items": listed(TEXT), **numbers}
    shown = {die: number(1, sides) for die, sides in zip(DICE, SIDES, strict=True)}
    on_card = fields({**shown, DAMAGE: number(0, MOST)}) | {"type": ["object", "null"]}
    own = {
        "players": listed(fields({name: shapes[name] for name in PLAYER_FIELDS}, ["hero"]), 1, SEATS_MOST),
        "first": number(1, SEATS_MOST),
        "display": rows(on_card),
        "available": fields(shown),
        "spent": {"anyOf": [fields(shown), listed({"enum": [*DICE]})]},
        "deck": listed(TEXT),
    }
    return with_own(game, own, STARTS, sides=max(SIDES), seats=SEATS_MOST, needed=["players"])
