"""Tokens with several uses: Blood Power, Tactical Advantage, Mesmerize, and what is given up in one go."""

import pytest
from duels import Game, attack

VAMPIRE = ("vampire-lord", "paladin")
CLAWS = (1, 2, 3, 4, 5)  # Gouge: 3 damage, and both straights


def gouge(**setup):
    return attack(*CLAWS, ability="gouge", heroes=VAMPIRE, **setup)


def test_each_use_of_blood_power_is_made_once_a_turn():
    game = gouge(values={"tokens[1/blood-power]": 4}).do("act blood-power/strike", 1).to("offense/end")
    assert not game.can("act blood-power/strike", 1)
    assert game.tokens(1) == {"blood-power": 3, "blood-power-strike": 1}
    assert game.can("act blood-power/draw", 1)
    assert game.to("main-2")["health[2]"] == 50 - 3 - 2
    assert game.to("main-1").tokens(1) == {"blood-power": 3}


def test_a_use_in_the_opponents_turn_counts_for_that_turn():
    values = {"tokens[2/blood-power]": 4, "tokens[2/poison]": 1, "tokens[2/burn]": 1}
    game = Game("main-2", values, heroes=("paladin", "vampire-lord"))
    game.do("declare blood-power/cleanse", 2).do("remove-one burn").to("main-2").do("pass")
    assert not game.can("declare blood-power/cleanse")
    assert game.tokens(2) == {"blood-power": 2, "blood-power-cleanse": 1, "poison": 1}
    game.to("upkeep").do("act blood-power/cleanse").do("remove-one poison")
    assert game.tokens(2) == {"blood-power-cleanse": 1}


def test_blood_power_draws_two_and_discards_one_of_any_choice():
    values = {"tokens[1/blood-power]": 4}
    game = Game("main-1", values, heroes=VAMPIRE, hands={1: ["dark-omen"]}).do("act blood-power/draw", 1)
    game.do("draw/card tip-it").do("draw/card six-it").to("resolve/give-card")
    assert all(game.can(f"give-card/pick {card}", 1) for card in ("tip-it", "six-it", "dark-omen"))
    assert not game.can("give-card/pick so-wild")
    game.do("give-card/pick dark-omen", 1).to("main-1")
    assert (game["hand[1]"], game["pile[1]"], game.tokens(1)["blood-power"]) == (2, 1, 1)


@pytest.mark.parametrize(("protects", "dealt"), [(0, 3), (1, 1), (2, 0)])
def test_blood_power_heals_what_is_dealt_after_prevention(protects, dealt):
    values = {"tokens[1/blood-power]": 4, "tokens[2/protect]": protects, "health[1]": 20}
    game = gouge(values=values).do("act blood-power/heal", 1)
    for _ in range(protects):
        game.do("declare prevent-half", 2)
    assert game.to("main-2").healths() == (20 + dealt, 50 - dealt)


def test_blood_power_heals_from_an_attack_alone():
    game = attack(4, 4, 4, 6, 1, ability="sanguimancy", heroes=VAMPIRE, values={"tokens[1/blood-power]": 4})
    assert not game.to("offense/end").can("act blood-power/heal", 1)
    assert not Game("main-1", {"tokens[1/blood-power]": 4}, heroes=VAMPIRE).can("act blood-power/heal", 1)


def test_blood_power_for_a_card_is_none_of_its_uses():
    game = Game("main-1", {"tokens[1/blood-power]": 3}, heroes=VAMPIRE, hands={1: ["consume-blood"]})
    game.do("play consume-blood").to("resolve/pay")
    assert not game.can("give 3")
    game.do("give 2").to("main-1")
    assert (game["cp[1]"], game.tokens(1)) == (14, {"blood-power": 1})
    none = Game("main-1", {"tokens[1/blood-power]": 3}, heroes=VAMPIRE, hands={1: ["consume-blood"]})
    assert none.do("play consume-blood").do("give 0").to("main-1")["cp[1]"] == 10


def test_nothing_is_asked_where_there_is_nothing_to_give():
    game = Game("main-1", heroes=VAMPIRE, hands={1: ["consume-blood"]}).do("play consume-blood").to("main-1")
    assert "resolve/pay" not in {point for point, _ in game.deciders}


def test_a_search_takes_any_card_of_the_deck():
    game = attack(6, 6, 6, 6, 6, ability="exsanguinate", heroes=VAMPIRE).to("resolve/search")
    game.do("search/pick dark-omen", 1).to("main-2")
    assert (game["hand[1]"], game["library[1]"]) == (1, game.made.content.deck - 1)
    assert game[f"zone[{game.card(1, 'dark-omen')}]"] == 1
    assert game["health[2]"] == 40


