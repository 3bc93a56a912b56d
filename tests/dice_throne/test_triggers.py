"""Effects that run by themselves in the Upkeep Phase and at the end of a turn, and their order."""

import pytest
from duels import Game

from dicelaw.oracle.cli import main

TWO_AT_ONCE = """source: mine
statuses:
  - id: spark
    name: Spark
    sign: negative
    limit: 1
    triggers:
      - {at: upkeep, effect: [deal 1 to self]}
      - {at: upkeep, effect: [heal 3]}
"""


def upkeep(hands=None, heroes=("barbarian", "paladin"), **tokens):
    """A game at the start of a turn of player 1, who has ``tokens``; ``theirs_...`` has player 2."""
    values = {}
    for name, count in tokens.items():
        seat, status = (2, name.removeprefix("theirs_")) if name.startswith("theirs_") else (1, name)
        values[f"tokens[{seat}/{status.replace('_', '-')}]"] = count
    return Game("upkeep/begin", values, heroes=heroes, hands=hands)


@pytest.mark.parametrize(
    ("faces", "health", "left"), [((4, 1), 48, 2), ((4, 5), 49, 1), ((6, 5), 50, 0), ((5, 1), 49, 1)]
)
def test_each_bleed_is_rolled_for_by_itself(faces, health, left):
    game = upkeep(bleed=2).roll(*faces).to("income")
    assert game["health[1]"] == health
    assert game.tokens(1).get("bleed", 0) == left


def test_damage_of_a_bleed_that_was_rolled_stays_when_the_token_is_removed():
    game = upkeep(bleed=1, hands={1: ["buh-bye"]}).roll(3).to("upkeep")
    game.do("act buh-bye").do("pick 1").do("remove-one bleed").to("income")
    assert (game["health[1]"], game.tokens(1)) == (49, {})


def test_upkeep_damage_and_its_tokens():
    game = upkeep(poison=3, burn=1).to("income")
    assert game["health[1]"] == 50 - 3 - 2
    assert game.tokens(1) == {"poison": 3, "burn": 1}


def test_only_the_active_player_suffers_in_upkeep():
    assert upkeep(theirs_poison=3, theirs_burn=1, theirs_bleed=1).to("income").healths() == (50, 50)


def test_upkeep_damage_defeats_when_the_phase_ends():
    game = Game("upkeep/begin", {"health[1]": 2, "tokens[1/poison]": 3, "tokens[1/protect]": 1})
    assert game.to("upkeep")["health[1]"] == 2
    assert game.to("over").healths() == (0, 50)
    saved = Game("upkeep/begin", {"health[1]": 2, "tokens[1/poison]": 3, "tokens[1/protect]": 1})
    assert saved.do("act prevent-half").to("income")["health[1]"] == 1


@pytest.mark.parametrize(("faces", "left"), [((6, 6, 1), 1), ((1, 2, 3), 3), ((6, 6, 6), 0)])
def test_each_nanite_is_rolled_for_by_itself(faces, left):
    game = upkeep(nanite=3).roll(*faces).to("income")
    assert (game["health[1]"], game.tokens(1).get("nanite", 0)) == (50, left)


@pytest.mark.parametrize(("positive", "health"), [(0, 50), (1, 49)])
def test_parasite_hurts_whoever_has_a_positive_status_effect(positive, health):
    assert upkeep(parasite=1, crit=positive, burn=0).to("income")["health[1]"] == health


def test_parasite_is_not_fed_by_negative_ones_nor_by_companions():
    assert upkeep(parasite=1, concussion=1, seedling=2).to("income")["health[1]"] == 50


def test_holy_presence_hurts_the_opponent():
    game = upkeep(holy_presence=2).to("income")
    assert game.healths() == (50, 48)
    assert game.tokens(1) == {"holy-presence": 2}


def test_fire_mastery_cools_off():
    assert upkeep(fire_mastery=3, theirs_fire_mastery=2).to("income").tokens(1) == {"fire-mastery": 2}


@pytest.mark.parametrize(("face", "left", "health"), [(1, 0, 47), (2, 0, 47), (3, 1, 50), (5, 1, 50)])
def test_a_powder_keg_explodes_or_waits(face, left, health):
    game = upkeep(powder_keg=1, protect=1).roll(face).to("upkeep")
    assert game["health[1]"] == health  # isolated damage is dealt at once
    assert game.tokens(1).get("powder-keg", 0) == left


def test_an_explosion_defeats_at_once():
    game = Game("upkeep/begin", {"health[1]": 3, "tokens[1/powder-keg]": 1}).roll(2)
    assert game.to("over").healths() == (0, 50)


def test_blessing_of_divinity_saves_from_an_explosion():
    game = upkeep(powder_keg=1, blessing_of_divinity=1)
    game.state = game.machine.with_state(game.state, **{"health[1]": 2})
    game.roll(1).to("income")
    assert (game["health[1]"], game.tokens(1)) == (1, {})


def test_a_powder_keg_may_be_passed_on():
    game = upkeep(powder_keg=1).roll(6).do("or/first").to("income")
    assert (game.tokens(1), game.tokens(2)) == ({}, {"powder-keg": 1})
    kept = upkeep(powder_keg=1).roll(6).do("or/second").to("income")
    assert (kept.tokens(1), kept.tokens(2)) == ({"powder-keg": 1}, {})
    assert game.healths() == kept.healths() == (50, 50)


def test_a_second_powder_keg_makes_the_first_burst():
    game = upkeep(powder_keg=1, theirs_powder_keg=1).roll(6).do("or/first").to("income")
    assert game.healths() == (50, 47)
    assert (game.tokens(1), game.tokens(2)) == ({}, {"powder-keg": 1})


