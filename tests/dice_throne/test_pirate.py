"""The Cursed Pirate: Cursed Doubloons, the flipping of her board, and her passive on the cursed side."""

import pytest
from duels import Game, attack

from dicelaw.model.content.document import Document
from dicelaw.model.dice_throne.state.duel_state import SLOTS
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.scenario_runner import play
from dicelaw.oracle.games.observation import standing

PIRATE = ("cursed-pirate", "paladin")
AGAINST = ("barbarian", "cursed-pirate")
MIRROR = ("cursed-pirate", "cursed-pirate")
FLIPPED = [f"level[{place}]" for place in range(9)]
"""The levels of the board of player 1."""
THEIRS = [f"level[{place}]" for place in range(10, 19)]
"""The levels of the board of player 2."""


def cursed(levels):
    return dict.fromkeys(levels, 2)


@pytest.mark.parametrize(("own", "left", "level"), [(3, 2, 1), (2, 1, 1), (1, 0, 1), (0, 0, 2)])
def test_she_loses_a_doubloon_at_the_end_of_each_turn_and_flips_when_there_is_none(own, left, level):
    game = Game("discard", {"tokens[1/cursed-doubloon]": own}, heroes=PIRATE).to("upkeep/begin")
    assert game["tokens[1/cursed-doubloon]"] == left
    assert {game[space] for space in FLIPPED} == {level}
    assert {game[space] for space in THEIRS} == {1}


def test_she_does_not_flip_at_the_end_of_the_opponents_turn():
    game = Game("discard", heroes=("paladin", "cursed-pirate")).to("upkeep/begin")
    assert {game[space] for space in THEIRS} == {1}


def test_once_flipped_she_stays_so():
    game = Game("discard", {**cursed(FLIPPED), "tokens[1/cursed-doubloon]": 2}, heroes=PIRATE)
    game.to("upkeep/begin")
    assert game["tokens[1/cursed-doubloon]"] == 2
    assert {game[space] for space in FLIPPED} == {2}


def test_the_cursed_side_replaces_the_human_one():
    human = Game(heroes=PIRATE).roll(1, 1, 1, 2, 3).do("announce cutlass-strike").to("main-2")
    assert human["health[2]"] == 50 - 7
    other = Game(heroes=PIRATE, values=cursed(FLIPPED)).roll(1, 1, 1, 2, 3)
    other.do("announce cutlass-strike").to("main-2")
    assert (other["health[2]"], other.tokens(2)) == (50 - 9, {"powder-keg": 1})


def test_the_curse_hurts_her_in_upkeep_and_nothing_prevents_it():
    values = {**cursed(FLIPPED), "tokens[1/protect]": 1, "tokens[1/evasive]": 1, "tokens[1/poison]": 2}
    game = Game("upkeep/begin", values, heroes=PIRATE).to("upkeep")
    game.do("act prevent-half").do("act roll-avoid").roll(1)
    assert game.to("income")["health[1]"] == 46
    alone = Game("upkeep/begin", {**cursed(FLIPPED), "tokens[1/protect]": 1}, heroes=PIRATE).to("upkeep")
    assert not alone.can("act prevent-half")
    assert Game("upkeep/begin", heroes=PIRATE).to("income")["health[1]"] == 50


@pytest.mark.parametrize(
    ("dice", "ability", "keg"),
    [((1, 2, 3, 4, 4), "mighty-blow", {}), ((4, 4, 4, 1, 1), "fortitude", {"powder-keg": 1})],
)
def test_whoever_does_not_attack_her_receives_a_powder_keg(dice, ability, keg):
    game = attack(*dice, ability=ability, heroes=AGAINST, values=cursed(THEIRS)).to("main-2")
    assert game.tokens(1) == keg
    human = attack(*dice, ability=ability, heroes=AGAINST).to("main-2")
    assert human.tokens(1) == {}


def test_a_phase_in_which_nothing_is_activated_is_no_attack():
    game = Game(heroes=AGAINST, values=cursed(THEIRS)).roll(1, 1, 2, 4, 6).do("choose/decline").to("main-2")
    assert game.tokens(1) == {"powder-keg": 1}


@pytest.mark.parametrize(("token", "faces"), [("parlay", []), ("blind", [1]), ("blinding-light", [1])])
@pytest.mark.parametrize("reading", ["first", "late"])
def test_an_attack_that_fails_or_deals_nothing_was_one(token, faces, reading):
    values = {**cursed(THEIRS), f"tokens[1/{token}]": 1}
    game = attack(1, 2, 3, 4, 4, ability="mighty-blow", heroes=AGAINST, values=values, blind_roll=reading)
    game.roll(*faces).to("main-2")
    assert (game.tokens(1), game["health[2]"]) == ({}, 50)


def test_her_own_phase_gives_nobody_a_powder_keg_for_not_attacking():
    game = Game(heroes=PIRATE, values=cursed(FLIPPED)).roll(1, 1, 4, 4, 6).do("choose/decline").to("main-2")
    assert (game.tokens(1), game.tokens(2)) == ({}, {})


def test_a_second_powder_keg_of_her_passive_bursts():
    values = {**cursed(THEIRS), "tokens[1/powder-keg]": 1}
    game = attack(4, 4, 4, 1, 1, ability="fortitude", heroes=AGAINST, values={**values, "health[1]": 3})
    assert game.to("over").healths() == (0, 50)


def test_doubloons_hurt_others_in_upkeep_but_never_her():
    assert Game("upkeep/begin", {"tokens[1/cursed-doubloon]": 3}, heroes=AGAINST).to("income").healths() == (
        47,
        50,
    )
    assert Game("upkeep/begin", {"tokens[1/cursed-doubloon]": 5}, heroes=PIRATE).to("income").healths() == (
        50,
        50,
    )


