"""Counted companions: the Treant's Spirits and the Artificer's Bots."""

import pytest
from duels import Game, attack

TREANT = ("treant", "paladin")
ARTIFICER = ("artificer", "paladin")


def treant(at="main-1", **setup):
    return Game(at, heroes=TREANT, **setup)


def vines(**setup):
    """An attack with Vengeful Vines: 7 damage and Barbed Vine."""
    return attack(1, 2, 3, 4, 6, ability="vengeful-vines", heroes=TREANT, **setup)


@pytest.mark.parametrize(
    ("before", "way", "after"),
    [
        ({}, ["or/first"], {"seedling": 1}),
        ({"seedling": 1}, ["or/second", "or/first"], {"sapling": 1}),
        ({"seedling": 2, "sapling": 1}, ["or/second", "or/second"], {"seedling": 2, "dryad": 1}),
    ],
)
def test_growing_in_upkeep(before, way, after):
    game = treant("upkeep/begin", values={f"tokens[1/{name}]": count for name, count in before.items()})
    for step in way:
        game.do(step, 1)
    assert game.to("upkeep").tokens(1) == after


@pytest.mark.parametrize(
    ("spirits", "ways"), [({}, {"or/first"}), ({"seedling": 1}, {"or/first", "or/second"})]
)
def test_only_what_can_grow_is_offered(spirits, ways):
    game = treant("upkeep/begin", values={f"tokens[1/{name}]": count for name, count in spirits.items()})
    offered = {f"or/{move.rpartition('/')[2]}" for move in game.to("resolve/or").ids()}
    assert ways <= offered


def test_a_seedling_rerolls_an_own_die_once_a_turn():
    game = treant("offense/begin", values={"tokens[1/seedling]": 3}).roll(1, 1, 2, 4, 4)
    game.do("act seedling/reroll", 1).do("reroll/die 5").do("roll/die 6").to("offense/rolled")
    assert game["dice[4]"] == 6
    assert not game.can("act seedling/reroll", 1)
    assert game.tokens(1) == {"seedling": 2, "seedling-spent": 1}


def test_a_sapling_heals_or_draws():
    heal = treant(values={"tokens[1/sapling]": 2, "health[1]": 30}).do("act sapling/heal", 1)
    assert not heal.to("main-1").can("act sapling/draw", 1)
    assert (heal.to("offense/roll")["health[1]"], heal["cp[1]"]) == (31, 11)
    draw = treant(values={"tokens[1/sapling]": 1}).do("act sapling/draw", 1).to("main-1")
    assert (draw["hand[1]"], draw["cp[1]"], draw.tokens(1)) == (1, 9, {"sapling-spent": 1})
    assert not treant(values={"tokens[1/sapling]": 1, "cp[1]": 0}).can("act sapling/draw", 1)


def test_one_spirit_of_each_type_in_each_players_turn():
    values = {"tokens[2/sapling]": 2, "tokens[2/seedling]": 1, "health[2]": 30}
    game = Game("main-2", values, heroes=("paladin", "treant")).do("declare sapling/heal", 2).to("main-2")
    game.do("pass")
    assert not game.can("declare sapling/heal")
    game.do("or/first").do("act sapling/heal", 2)
    assert game.tokens(2)["sapling-spent"] == 1


def test_a_dryad_adds_damage():
    game = vines(values={"tokens[1/dryad]": 1}).do("act dryad/strike", 1).to("main-2")
    assert (game["health[2]"], game.tokens(1)) == (50 - 7 - 3, {"dryad-spent": 1})


def shamed(*rolled, **setup):
    """An attack with Masamune at its last window before it strikes: a helm rolled inflicts Shame."""
    game = attack(1, 2, 3, 4, 5, ability="masamune", heroes=("samurai", "treant"), **setup)
    return game.roll(*rolled).to("offense/end")


DRYAD = {"tokens[2/dryad]": 1}


def test_a_dryad_keeps_one_negative_token_of_the_attack_off():
    game = shamed(4, 4, 1, 1, 1, values=DRYAD).do("declare dryad/ward", 2).do("shield/use", 2)
    assert game.to("defense/start").tokens(2) == {"dryad-spent": 1, "shame": 1}


def test_what_the_dryad_does_not_keep_off_is_inflicted():
    game = shamed(4, 4, 1, 1, 1, values=DRYAD).do("declare dryad/ward", 2).do("shield/let", 2)
    assert game.to("defense/start").tokens(2) == {"dryad-spent": 1, "shame": 2}
    none = shamed(1, 1, 1, 1, 1, values=DRYAD).do("declare dryad/ward", 2).to("defense/start")
    assert none.tokens(2) == {"dryad-spent": 1}
    assert "resolve/shield" not in {point for point, _ in none.deciders}


