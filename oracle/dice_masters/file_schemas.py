"""JSON Schemas of the files that users write about Dice Masters: scenarios, and teams of one player."""

from __future__ import annotations

from typing import Any

from dicelaw.model.dice_masters.cards.team_building import FORMATS, OPEN_POINTS
from dicelaw.oracle.dice_masters.opening import table_pack
from dicelaw.oracle.dice_masters.scenario import COPIES, LISTED, MOST_VIRTUAL, PLAYER_FIELDS, ROLLED, STARTS
from dicelaw.oracle.dice_masters.team_file import CARD_FIELDS, FIELDS, MOST_DICE
from dicelaw.oracle.files.file_schema import (
    SCALAR,
    TEXT,
    about,
    answers,
    fields,
    listed,
    name_of,
    number,
    rows,
)
from dicelaw.oracle.files.file_schema import scenario as with_own
from dicelaw.oracle.games.games import known_game

SIDES = 6
MOST_LIFE = 20


def scenario(game: str) -> dict[str, Any]:
    """The schema of a position and what is played from it."""
    shapes = {
        "life": number(1, MOST_LIFE),
        "virtual": number(0, MOST_VIRTUAL),
        **{name: {**rows(SCALAR), "type": ["object", "null"]} for name in (*ROLLED, COPIES)},
        **{name: listed(TEXT) for name in LISTED},
    }
    player = fields({name: shapes[name] for name in PLAYER_FIELDS})
    pair = listed({"anyOf": [TEXT, team(game)]}, 2, 2)
    own = {
        "teams": {"anyOf": [*name_of(table_pack().teams)["anyOf"], pair]},
        "players": listed(player, 2, 2),
    }
    return with_own(game, own, STARTS, sides=SIDES, seats=2)


def team(game: str) -> dict[str, Any]:
    """The schema of what one player brings, for `check-team`."""
    edition, dice = known_game(game).edition, number(0, MOST_DICE)
    shapes = dict.fromkeys(CARD_FIELDS, TEXT) | {"dice": dice, "maximum": dice}
    entry = fields({name: shapes[name] for name in CARD_FIELDS})
    known = {
        "game": about(game),
        "format": name_of(FORMATS[edition]),
        "about": TEXT,
        "readings": answers(OPEN_POINTS[edition]),
        "cards": listed(entry),
        "basics": listed({"anyOf": [TEXT, fields({"name": TEXT}, ["name"])]}),
    }
    return fields({name: known[name] for name in FIELDS})