def test_she_has_room_for_five_doubloons_and_others_for_three():
    hers = Game("main-1", {"tokens[1/cursed-doubloon]": 4}, heroes=PIRATE, hands={1: ["pirates-life"]})
    assert hers.do("play pirates-life").do("or/first", 1).to("main-1")["tokens[1/cursed-doubloon]"] == 5
    full = Game("main-1", {"tokens[1/cursed-doubloon]": 5}, heroes=PIRATE, hands={1: ["pirates-life"]})
    assert full.do("play pirates-life").do("or/first", 1).to("main-1")["tokens[1/cursed-doubloon]"] == 5
    values = {**cursed(FLIPPED), "tokens[2/cursed-doubloon]": 2}
    game = attack(4, 4, 4, 1, 1, ability="x-marks-the-spot", heroes=PIRATE, values=values)
    game.roll(6, 6, 6, 6).to("main-2")
    assert game["tokens[2/cursed-doubloon]"] == 3


def test_she_may_decline_a_doubloon():
    game = Game("main-1", heroes=PIRATE, hands={1: ["pirates-life"]})
    assert game.do("play pirates-life").do("or/second", 1).to("main-1").tokens(1) == {}


@pytest.mark.parametrize("given", [0, 2])
def test_shiver_me_timbers_takes_off_as_many_doubloons_as_she_likes(given):
    values = {"tokens[1/cursed-doubloon]": 3}
    game = attack(1, 6, 6, 6, 2, ability="shiver-me-timbers", heroes=PIRATE, values=values)
    game.do(f"give {given}", 1).to("main-2")
    assert (game["tokens[1/cursed-doubloon]"], game["health[2]"]) == (3 - given, 43)


def test_in_a_mirror_match_each_ones_doubloons_are_her_own():
    game = Game("main-1", heroes=MIRROR, hands={1: ["pirates-life"]})
    assert game.do("play pirates-life").do("or/first", 1).to("main-1").tokens(1) == {"cursed-doubloon": 1}
    values = {**cursed(THEIRS), "turn": 1, "holder": 1}
    other = Game(values=values, heroes=MIRROR).roll(4, 4, 4, 1, 1).do("announce x-marks-the-spot", 2)
    other.roll(6, 6, 6, 6).to("main-2")
    assert other.tokens(1) == {"cursed-doubloon-of-2": 3}


def test_in_a_mirror_match_only_the_others_doubloons_hurt():
    values = {"tokens[1/cursed-doubloon]": 4, "tokens[1/cursed-doubloon-of-2]": 3}
    assert Game("upkeep/begin", values, heroes=MIRROR).to("income").healths() == (47, 50)
    values = {"turn": 1, "tokens[2/cursed-doubloon]": 2, "tokens[2/cursed-doubloon-of-2]": 5}
    assert Game("upkeep/begin", values, heroes=MIRROR).to("income").healths() == (50, 48)


def test_in_a_mirror_match_only_her_own_doubloons_keep_her_human():
    game = Game("discard", {"tokens[1/cursed-doubloon-of-2]": 3}, heroes=MIRROR).to("upkeep/begin")
    assert {game[space] for space in FLIPPED} == {2}
    assert {game[space] for space in THEIRS} == {1}
    assert game.tokens(1) == {"cursed-doubloon-of-2": 3}


def test_in_a_mirror_match_the_limits_are_five_and_three():
    game = Game(heroes=MIRROR)
    raised = [game[f"raised[{seat}/cursed-doubloon{whose}]"] for seat in (1, 2) for whose in ("", "-of-2")]
    assert raised == [2, 0, 0, 2]


@pytest.mark.parametrize(("way", "cp", "tokens", "hand"), [("or/first", 11, {}, 1), ("or/second", 10, {}, 0)])
def test_walk_the_plank_takes_a_point_or_a_card(way, cp, tokens, hand):
    game = attack(1, 4, 4, 6, 2, ability="walk-the-plank", heroes=PIRATE, hands={2: ["tip-it"]})
    game.do(way, 1)
    if not hand:
        game.do("give-card/pick", 2)
    game.to("main-2")
    assert (game["cp[1]"], game.tokens(2), game["hand[2]"], game["health[2]"]) == (cp, tokens, hand, 43)


@pytest.mark.parametrize(("way", "die", "cp"), [("or/first", 6, 10), ("or/second", 1, 8)])
def test_the_opponent_decides_about_a_ransom(way, die, cp):
    values = {"turn": 1, "holder": 1}
    game = Game(heroes=PIRATE, values=values, hands={1: ["ransom"]}).roll(1, 1, 1, 1, 1)
    game.do("play ransom", 1).do(way, 2)
    if die == 6:
        game.do("reroll/die 1", 1).do("die 6")
    game.to("offense/rolled")
    assert (game["dice[0]"], game["cp[2]"]) == (die, cp)


def test_a_scenario_may_begin_with_the_board_flipped():
    players = [{"hero": "cursed-pirate", "health": 20, "board": {"cursed": 2}}, {"hero": "barbarian"}]
    given = {
        "game": "dice-throne",
        "players": players,
        "start": "upkeep/begin",
        "play": [{"until": "income/begin"}],
    }
    scenario = loaded(Document("here", given), "dice-throne")
    session = open_scenario(scenario)
    play(session, scenario.play, "here")
    assert standing(session)["players"][0]["health"] == 16
    own = [*session.game.duel.level][:SLOTS]
    assert {session.reader.value(cell, session.state) for cell in own} == {2}
