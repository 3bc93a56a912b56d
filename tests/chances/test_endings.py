from itertools import pairwise

import pytest
from hypothesis import given, settings
from small_games import dice, game_of, games, moves

from dicelaw.checker.chances.chances import chance
from dicelaw.checker.chances.components import ordered
from dicelaw.checker.chances.endings import Ending, ending
from dicelaw.checker.chances.game import explore
from dicelaw.specs.fragments import machines as fragments


def test_without_rounds_play_ends_surely_after_its_longest_way():
    game = game_of(moves(0, 1, 2), dice(_2=1, _3=1), moves(1, 3), ())
    assert ending(game) == Ending(True, True, True, longest=3)


def test_dice_that_lead_out_end_it_almost_surely():
    found = ending(game_of(moves(0, 1), dice(_0=35, _2=1), ()))
    assert (found.surely, found.almost_surely, found.somehow) == (False, True, True)
    assert (found.way, found.round) == (((0,),), ((0,), (1,), (0,)))


def test_decisions_may_keep_it_going():
    found = ending(game_of(moves(0, 1), (*moves(0, 2), *dice(_3=1, _1=1)), moves(0, 1), ()))
    assert (found.surely, found.almost_surely, found.somehow) == (False, False, True)
    assert (found.way, found.round) == (((0,), (1,)), ((1,), (2,), (1,)))


def test_dice_may_lead_where_nothing_ends():
    found = ending(game_of(dice(_1=1, _2=5), moves(0, 1), ()))
    assert (found.surely, found.almost_surely, found.somehow) == (False, False, False)


@pytest.mark.parametrize(
    ("options", "known"),
    [
        ((moves(0, 1), ()), (None, None, None)),
        ((dice(_0=1, _1=1), ()), (False, None, None)),
        ((moves(0, 0, 1), ()), (False, False, None)),
        ((dice(_1=1, _2=1), (), moves(0, 2)), (False, False, False)),
    ],
)
def test_what_was_not_seen_leaves_open_only_what_hangs_on_it(options, known):
    found = ending(game_of(*options, unseen=[1]))
    assert (found.surely, found.almost_surely, found.somehow) == known
    assert found.longest is None


@settings(max_examples=150, deadline=None)
@given(games())
def test_it_agrees_with_the_chance_of_an_end(game):
    found = ending(game)
    over = {state for state, mine in enumerate(game.options) if not mine}
    assert found.almost_surely == (chance(game, over, ()).low == 1)
    assert found.somehow == (chance(game, over).low == 1)
    assert found.surely == (found.longest is not None) == (found.round == ())
    if found.round:
        assert found.way[0] == (0,)
        assert found.way[-1] == found.round[0] == found.round[-1]
        for (state,), (after,) in pairwise((*found.way, *found.round[1:])):
            assert any(after in one.targets for one in game.options[state])
        if not found.almost_surely:
            inside = {state for (state,) in found.round}
            assert all(any(inside & {*one.targets} for one in game.options[state]) for state in inside)
    else:
        assert found.longest == _longest(game, 0)


def _longest(game, state):
    after = {target for one in game.options[state] for target in one.targets}
    return max((_longest(game, target) + 1 for target in after), default=0)


@pytest.mark.parametrize("name", ["priority-window/3", "reaction-window/once", "queue/2", "simultaneous/2"])
def test_fragments_end_surely(name):
    found = ending(explore(fragments()[name]))
    assert found.surely
    assert found.longest


@settings(max_examples=50, deadline=None)
@given(games())
def test_parts_come_after_those_that_they_lead_to(game):
    options = dict(enumerate(game.options))
    place = {state: number for number, part in enumerate(ordered(options)) for state in part}
    assert place.keys() == options.keys()
    for state, mine in options.items():
        assert all(place[target] <= place[state] for one in mine for target in one.targets)
