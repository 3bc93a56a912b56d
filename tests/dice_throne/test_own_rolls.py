"""Dice rolled for effects: by both players, covered until rerolls are made, and for a Reload."""

import pytest
from duels import Game, attack

GUNSLINGER = ("gunslinger", "paladin")
STRAIGHT = (1, 2, 3, 4, 4)


@pytest.mark.parametrize(("mine", "theirs", "damage"), [(4, 3, 7), (4, 4, 7), (3, 4, 5)])
def test_showdown(mine, theirs, damage):
    game = attack(*STRAIGHT, ability="showdown", heroes=GUNSLINGER).roll(mine, theirs)
    assert game.to("main-2")["health[2]"] == 50 - damage


def test_each_player_has_one_die_of_a_roll_off():
    hands = {1: ["six-it", "helping-hand"], 2: ["six-it", "helping-hand"]}
    game = attack(*STRAIGHT, ability="showdown", heroes=GUNSLINGER, hands=hands).roll(2, 3).to("resolve/dice")
    game.do("play six-it", 2).to("resolve/alter")
    assert not game.can("alter/set 1 6")
    game.do("alter/set 2 6", 2).do("play helping-hand", 2).to("resolve/reroll")
    assert not game.can("reroll/die 2")
    game.do("reroll/die 1", 2).do("die 1").do("play six-it", 1).do("alter/set 1 6", 1)
    game.do("play helping-hand", 1).to("resolve/reroll")
    assert not game.can("reroll/die 1")
    game.do("reroll/die 2", 1).do("die 5").to("main-2")
    assert game["health[2]"] == 50 - 7


@pytest.mark.parametrize(
    ("mine", "theirs", "ways", "healths"),
    [
        (5, 2, ["or/first"], (47, 41)),
        (5, 2, ["or/second"], (50, 46)),
        (2, 5, [], (49, 41)),
        (3, 3, [], (49, 41)),
    ],
)
def test_a_duel_in_the_defence(mine, theirs, ways, healths):
    game = attack(*STRAIGHT, ability="mighty-blow", heroes=("barbarian", "gunslinger"))
    game.do("defend duel").roll(6).to("defense/rolled").roll(mine, theirs)
    for way in ways:
        game.do(way, 2)
    assert game.to("main-2").healths() == healths


@pytest.mark.parametrize(("mine", "theirs", "healths"), [(3, 3, (47, 41)), (2, 5, (49, 41))])
def test_the_better_duel_wins_with_equal_dice(mine, theirs, healths):
    levels = {"2/duel": 2}
    game = attack(*STRAIGHT, ability="mighty-blow", heroes=("barbarian", "gunslinger"), levels=levels)
    game.do("defend duel").roll(6).to("defense/rolled").roll(mine, theirs)
    if mine == theirs:
        game.do("or/first", 2)
    assert game.to("main-2").healths() == healths


def test_a_hexed_six_loses_a_roll_off():
    game = attack(*STRAIGHT, ability="showdown", heroes=GUNSLINGER, values={"tokens[1/hex]": 1})
    assert game.roll(6, 1).to("main-2")["health[2]"] == 45
    theirs = attack(*STRAIGHT, ability="showdown", heroes=GUNSLINGER, values={"tokens[2/hex]": 1})
    assert theirs.roll(1, 6).to("main-2")["health[2]"] == 43


def blossom(**setup):
    setup = {"heroes": ("ninja", "paladin"), "levels": {"1/death-blossom": 2}, **setup}
    return attack(1, 2, 3, 4, 5, ability="death-blossom", **setup)


def test_covered_dice_are_rerolled_before_anybody_may_act():
    game = blossom(hands={2: ["tip-it", "so-wild"]}).roll(6, 1, 1, 1, 1)
    assert game.to("resolve/reroll").at == "resolve/reroll"
    seen = len(game.deciders)
    game.do("reroll/die 1", 1).do("die 1").do("reroll/die 2", 1).do("die 4").to("resolve/dice")
    assert {seat for _, seat in game.deciders[seen:]} == {1}
    assert not game.can("reroll/die 1")
    game.do("declare tip-it", 2).do("nudge 2 down").to("defense/choose")
    assert game["printed"] == 5
    assert game.can("defend divine-defense")