def test_a_second_powder_keg_bursts_before_the_attack_that_brings_it():
    values = {"tokens[2/powder-keg]": 1, "health[2]": 3}
    game = Game(heroes=("cursed-pirate", "paladin"), values=values).roll(1, 2, 3, 4, 4)
    game.do("announce light-the-fuse-small").to("over")
    assert game.healths() == (50, 0)
    assert "defense/choose" not in {point for point, _ in game.deciders}
    alive = Game(heroes=("cursed-pirate", "paladin"), values={"tokens[2/powder-keg]": 1})
    alive.roll(1, 2, 3, 4, 4).do("announce light-the-fuse-small").to("defense/start")
    assert (alive["health[2]"], alive.tokens(2)) == (47, {"powder-keg": 1})


def test_the_active_player_picks_what_comes_first():
    game = upkeep(poison=1, bleed=2, fire_mastery=1).to("upkeep/due")
    assert {game.labels(move) for move in game.moves()} == {
        "upkeep/due/pick poison",
        "upkeep/due/pick bleed",
        "upkeep/due/pick fire-mastery",
    }
    game.do("pick bleed", 1).roll(5)
    assert game.to("upkeep/due").can("pick bleed")
    game.do("pick fire-mastery").do("pick bleed").roll(1)
    assert game.to("upkeep")["tokens[1/bleed]"] == 1
    assert {seat for point, seat in game.deciders if point == "upkeep/due"} == {1}


def test_the_order_can_matter():
    first = upkeep(parasite=1, fire_mastery=1).do("pick parasite").to("income")
    assert first["health[1]"] == 49
    second = upkeep(parasite=1, fire_mastery=1).do("pick fire-mastery").to("income")
    assert second["health[1]"] == 50


def test_one_effect_needs_no_picking():
    game = upkeep(poison=3).to("upkeep/end")
    assert "upkeep/due/run" in game.trace
    assert {point for point, _ in game.deciders} == {"upkeep"}


def test_the_rules_pick_for_a_stunned_player():
    game = upkeep(stun=1, poison=1, bleed=1, powder_keg=1, evasive=1).roll(6, 4).to("income")
    assert not any(seat == 1 for _, seat in game.deciders)
    assert game["health[1]"] == 49
    assert game.tokens(1) == {"stun": 1, "poison": 1, "powder-keg": 1, "evasive": 1}
    assert [step for step in game.trace if step.startswith("upkeep/due/")] == [
        "upkeep/due/run",
        "upkeep/due/run",
        "upkeep/due/run",
        "upkeep/due/done",
    ]


def test_a_die_of_an_effect_that_runs_by_itself_may_be_altered():
    game = upkeep(bleed=1, hands={2: ["tip-it"]}).roll(5).do("declare tip-it", 2).do("nudge 1 down")
    game.to("income")
    assert (game["health[1]"], game.tokens(1)) == (49, {"bleed": 1})


def test_delayed_poison_at_the_end_of_the_turn():
    game = Game("discard", {"tokens[1/delayed-poison]": 2, "tokens[2/delayed-poison]": 1})
    assert game.to("turn-end").tokens(1) == {}
    assert game["turn"] == 0
    assert game.to("upkeep/begin").healths() == (44, 50)
    assert game["turn"] == 1
    assert game.tokens(2) == {"delayed-poison": 1}


@pytest.mark.parametrize(("face", "health"), [(2, 50), (3, 44)])
def test_one_evasive_avoids_all_of_a_delayed_poison(face, health):
    values = {"tokens[1/delayed-poison]": 2, "tokens[1/evasive]": 1}
    game = Game("discard", values).to("turn-end").do("act roll-avoid", 1).roll(face).to("upkeep/begin")
    assert (game["health[1]"], game.tokens(1)) == (health, {})


def test_delayed_poison_defeats_before_the_turn_passes():
    game = Game("discard", {"health[1]": 3, "tokens[1/delayed-poison]": 1})
    assert game.to("over").healths() == (0, 50)
    assert game["turn"] == 0


def test_a_turn_without_harm_at_its_end_has_no_window_there():
    game = Game("discard", {"tokens[1/hex]": 1, "tokens[1/silence]": 1, "tokens[2/hex]": 1})
    game.to("upkeep/begin")
    assert (game.tokens(1), game.tokens(2)) == ({}, {"hex": 1})
    assert "turn-end/pass" not in [point for point, _ in game.deciders]
    assert "turn-end/apply/apply" not in game.trace


def test_what_a_removed_token_had_in_store_does_not_happen():
    game = Game("main-2", {"tokens[1/delayed-poison]": 1}, hands={1: ["buh-bye"]})
    game.do("act buh-bye").do("pick 1").do("remove-one delayed-poison").to("upkeep/begin")
    assert game["health[1]"] == 50


def test_two_effects_of_one_entry_are_told_apart(tmp_path, capsys):
    """Each of them can be picked first, so each has a name of its own."""
    (tmp_path / "mine.yaml").write_text(TWO_AT_ONCE, encoding="utf-8")
    (tmp_path / "scene.yaml").write_text(
        "players: [{hero: barbarian, health: 20, tokens: {spark: 1}}, {hero: paladin}]\n"
        "start: upkeep/begin\nplay: [{until: upkeep/due}]\n",
        encoding="utf-8",
    )
    asked = ["legal", "dice-throne", str(tmp_path / "scene.yaml"), "--content", str(tmp_path / "mine.yaml")]
    assert main(asked) == 0
    out = capsys.readouterr().out
    assert "pick spark  [" in out
    assert "pick spark (2)  [" in out
