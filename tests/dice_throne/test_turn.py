"""Turns: income, upgrades, sales, draws, the hand limit and cards of the Main Phases."""

from dataclasses import replace

import pytest
from duels import Game, cards

from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel


def test_income_and_the_start_players_first_turn():
    assert Game("income").do("take").to("main-1")["cp[1]"] == 11
    assert Game("income", {"cp[1]": 15}).to("main-1")["cp[1]"] == 15
    first = Game("income", {"first_turn": 1}).to("main-1")
    assert (first["cp[1]"], first["hand[1]"]) == (10, 0)
    assert first.trace == ["income/skip-first"]


def test_a_game_begins_with_four_cards_each():
    game = Game("setup", {"first_turn": 1}).do("start-player 2").to("main-1")
    assert (game["turn"], game["hand[1]"], game["hand[2]"], game["library[1]"]) == (1, 4, 4, 29)


def test_an_upgrade_by_steps_costs_the_difference_and_directly_the_full_cost():
    game = Game("main-1", hands={1: ["smack-2", "smack-3"]}).do("upgrade smack-2")
    assert game["cp[1]"] == 8
    assert game.do("upgrade smack-3")["cp[1]"] == 7
    direct = Game("main-1", hands={1: ["smack-2", "smack-3"]}).do("upgrade smack-3")
    assert direct["cp[1]"] == 7
    assert not direct.can("upgrade smack-2")
    assert not Game("main-1", {"cp[1]": 2}, hands={1: ["smack-3"]}).can("upgrade smack-3")
    assert Game("main-1", {"cp[1]": 1}, hands={1: ["smack-3"]}, levels={"1/smack": 2}).can("upgrade smack-3")


def test_upgrades_are_for_the_own_main_phases():
    game = Game("main-1", hands={2: ["tithe-2"]}).do("pass")
    assert game["holder"] == 1
    assert not game.can("upgrade tithe-2")
    assert not game.can("sell tithe-2")


def test_tithe_two_replaces_the_dearer_draw():
    game = Game("main-1", heroes=("paladin", "barbarian"), levels={"1/tithe": 2})
    assert not game.can("act tithe-draw")
    assert game.can("act tithe-reroll") is False  # no roll lies on the table
    assert game.do("act tithe-draw-2").to("main-1")["hand[1]"] == 1
    lower = Game("main-1", heroes=("paladin", "barbarian"))
    assert lower.can("act tithe-draw")
    assert not lower.can("act tithe-draw-2")


def test_any_number_of_cards_may_be_sold_in_a_main_phase():
    game = (
        Game("main-1", {"cp[1]": 14}, hands={1: ["double-up", "tip-it"]})
        .do("sell double-up")
        .do("sell tip-it")
    )
    assert (game["cp[1]"], game["hand[1]"], game["pile[1]"]) == (15, 0, 2)


def test_the_hand_limit():
    names = ["smack-2", "smack-3", "concuss", "tip-it", "so-wild", "six-it", "better-d", "samesies"]
    game = Game("discard", {"cp[1]": 0}, hands={1: names})
    assert not game.can("end")
    game.do("sell concuss").do("sell tip-it")
    assert (game["hand[1]"], game["cp[1]"]) == (6, 2)
    game.do("turn-end/pass/turn")
    assert game["turn"] == 1


def test_an_empty_deck_is_replaced_by_the_discard_pile():
    game = Game("main-1", {"library[1]": 0, "pile[1]": 2}, hands={1: ["double-up"]})
    state = game.state
    for card in range(33):
        name = f"zone[{card}]"
        if game[name] == 0:
            state = game.machine.with_state(state, **{name: 3})
    for card in (game.card(1, "tip-it"), game.card(1, "so-wild")):
        state = game.machine.with_state(state, **{f"zone[{card}]": 2})
    game.state = state
    game.do("act double-up").do("reshuffle").to("main-1")
    assert (game["hand[1]"], game["library[1]"], game["pile[1]"]) == (2, 0, 1)
    game = Game("main-1", {"library[1]": 0}, hands={1: ["double-up"]})
    assert game.do("act double-up").do("draw/nothing").to("main-1")["hand[1]"] == 0


def test_transference():
    game = Game("main-1", {"tokens[1/poison]": 2, "tokens[2/poison]": 2}, hands={1: ["transference"]})
    game.do("play transference").do("pick 1").do("transfer poison").to("main-1")
    assert (game.tokens(1), game.tokens(2)) == ({"poison": 1}, {"poison": 3})
    full = Game("main-1", {"tokens[1/burn]": 1, "tokens[2/burn]": 1}, hands={1: ["transference"]})
    full.do("play transference").do("pick 1").do("transfer burn").to("main-1")
    assert (full.tokens(1), full.tokens(2)) == ({}, {"burn": 1})


def test_get_that_outta_here_removes_one_token_and_what_status_effects_all():
    values = {"tokens[2/poison]": 3, "tokens[2/protect]": 1}
    game = Game("main-1", values, hands={1: ["get-that-outta-here", "what-status-effects"]})
    game.do("play get-that-outta-here").do("pick 2").do("remove-one poison").to("main-1")
    assert game.tokens(2) == {"poison": 2, "protect": 1}
    game.do("play what-status-effects").do("pick 2").to("main-1")
    assert game.tokens(2) == {}


def test_a_token_may_be_spent_before_a_removal_that_is_no_instant():
    values = {"tokens[2/nyras-bond]": 1, "has_companion[2]": 1, "companion[2]": 3}
    game = (
        Game("main-1", values, hands={1: ["get-that-outta-here"]}).do("play get-that-outta-here").do("pass")
    )
    game.do("declare heal-nyra", 2).do("pick 2").to("main-1")
    assert (game["companion[2]"], game.tokens(2)) == (5, {})


def test_main_phase_cards_are_for_the_own_main_phase():
    game = Game("main-1", hands={1: ["vegas-baby", "so-wild"], 2: ["vegas-baby"]})
    assert game.can("play vegas-baby", 1)
    assert not game.can("play so-wild", 1)
    assert not game.do("pass").can("play vegas-baby", 2)
    assert not Game(hands={1: ["vegas-baby"]}).roll(1, 1, 1, 1, 1).to("offense/rolled").can("play vegas-baby")


@pytest.mark.parametrize(("face", "points"), [(1, 1), (4, 2), (5, 3)])
def test_vegas_baby(face, points):
    game = Game("main-1", hands={1: ["vegas-baby"]}).do("play vegas-baby").roll(face).to("main-1")
    assert game["cp[1]"] == 10 + points


def test_a_card_under_way_is_in_no_hand_deck_or_pile():
    game = Game("main-1", hands={1: ["vegas-baby"]}).do("play vegas-baby")
    assert next(cards(game)) == (0, 32, 0, 1)
    assert next(cards(game.roll(1).to("main-1"))) == (0, 32, 1, 0)


def test_decks_of_different_lengths():
    pack = load_pack()
    short = replace(pack.heroes["paladin"], id="short", cards=pack.heroes["paladin"].cards[:20])
    made = duel(replace(pack, heroes={**pack.heroes, "short": short}), ("barbarian", "short"))
    start = made.machine.start
    places = [made.machine.value(start, f"zone[{card}]") for card in range(33, 66)]
    assert places == [0] * 20 + [3] * 13
    assert made.machine.value(start, "library[2]") == 20
