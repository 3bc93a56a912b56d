"""What heroes have before the first turn, and what runs by itself for them."""

import pytest
import yaml
from designs import HERO, write
from duels import Game

from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel
from dicelaw.model.dice_throne.state.duel_state import PHASES


def started(*heroes, first=1):
    """The game at its first turn, player ``first`` having won the roll."""
    return Game("setup", {"first_turn": 1, "cp[1]": 2, "cp[2]": 2}, heroes=heroes).do(f"start-player {first}")


def test_the_hero_set_up_is_a_phase_before_the_first_upkeep():
    game = started("cursed-pirate", "artificer").to("setup/due")
    assert PHASES[game["phase"]] == "hero set-up"
    assert (game["hand[1]"], game["hand[2]"]) == (4, 4)
    assert game.tokens(1) == game.tokens(2) == {}
    game.do("pick artificer/scrap-collector", 1).to("upkeep/begin")
    assert (game.tokens(1), game.tokens(2)) == ({"cursed-doubloon": 3}, {"synth": 3})
    assert PHASES[game["phase"]] == "upkeep"
    assert (game["turn"], game["cp[1]"], game["cp[2]"]) == (0, 2, 2)


@pytest.mark.parametrize(("first", "honor"), [(1, {"honor": 1}), (2, {})])
def test_a_samurai_who_begins_has_honor(first, honor):
    game = started("samurai", "paladin", first=first).to("upkeep/begin")
    assert (game.tokens(1), game.tokens(2)) == (honor, {})


@pytest.mark.parametrize("first", [1, 2])
def test_of_two_samurai_the_first_player_has_honor(first):
    game = started("samurai", "samurai", first=first).to("upkeep/begin")
    assert game.tokens(first) == {"honor": 1}
    assert game.tokens(3 - first) == {}


def test_two_pirates_begin_with_their_own_doubloons():
    game = started("cursed-pirate", "cursed-pirate").to("upkeep/begin")
    assert (game.tokens(1), game.tokens(2)) == ({"cursed-doubloon": 3}, {"cursed-doubloon-of-2": 3})


def test_heroes_without_a_set_up():
    game = started("barbarian", "paladin").to("main-1")
    assert (game.tokens(1), game.tokens(2)) == ({}, {})
    assert not any(step.startswith("setup/due/pick") for step in game.trace)


@pytest.mark.parametrize(("attempts", "honor"), [(1, {"honor": 1}), (2, {"honor": 1}), (3, {})])
def test_bushido_gives_honor_for_fewer_than_three_attempts(attempts, honor):
    game = Game(heroes=("samurai", "paladin")).roll(1, 4, 4, 5, 6)
    for _ in range(attempts - 1):
        game.do("reroll 31").roll(1, 4, 4, 5, 6)
    game.do("choose/decline").to("discard")
    assert game.tokens(1) == {}
    assert game.to("upkeep/begin").tokens(1) == honor


def test_bushido_counts_a_skipped_phase():
    game = Game("offense/begin", {"tokens[1/knockdown]": 1}, heroes=("samurai", "paladin"))
    assert game.to("upkeep/begin").tokens(1) == {"honor": 1}


def test_bushido_is_not_the_opponents():
    game = Game("discard", heroes=("paladin", "samurai")).to("upkeep/begin")
    assert (game.tokens(1), game.tokens(2)) == ({}, {})


@pytest.mark.parametrize(("level", "faces", "synth"), [(1, (), 1), (2, (2,), 1), (2, (6,), 2)])
def test_the_scrap_collector(level, faces, synth):
    game = Game("upkeep/begin", heroes=("artificer", "paladin"), levels={"1/scrap-collector": level})
    assert game.roll(*faces).to("upkeep/end").tokens(1) == {"synth": synth}


def test_a_duel_knows_the_status_effects_that_its_heroes_bring_about_and_no_others():
    pack = load_pack()
    known = {status.id for status in duel(pack, ("barbarian", "paladin")).duel.statuses[1:]}
    assert known >= {"stun", "concussion", "crit", "blessing-of-divinity"}
    assert not known & {"blind", "synth", "powder-keg"}
    more = {status.id for status in duel(pack, ("barbarian", "paladin"), also=["blind"]).duel.statuses[1:]}
    assert more == known | {"blind"}
    with pytest.raises(KeyError):
        duel(pack, ("barbarian", "paladin"), also=["blond"])


def test_a_limit_of_a_status_effect_that_is_not_there_tells_nothing(tmp_path):
    """Fuzzing found a traceback instead."""
    path = write(tmp_path)
    hero = yaml.safe_load(path.read_text(encoding="utf-8"))
    hero["hero"]["limits"] = {"burn": 2}
    path.write_text(yaml.safe_dump(hero), encoding="utf-8")
    made = duel(load_pack([tmp_path]), (HERO, "barbarian"))
    assert "burn" not in {status.id for status in made.duel.statuses}
