"""Captured dice: under their captor they are out of the game, and they come back when it is gone."""

import pytest
from tables import NEW, OLD, offers, played, players

GAMES = pytest.mark.parametrize("game", [OLD, NEW])
CAPTURE = """
teams: taking
players:
  - {reserve: {rogue-cant-touch-this: level 1, sidekick/1: mask}, field: {deadman-boston-brand: level 1}}
  - {field: {beast-genetic-expert/1: level 2, ronan-treason: level 3}}
play: [field rogue-cant-touch-this, "pay 1/STARTING/1 1", capture ronan-treason, MORE]
"""


def _played(text, game, more, **readings):
    starting = "npc" if game == OLD else "sidekick"
    return played(text.replace("MORE", more).replace("STARTING", starting), game, **readings)


@GAMES
def test_a_captured_die_is_under_its_captor_and_nowhere_else(game):
    session = _played(CAPTURE, game, "until: main")
    second = players(session)[1]
    assert second["captured"] == {
        "ronan-treason/1": {"face": "level 3", "held_by": "1/rogue-cant-touch-this/1"}
    }
    assert "ronan-treason/1" not in second["field"]


@GAMES
def test_it_is_no_target_and_cannot_block(game):
    session = _played(CAPTURE, game, "until: attack, send deadman-boston-brand, go, until: block")
    assert not any("ronan" in offer for offer in offers(session))


@GAMES
def test_it_returns_on_its_level_when_the_turn_ends(game):
    second = players(_played(CAPTURE, game, "until: clear"))[1]
    assert second["captured"] == {}
    assert second["field"]["ronan-treason/1"]["face"] == "level 3"


LEAVES = """
teams: taking
players:
  - {reserve: {rogue-cant-touch-this: level 1, sidekick/1: mask}, bag: [sidekick/2, sidekick/3]}
  - {field: {ronan-treason: level 3}}
play: [field rogue-cant-touch-this, "pay 1/STARTING/1 1", capture ronan-treason, until: attack,
       send 1/rogue-cant-touch-this, until: attack/over]
"""


@pytest.mark.parametrize(
    ("game", "readings", "captured"),
    [(NEW, {}, False), (OLD, {}, True), (OLD, {"holder_gone": "ends"}, False)],
)
def test_a_captor_that_goes_out_of_play_lets_go_by_the_newer_rules(game, readings, captured):
    session = _played(LEAVES, game, "", **readings)
    first, second = players(session)
    assert "1/rogue-cant-touch-this/1" in first["out_of_play"]
    assert bool(second["captured"]) == captured


KOED = """
teams: taking
players:
  - reserve: {rogue-cant-touch-this: level 1, magic-missile: action, sidekick/1: bolt, sidekick/2: mask,
              sidekick/3: bolt}
  - {field: {ronan-treason: level 3}}
play: [global magic-missile, "pay 1/STARTING/1 1", damage ronan-treason, field rogue-cant-touch-this,
       "pay 1/STARTING/2 1", capture ronan-treason, act magic-missile, damage 1/rogue-cant-touch-this,
       global magic-missile, "pay 1/STARTING/3 1", damage 1/rogue-cant-touch-this, until: main]
"""


@pytest.mark.parametrize(("reading", "damage"), [("lost", 0), ("kept", 1)])
@GAMES
def test_a_ko_d_captor_lets_go_and_the_reading_says_of_what_lies_on_the_die(game, reading, damage):
    first, second = players(_played(KOED, game, "", captured_marks=reading))
    assert first["prep"] == ["1/rogue-cant-touch-this/1"]
    assert second["field"]["ronan-treason/1"]["face"] == "level 3"
    assert second["field"]["ronan-treason/1"]["damage"] == damage


LASTING = """
teams: taking
players:
  - reserve: {deadman-boston-brand: level 1, sidekick/1: shield}
  - {field: {ronan-treason: level 2}}
play: [field deadman-boston-brand, "pay 1/STARTING/1 1", keep ronan-treason, until: clear]
"""


@GAMES
def test_a_capture_lasts_as_its_text_says(game):
    second = players(_played(LASTING, game, ""))[1]
    assert second["captured"]["ronan-treason/1"]["held_by"] == "deadman-boston-brand/1"


SEIZED = """
teams: taking
players:
  - {reserve: {gelatinous-cube-lesser-ooze: level 1, magic-missile: action, sidekick/1: bolt}}
  - {reserve: {sidekick/1: fist, beast-genetic-expert: mask}}
play: [field gelatinous-cube-lesser-ooze, seize 2/STARTING/1, MORE]
"""


@GAMES
def test_energy_is_captured_from_the_reserve_pool(game):
    session = _played(SEIZED, game, "until: main")
    starting = f"2/{'npc' if game == OLD else 'sidekick'}/1"
    second = players(session)[1]
    assert second["captured"][starting]["face"] == "fist"
    assert starting not in second["reserve"]


@GAMES
def test_it_goes_to_the_used_pile_when_the_captor_has_left(game):
    more = """act magic-missile, damage gelatinous-cube-lesser-ooze,
              global magic-missile, "pay 1/STARTING/1 1", damage gelatinous-cube-lesser-ooze, until: main"""
    second = players(_played(SEIZED, game, more))[1]
    assert second["captured"] == {}
    assert len(second["used"]) >= 1
