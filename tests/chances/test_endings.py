from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from small_games import dice, game_of, games, moves

from dicelaw.checker.chances.chances import chance
from dicelaw.checker.chances.components import ordered
from dicelaw.checker.chances.endings import Ending, ending
from dicelaw.checker.chances.game import explore
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.state import Declaration
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


def _loaded_die():
    """A die one side of which, that has no chance, would keep play going for ever."""
    declaration, timing = Declaration(), TimingGraph()
    kept = declaration.integer("kept", 0, 1, "play is kept going")
    die = Choice("die", 0, 1)
    timing.point("roll", Kind.CHANCE, "a die is rolled")
    timing.point("look", Kind.RULES, "it is looked at")
    timing.point("over", Kind.FINAL, "it is over")
    timing.add(
        "roll", "roll", "look", Agent.CHANCE, "roll", choices=[die], effect={kept: die},
        weights={0: Fraction(1), 1: Fraction(0)},
    )  # fmt: skip
    timing.add("end", "look", "over", Agent.RULES, "end", requires=[(kept == 0, "rule/end")])
    timing.add("stay", "look", "look", Agent.RULES, "stay", requires=[(kept == 1, "rule/stay")])
    return build("loaded die", declaration, timing, start_at="roll", start={}, seats=())


def test_what_has_no_chance_is_no_way():
    game = explore(_loaded_die())
    assert [state[1] for state in game.states] == [0, 0, 0]
    assert ending(game) == Ending(True, True, True, longest=2)