def test_a_second_powder_keg_that_is_kept_off_makes_nothing_burst():
    values = {**DRYAD, "tokens[2/powder-keg]": 1}
    game = attack(
        1, 2, 3, 4, 4, ability="light-the-fuse-small", heroes=("cursed-pirate", "treant"), values=values
    )
    game.to("offense/end").do("declare dryad/ward", 2).do("shield/use", 2).to("defense/start")
    assert (game["health[2]"], game.tokens(2)) == (50, {"powder-keg": 1, "dryad-spent": 1})


def test_a_dryad_is_spent_before_the_attack_strikes():
    game = shamed(4, 4, 1, 1, 1, values=DRYAD).to("defense/start").do("pass")
    assert not game.can("declare dryad/ward")
    quiet = attack(4, 4, 4, 1, 1, ability="fortitude", heroes=("barbarian", "treant"), values=DRYAD)
    assert not quiet.to("offense/end").do("pass").can("declare dryad/ward")
    own = vines(values={"tokens[1/dryad]": 1}).to("offense/end")
    assert not own.can("act dryad/ward")


def test_what_is_grown_by_the_defence_rerolls_none_of_its_dice():
    game = attack(1, 2, 3, 4, 6, ability="mighty-blow", heroes=("barbarian", "treant"))
    game.do("defend rooted").roll(4, 4, 1).do("or/first", 2).to("conclusion")
    assert game.tokens(2) == {"seedling": 1}
    assert not game.do("pass").can("declare seedling/reroll")


@pytest.mark.parametrize("given", [(3, 0), (2, 1), (0, 1), (0, 0)])
def test_overgrowth_gives_up_as_many_spirits_as_are_wanted(given):
    values = {"tokens[1/seedling]": 3, "tokens[1/sapling]": 2}
    game = attack(1, 2, 4, 4, 5, ability="overgrowth", heroes=TREANT, values=values)
    game.do(f"give {given[0]}", 1).do(f"give {given[1]}", 1).to("main-2")
    assert game["health[2]"] == 50 - 4 * sum(given)
    assert (game["tokens[1/seedling]"], game["tokens[1/sapling]"]) == (3 - given[0], 2 - given[1])


def test_overgrowth_gives_up_at_most_three():
    values = {"tokens[1/seedling]": 3, "tokens[1/sapling]": 2}
    game = attack(1, 2, 4, 4, 5, ability="overgrowth", heroes=TREANT, values=values).do("give 2", 1)
    assert not game.to("resolve/pay").can("give 2")
    assert game.can("give 1")


def test_bots_are_built_and_upgraded_in_the_own_main_phase():
    game = Game("main-1", {"tokens[1/synth]": 5}, heroes=ARTIFICER)
    assert not game.can("act artificer/upgrade-shock-bot")
    game.do("act artificer/build-shock-bot", 1).to("main-1")
    assert not game.can("act artificer/build-shock-bot")
    game.do("act artificer/upgrade-shock-bot", 1).to("main-1")
    assert game.tokens(1) == {"shock-bot": 2}
    other = Game("main-1", {"tokens[2/synth]": 7}, heroes=("paladin", "artificer")).do("pass")
    assert not other.can("declare artificer/build-nanobot")


@pytest.mark.parametrize(("built", "price"), [(1, 2), (2, 1)])
def test_the_shock_bot_is_activated_for_synth_once_a_turn(built, price):
    values = {"tokens[1/synth]": 4, "tokens[1/shock-bot]": built}
    grade = "basic" if built == 1 else "advanced"
    game = attack(1, 2, 3, 4, 4, ability="jolt", heroes=ARTIFICER, values=values)
    game.do(f"offense/end/act artificer/{grade}-shock-bot", 1).to("offense/end")
    assert not any(game.can(f"act artificer/{one}-shock-bot", 1) for one in ("basic", "advanced"))
    assert game.tokens(1)["synth"] == 4 + 1 - price
    assert game.to("main-2")["health[2]"] == 50 - 7 - 3


def test_no_bot_is_activated_without_synth_or_unbuilt():
    none = attack(1, 2, 3, 4, 4, ability="jolt", heroes=ARTIFICER, values={"tokens[1/synth]": 4})
    assert not none.to("offense/end").can("act artificer/basic-shock-bot", 1)
    poor = attack(1, 2, 3, 4, 4, ability="jolt", heroes=ARTIFICER, values={"tokens[1/shock-bot]": 1})
    assert not poor.to("offense/end").can("act artificer/basic-shock-bot", 1)


