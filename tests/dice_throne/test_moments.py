"""Instants and tokens at any time: between the effects of a phase, in the Discard Phase, and at a then."""

import pytest
from duels import Game, attack

SEVEN = ["getting-paid", "smack-2", "smack-3", "fortitude-2", "overpower-2", "reckless-2", "thick-skin-2"]


def test_an_instant_may_be_played_in_the_discard_phase_instead_of_selling():
    game = Game("discard", {"cp[1]": 2}, hands={1: SEVEN})
    assert not game.can("pass")
    game.do("act getting-paid").to("discard")
    assert (game["hand[1]"], game["cp[1]"]) == (6, 4)
    assert game.can("pass")
    assert not game.can("sell")
    assert game.to("upkeep/begin")["turn"] == 1


def test_the_opponent_may_use_instants_in_the_discard_phase_and_sells_nothing():
    game = Game("discard", {"cp[2]": 0}, hands={2: ["getting-paid", "tip-it"]}).do("pass", 1)
    assert game.ids() == {"discard/close", "discard/declare"}
    game.do("declare getting-paid", 2).to("discard")
    assert (game["cp[2]"], game["hand[2]"], game["holder"]) == (2, 1, 0)


def test_a_stunned_player_passes_the_discard_phase_with_too_many_cards():
    game = Game("discard", {"tokens[1/stun]": 1}, hands={1: SEVEN}).to("upkeep/begin")
    assert (game["turn"], game["hand[1]"]) == (1, 7)
    assert not any(seat == 1 for _, seat in game.deciders)


def test_a_powder_keg_may_be_removed_before_its_die_is_rolled():
    game = Game("upkeep/begin", {"health[1]": 3, "tokens[1/powder-keg]": 1}, hands={1: ["buh-bye"]})
    game.do("act buh-bye").do("pick 1").do("remove-one powder-keg").to("offense/begin")
    assert (game["health[1]"], game.tokens(1)) == (3, {})
    assert not any("roll/die" in step for step in game.trace)


def test_tokens_may_be_spent_between_two_effects_of_upkeep():
    values = {"tokens[1/poison]": 3, "tokens[1/bleed]": 1, "tokens[1/cleanse]": 2}
    game = Game("upkeep/begin", values, heroes=("monk", "cursed-pirate")).do("pick bleed").roll(5)
    game.to("upkeep").do("act cleanse/remove-one").do("pick-token/remove-one poison").to("income")
    assert (game["health[1]"], game.tokens(1)) == (48, {"poison": 2, "cleanse": 1})


def test_a_nanobot_may_be_used_before_the_own_nanites_are_rolled_for():
    values = {"tokens[1/nanobot]": 1, "tokens[1/synth]": 5, "tokens[1/nanite]": 2, "tokens[2/nanite]": 3}
    game = Game("upkeep/begin", values, heroes=("artificer", "paladin")).do("act basic-nanobot", 1)
    game.to("income")
    assert game.healths() == (50 - 3, 50 - 5)
    assert not any("roll/die" in step for step in game.trace)


def test_what_was_picked_waits_for_the_other_player_and_does_not_come_without_its_token():
    values = {"tokens[1/poison]": 2, "tokens[1/bleed]": 1}
    game = Game("upkeep/begin", values, hands={2: ["buh-bye"]}).do("pick bleed", 1)
    assert game.at == "upkeep"
    game.do("declare buh-bye", 2).do("choose-player/pick 1", 2).do("remove-one bleed", 2).to("income")
    assert (game["health[1]"], game.tokens(1)) == (48, {"poison": 2})
    assert not any("roll/die" in step for step in game.trace)


@pytest.mark.parametrize(("removed", "dice"), [(0, 2), (1, 1), (2, 0)])
def test_an_effect_comes_for_each_token_that_is_left(removed, dice):
    values = {"tokens[1/bleed]": 2, "tokens[1/cleanse]": 2}
    game = Game("upkeep/begin", values, heroes=("monk", "paladin"))
    for _ in range(removed):
        game.do("act cleanse/remove-one").do("pick-token/remove-one bleed")
    game.roll(*[1] * dice).to("income")
    assert game["health[1]"] == 50 - dice


def test_what_is_inflicted_during_upkeep_comes_in_the_next():
    game = Game("upkeep/begin", {"tokens[1/bleed]": 1}, heroes=("monk", "wild"), hands={2: ["bolt"]})
    game.do("declare bolt", 2).roll(1).to("income")
    assert game["health[1]"] == 49
    assert game.tokens(1) == {"bleed": 1, "stun": 1}


