"""Rerolled dice: what may be in the Field stays there, the rest goes to the Reserve Pool."""

import pytest
from tables import NEW, OLD, played, players

GAMES = pytest.mark.parametrize("game", [OLD, NEW])
REROLL = """
teams: continuous
players:
  - reserve: {anti-monitor-sixth-dimension: level 1, magic-missile: action, sidekick/1: fist,
              sidekick/2: bolt}
  - {field: {ronan-treason: level 3, beast-genetic-expert/1: level 1}, reserve: {sidekick/1: shield}}
play:
  - act magic-missile
  - damage ronan-treason
  - global magic-missile
  - pay 1/STARTING/2 1
  - damage ronan-treason
  - field 1/anti-monitor-sixth-dimension
  - pay 1/STARTING/1 1
  - set-aside beast-genetic-expert/1
  - pick ronan-treason
  - roll: FACE
  - until: main
"""


def _rerolled(game, face):
    starting = "npc" if game == OLD else "sidekick"
    return players(played(REROLL.replace("STARTING", starting).replace("FACE", f"[{face}]"), game))


@GAMES
def test_a_character_face_stays_with_all_that_lies_on_it(game):
    _, second = _rerolled(game, 5)
    assert second["field"]["ronan-treason/1"]["face"] == "level 2"
    assert second["field"]["ronan-treason/1"]["damage"] == 3


@GAMES
def test_energy_goes_to_the_reserve_pool(game):
    _, second = _rerolled(game, 3)
    assert second["reserve"]["ronan-treason/1"] == {"face": "2 bolt"}
    assert second["field"] == {}


CONTROLLED = """
teams: continuous
players:
  - controlled: {ronan-treason: level 3}
    reserve: {anti-monitor-sixth-dimension: level 1, sidekick/1: fist}
  - {}
play: [field 1/anti-monitor-sixth-dimension, "pay 1/STARTING/1 1", pick ronan-treason, roll: [1],
       until: POINT]
"""


@GAMES
def test_a_controlled_die_on_energy_is_its_controllers_until_the_turn_ends(game):
    text = CONTROLLED.replace("STARTING", "npc" if game == OLD else "sidekick")
    first, _ = players(played(text.replace("POINT", "main"), game))
    assert first["reserve"]["ronan-treason/1"]["face"] == "bolt"
    _, second = players(played(text.replace("POINT", "clear"), game))
    assert second["prep"] == ["ronan-treason/1"]