@pytest.mark.parametrize(("level", "usable"), [(1, False), (2, True)])
def test_the_heal_bot_needs_six_incoming_damage(level, usable):
    values = {"tokens[2/synth]": 4, "tokens[2/heal-bot]": 1, "health[2]": 30}
    game = Game(heroes=("gunslinger", "artificer"), values=values, levels={"1/take-cover": level})
    game.roll(1, 2, 4, 4, 5).do("announce take-cover").to("defense/start").do("pass")
    assert game.can("declare artificer/basic-heal-bot") is usable


def test_the_heal_bot_is_activated_twice_a_turn():
    values = {"tokens[2/synth]": 7, "tokens[2/heal-bot]": 2, "health[2]": 30}
    game = attack(1, 2, 3, 4, 4, ability="mighty-blow", heroes=("barbarian", "artificer"), values=values)
    game.to("defense/start").do("declare artificer/advanced-heal-bot", 2).roll(3)
    game.do("declare artificer/advanced-heal-bot", 2).roll(4).to("defense/start").do("pass")
    assert not game.can("declare artificer/advanced-heal-bot")
    assert game.tokens(2)["synth"] == 5
    assert game.to("main-2")["health[2]"] == 30 - 9 + 1 + 2


def test_the_nanobot_detonates_all_nanites_in_the_own_upkeep():
    values = {"tokens[1/nanobot]": 1, "tokens[1/synth]": 1, "tokens[2/nanite]": 3, "tokens[1/nanite]": 2}
    game = Game("upkeep/begin", values, heroes=ARTIFICER)
    game.do("pick nanite").roll(1, 1).to("upkeep").do("pass").do("close").to("upkeep")
    assert game.tokens(1)["synth"] == 2
    game.do("act artificer/basic-nanobot", 1).to("upkeep")
    assert not game.can("act artificer/basic-nanobot", 1)
    assert (game.tokens(1), game.tokens(2)) == ({"nanobot": 1, "nanobot-used": 1}, {})
    assert game.to("income").healths() == (50 - 3, 50 - 5)


def test_a_nanite_may_be_bought_just_before_the_detonation():
    values = {"tokens[1/nanobot]": 2, "tokens[1/synth]": 5}
    game = Game("upkeep/begin", values, heroes=ARTIFICER).do("act artificer/nanite", 1).to("upkeep")
    game.do("act artificer/advanced-nanobot", 1).to("income")
    assert (game["health[2]"], game["tokens[1/synth]"]) == (49, 1)


def test_an_ability_activates_built_bots_freely():
    values = {
        "tokens[1/shock-bot]": 1,
        "tokens[1/heal-bot]": 1,
        "tokens[1/nanobot]": 1,
        "tokens[2/nanite]": 1,
    }
    game = attack(6, 6, 6, 6, 1, ability="overclock", heroes=ARTIFICER, values={**values, "health[1]": 30})
    game.do("or/first", 1).do("or/first", 1).roll(5).to("main-2")
    assert game.healths() == (32, 50 - 6 - 3)
    assert game.tokens(1) == {
        "shock-bot": 1, "heal-bot": 1, "nanobot": 1, "shock-bot-used": 1, "heal-bot-used": 1
    }  # fmt: skip
    other = attack(6, 6, 6, 6, 1, ability="overclock", heroes=ARTIFICER, values=values)
    other.do("or/second", 1).do("or/second", 1).do("or/first", 1).to("main-2")
    assert other.healths() == (50, 50 - 6 - 1)
    assert "nanite" not in other.tokens(2)


def test_no_free_activation_of_what_is_not_built_or_was_used():
    game = attack(6, 6, 6, 6, 1, ability="overclock", heroes=ARTIFICER).to("main-2")
    assert game["health[2]"] == 44
    assert "resolve/or" not in {point for point, _ in game.deciders}
    used = attack(6, 6, 6, 6, 1, ability="overclock", heroes=ARTIFICER,
                  values={"tokens[1/shock-bot]": 2, "tokens[1/shock-bot-used]": 1})  # fmt: skip
    assert used.to("main-2")["health[2]"] == 44


def test_the_freely_activated_shock_bot_deals_the_damage_of_the_ability():
    game = attack(6, 6, 6, 6, 1, ability="overclock", heroes=ARTIFICER, values={"tokens[1/shock-bot]": 1})
    game.do("or/first", 1).to("defense/choose")
    assert not game.can("defend divine-defense")
    assert game["printed"] == 9
