"""Copied stats: of the very face in the older edition, of their own level in the newer one, for a turn."""

import pytest
from tables import NEW, OLD, opened, played, players

COPY = """
teams: taking
players:
  - {reserve: {mimic-best-of-the-x-men: level 1}}
  - {field: {ronan-treason: level 3, sidekick/1: level 1}}
play: [field mimic-best-of-the-x-men, copy NAME, until: POINT]
"""


def _mimic(game, name, point="main", **readings):
    name = name.replace("STARTING", "npc" if game == OLD else "sidekick")
    session = played(COPY.replace("NAME", name).replace("POINT", point), game, **readings)
    row = players(session)[0]["field"]["mimic-best-of-the-x-men/1"]
    return row["attack"], row["defense"]


@pytest.mark.parametrize(
    ("game", "readings", "stats"),
    [(NEW, {}, (5, 5)), (NEW, {"copied_level": "copied"}, (8, 8)), (OLD, {}, (8, 8))],
)
def test_the_stats_are_of_the_level_that_the_edition_names(game, readings, stats):
    assert _mimic(game, "ronan-treason", **readings) == stats


@pytest.mark.parametrize("game", [OLD, NEW])
def test_a_starting_die_has_one_level(game):
    assert _mimic(game, "2/STARTING/1") == (1, 1)


@pytest.mark.parametrize("game", [OLD, NEW])
def test_what_is_copied_is_lost_when_the_turn_ends(game):
    assert _mimic(game, "ronan-treason", "clear") == (1, 1)


POSITION = """
teams: taking
players:
  - {field: {mimic-best-of-the-x-men: level 1}, copies: {mimic-best-of-the-x-men: stats of ronan-treasonMORE}}
  - {}
"""


@pytest.mark.parametrize(
    ("game", "readings", "more", "stats", "says"),
    [
        (NEW, {}, "", (5, 5), ""),
        (NEW, {}, " on level 3", (5, 5), ""),
        (NEW, {"copied_level": "copied"}, " on level 3", (8, 8), " on level 3"),
        (OLD, {}, " on level 3", (8, 8), " on level 3"),
    ],
)
def test_a_position_says_whose_stats_a_die_copies(game, readings, more, stats, says):
    session, _ = opened(POSITION.replace("MORE", more), game, **readings)
    row = players(session)[0]["field"]["mimic-best-of-the-x-men/1"]
    assert (row["attack"], row["defense"]) == stats
    assert row["copies"] == f"stats of ronan-treason{says}"