@pytest.mark.parametrize(("face", "rerolled"), [(4, False), (5, True), (6, True)])
def test_mesmerize(face, rerolled):
    values = {"tokens[2/mesmerize]": 1}
    game = Game(heroes=("paladin", "vampire-lord"), values=values).roll(2, 2, 2, 6, 6)
    game.do("declare force-reroll", 2).roll(face).to("resolve/reroll" if rerolled else "offense/rolled")
    if rerolled:
        game.do("reroll/die 1", 2).do("roll/die 5").to("offense/rolled")
    assert game["dice[0]"] == (5 if rerolled else 2)
    assert game.tokens(2) == {}


def test_mesmerize_forces_no_die_of_its_owner():
    values = {"tokens[1/mesmerize]": 1}
    game = Game(heroes=VAMPIRE, values=values).roll(2, 2, 2, 6, 6).to("offense/rolled")
    assert not game.can("act force-reroll", 1)


def test_uses_of_tactical_advantage():
    values = {"tokens[1/tactical-advantage]": 5}
    game = Game("main-1", values, heroes=("tactician", "paladin"))
    game.do("act tactical-advantage/cp", 1).do("act tactical-advantage/cp", 1).to("main-1")
    assert game["cp[1]"] == 12
    game.do("act tactical-advantage/targeted", 1).to("main-1")
    assert (game.tokens(1), game.tokens(2)) == ({}, {"targeted": 1})
    drawn = Game("main-1", values, heroes=("tactician", "paladin")).do("act tactical-advantage/draw", 1)
    assert drawn.to("main-1")["hand[1]"] == 1
    shield = Game("main-1", values, heroes=("tactician", "paladin")).do("act tactical-advantage/protect", 1)
    assert shield.to("main-1").tokens(1) == {"tactical-advantage": 1, "protect": 1}


def test_tactical_advantage_rerolls_an_own_die_at_any_time():
    values = {"tokens[1/tactical-advantage]": 2}
    game = Game(heroes=("tactician", "paladin"), values=values).roll(1, 1, 2, 4, 6)
    game.do("act tactical-advantage/reroll", 1).do("reroll/die 5").do("roll/die 3").to("offense/rolled")
    assert (game["dice[4]"], game.tokens(1)) == (3, {"tactical-advantage": 1})


def test_tactical_advantage_moves_a_token_in_the_own_main_phase():
    values = {"tokens[1/tactical-advantage]": 4, "tokens[1/burn]": 1}
    game = Game("main-1", values, heroes=("tactician", "paladin"))
    game.do("act tactical-advantage/transfer", 1).do("choose-player/pick 1").do("transfer burn").to("main-1")
    assert (game.tokens(1), game.tokens(2)) == ({}, {"burn": 1})
    theirs = Game("main-1", {f"tokens[2/{name.partition('/')[2]}": 4 for name in values} | {"turn": 0},
                  heroes=("paladin", "tactician"))  # fmt: skip
    assert not theirs.do("pass").can("declare tactical-advantage/transfer")


@pytest.mark.parametrize("token", ["hex", "holy-presence", "life-siphon", "dominance", "cursed-doubloon"])
def test_what_is_never_transferred(token):
    values = {f"tokens[2/{token}]": 1, "tokens[2/burn]": 1}
    game = Game("main-1", values, hands={1: ["transference"]}).do("play transference").do("pick 2")
    assert not game.to("resolve/pick-token").can(f"transfer {token}")
    assert game.can("transfer burn")


def test_cursed_doubloons_and_companions_are_removed_by_no_card():
    values = {"tokens[2/cursed-doubloon]": 2, "tokens[2/dryad]": 1, "tokens[2/shock-bot]": 1}
    game = Game("main-1", {**values, "tokens[2/hex]": 1}, hands={1: ["what-status-effects"]})
    game.do("play what-status-effects").do("pick 2").to("main-1")
    assert game.tokens(2) == {"cursed-doubloon": 2, "dryad": 1, "shock-bot": 1}
    picked = Game("main-1", values, hands={1: ["buh-bye"]}).do("act buh-bye").do("pick 2").to("main-1")
    assert picked.tokens(2) == game.tokens(2)
    assert "resolve/pick-token" not in {point for point, _ in picked.deciders}