def test_fewer_rerolls_than_allowed():
    game = blossom().roll(6, 6, 4, 4, 1).do("reroll/stop", 1).to("defense/choose")
    assert game["printed"] == 2 + 2 + 1
    assert not game.can("defend divine-defense")
    assert game.tokens(2) == {"delayed-poison": 1}


def test_uncovered_dice_are_looked_at_once():
    game = attack(1, 2, 3, 4, 5, ability="death-blossom", heroes=("ninja", "paladin")).roll(1, 1, 1, 1, 4)
    assert game.to("main-2")["health[2]"] == 50 - 4 - 2
    assert not any("reroll" in step for step in game.trace)


def test_a_card_rolls_covered_dice_of_its_own():
    setup = {"heroes": ("ninja", "paladin"), "hands": {1: ["throwing-stars"]}}
    game = attack(1, 1, 1, 4, 6, ability="slash", **setup).to("offense/end")
    game.do("play throwing-stars", 1).roll(1, 1, 1, 1, 4)
    for place in (1, 2):
        game.do(f"reroll/die {place}", 1).do("die 5")
    before = game["added"]
    assert game.to("offense/end")["added"] == before + 3


def reload(**setup):
    setup = {"values": {"tokens[1/reload]": 2}, "heroes": GUNSLINGER, **setup}
    return attack(*STRAIGHT, ability="showdown", **setup).roll(5, 1).to("offense/end")


@pytest.mark.parametrize(("face", "added"), [(1, 1), (2, 1), (5, 3)])
def test_reload_adds_half_a_die(face, added):
    game = reload().do("act add-half-die", 1).roll(face).to("offense/end")
    assert (game["added"], game.tokens(1)["reload"]) == (added, 1)


def test_quick_draw_rerolls_the_die_of_each_reload_once():
    game = reload(levels={"1/quick-draw": 2}).do("act add-half-die", 1).roll(1).to("resolve/dice")
    assert not game.can("act quick-draw-last", 1)
    game.do("act quick-draw-first", 1).do("reroll/die 1").do("die 2").to("resolve/dice")
    assert not game.can("act quick-draw-first", 1)
    game.to("offense/end").do("act add-half-die", 1).roll(3).to("resolve/dice")
    assert not game.can("act quick-draw-first", 1)
    game.do("act quick-draw-last", 1).do("reroll/die 1").do("die 6").to("offense/end")
    assert game["added"] == 1 + 3


def test_quick_draw_needs_its_upgrade_and_a_reload():
    game = reload().do("act add-half-die", 1).roll(1).to("resolve/dice")
    assert not game.can("act quick-draw-first", 1)
    other = attack(*STRAIGHT, ability="showdown", heroes=GUNSLINGER, levels={"1/quick-draw": 2},
                   values={"tokens[1/reload]": 1, "tokens[1/sneak-attack]": 1})  # fmt: skip
    other.roll(5, 1).to("offense/end").do("act add-die", 1).roll(1).to("resolve/dice")
    assert not other.can("act quick-draw-first", 1)


def test_fill_em_with_lead_rerolls_while_it_is_under_way():
    values = {"tokens[1/reload]": 2}
    game = attack(6, 6, 6, 6, 6, ability="fill-em-with-lead", heroes=GUNSLINGER, values=values)
    game.to("offense/end").do("act add-half-die", 1).roll(1).do("act fill-em-first", 1).do("reroll/die 1")
    assert game.do("die 6").to("offense/end")["added"] == 3
    plain = reload().do("act add-half-die", 1).roll(1).to("resolve/dice")
    assert not plain.can("act fill-em-first", 1)


def test_quick_draw_gives_a_reload_in_upkeep():
    game = Game("upkeep/begin", heroes=GUNSLINGER).to("upkeep/end")
    assert game.tokens(1) == {"reload": 1}
    better = Game("upkeep/begin", {"tokens[1/reload]": 2}, heroes=GUNSLINGER, levels={"1/quick-draw": 2})
    assert better.to("upkeep/end").tokens(1) == {"reload": 2}