def test_an_instant_may_come_between_the_damage_of_upkeep_and_income():
    values = {"tokens[1/poison]": 1, "tokens[1/concussion]": 1, "library[1]": 3}
    game = Game("upkeep/begin", values, hands={1: ["buh-bye"]}).to("income/begin")
    assert game["health[1]"] == 49
    game.do("act buh-bye").do("pick 1").do("remove-one concussion").to("main-1")
    assert (game["cp[1]"], game["hand[1]"]) == (10 - 2 + 1, 1)


def test_damage_dealt_before_income_is_applied_before_income():
    values = {"tokens[1/poison]": 1, "health[2]": 1}
    game = Game("upkeep/begin", values, heroes=("wild", "barbarian"), hands={1: ["stare"]}).to("income/begin")
    game.do("act stare").roll(2, 1).to("income")
    assert game["phase"] == game.made.duel.phase.slot.labels.index("income")
    assert game["healing[1]"] == 0


def test_nobody_waits_between_phases_where_nothing_was_applied():
    game = Game("upkeep/begin").to("offense/roll")
    assert {point for point, _ in game.deciders} == {"upkeep", "main-1"}


@pytest.mark.parametrize(("reading", "waits"), [("together", False), ("apart", True)])
def test_the_steps_of_income_are_one_thing_or_two(reading, waits):
    game = Game("income", income_steps=reading).to("main-1")
    assert (("income/paid", 1) in game.deciders) == waits
    assert (game["cp[1]"], game["hand[1]"]) == (11, 1)


def test_an_instant_may_come_before_the_roll_phase_that_stun_brings():
    game = attack(6, 6, 6, 6, 1, ability="crit-bash", hands={1: ["getting-paid"]})
    game.to("conclusion/over").do("act getting-paid", 1)
    assert game["health[2]"] == 45
    game.to("offense/roll")
    assert (game["tokens[2/stun]"], game["cp[1]"]) == (0, 12)


def test_no_roll_phase_follows_where_stun_was_removed_before_it():
    game = attack(6, 6, 6, 6, 1, ability="crit-bash", hands={1: ["buh-bye"]}).to("conclusion/over")
    game.do("act buh-bye").do("pick 2").do("remove-one stun").do("conclusion/no-more")
    assert game.at == "main-2"


def test_what_is_due_at_the_end_of_the_turn_leaves_a_moment_when_it_is_applied():
    game = Game("discard", {"tokens[1/delayed-poison]": 1}, hands={1: ["getting-paid"]})
    game.do("turn-end/apply/go-on")
    assert (game.at, game["health[1]"], game["turn"]) == ("turn-end", 47, 0)
    game.do("act getting-paid", 1).do("turn-end/pass/turn")
    assert game["cp[1]"] == 12


def test_a_then_in_front_of_what_lands_is_a_moment():
    game = attack(6, 6, 6, 1, 2, ability="maul", heroes=("wild", "barbarian"), hands={2: ["not-this-time"]})
    game.do("activate").to("resolve/then")
    assert (game["tokens[2/stun]"], game["printed"]) == (0, 4)
    game.do("play not-this-time", 2).do("choose-player/pick 2", 2).to("conclusion/check")
    assert (game.healths(), game["tokens[2/stun]"]) == ((50, 50), 1)


def test_behind_a_then_the_stunned_player_can_do_nothing():
    game = attack(6, 6, 6, 6, 1, ability="crit-bash", hands={2: ["not-this-time"]}).do("activate")
    game.to("conclusion/check")
    assert game.healths() == (50, 45)
    assert not any(seat == 2 for point, seat in game.deciders if point.startswith(("defense", "conclusion")))


def test_what_follows_a_then_comes_after_what_has_landed():
    setup = {"heroes": ("monk", "paladin"), "levels": {"1/fist-of-tranquility": 2}}
    game = attack(1, 2, 3, 4, 5, ability="fist-of-tranquility", **setup).to("resolve/then")
    assert (game["tokens[2/knockdown]"], game["tokens[1/chi]"]) == (1, 0)
    game.to("defense/start")
    assert (game["tokens[1/evasive]"], game["tokens[1/chi]"]) == (1, 3)


@pytest.mark.parametrize(
    ("ability", "faces", "stunned"), [("maul", (6, 6, 6, 1, 2), 0), ("pounce", (6, 1, 2, 4, 5), 1)]
)
def test_stun_waits_for_the_defence_only_behind_damage_and_a_then(ability, faces, stunned):
    game = attack(*faces, ability=ability, heroes=("wild", "barbarian"), then_stun="defense-first")
    assert game.do("activate").to("defense/start")["tokens[2/stun]"] == stunned
    assert game.to("conclusion/check")["tokens[2/stun]"] == 1
