"""Swapped dice exchange their positions, and nothing is fielded."""

import pytest
from tables import NEW, OLD, played, players

from dicelaw.oracle.errors import UserError

GAMES = pytest.mark.parametrize("game", [OLD, NEW])
SWAP = """
teams: continuous
players:
  - reserve: {polymorph: action}
    field: {kilowog-drill-instructor: level 3}
    used: [anti-monitor-sixth-dimension]
  - field: {beast-genetic-expert: level 1}
play: [MORE]
"""
OTHER = "1/anti-monitor-sixth-dimension/1"


@GAMES
def test_the_new_die_comes_in_at_level_one_and_is_not_fielded(game):
    more = f"act polymorph, swap kilowog-drill-instructor {OTHER}, until: main"
    session = played(SWAP.replace("MORE", more), game)
    first, second = players(session)
    assert first["field"][OTHER]["face"] == "level 1"
    assert "kilowog-drill-instructor/1" in first["used"]
    assert second["field"]["beast-genetic-expert/1"]["face"] == "level 1"


@pytest.mark.parametrize(
    ("game", "readings", "attacks"),
    [(NEW, {}, True), (OLD, {}, True), (OLD, {"swap_position": "field"}, False)],
)
def test_in_combat_it_takes_the_place_of_the_other(game, readings, attacks):
    more = (
        "until: attack, send kilowog-drill-instructor, go, "
        "block beast-genetic-expert kilowog-drill-instructor, "
        f"act polymorph, swap kilowog-drill-instructor {OTHER}, until: POINT"
    )
    text = SWAP.replace("MORE", more)
    first = players(played(text.replace("POINT", "damage/strike"), game, **readings))[0]
    assert (OTHER in first["attack"]) == attacks
    second = players(played(text.replace("POINT", "clear"), game, **readings))[1]
    assert (second["prep"] == ["beast-genetic-expert/1"]) == attacks
    assert second["life"] == 20


def test_a_starting_die_is_not_swapped_in():
    text = SWAP.replace("[anti-monitor-sixth-dimension]", "[sidekick/1]").replace(
        "MORE", "act polymorph, until: main"
    )
    assert "kilowog-drill-instructor/1" in players(played(text, OLD))[0]["field"]
    with pytest.raises(UserError, match="target/none-no-initiation"):
        played(text, NEW)
