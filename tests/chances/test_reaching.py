from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import dice, game_of, games, moves

from dicelaw.checker.chances.reaching import Force, attracted, force_of, way_to


def _stays_out(game, goal, choose, lucky):
    """Whether play from 0 can keep away from ``goal`` for ever, where ``choose`` fixes what is for it.

    ``choose`` has the options that are left in each state. Dice are against the goal, unless ``lucky``.
    """
    out = set(range(len(game.options))) - goal
    while True:
        kept = {
            state
            for state in out
            if not choose[state]
            or any(
                (all if lucky else any)(target in out for target in option.targets)
                for option in choose[state]
            )
        }
        if kept == out:
            return 0 in out
        out = kept


def _by_all_strategies(game, goal, seat, lucky):
    """Whether some fixed way of deciding of ``seat`` leaves the others no way to keep away from ``goal``."""
    ways = []
    for options in game.options:
        mine = [option for option in options if option.seat == seat and option.seat is not None]
        ways.append([options, *([one] for one in mine)])
    return any(not _stays_out(game, goal, chosen, lucky) for chosen in product(*ways))


@settings(max_examples=200, deadline=None)
@given(games(), st.data())
def test_no_way_of_deciding_forces_more(game, data):
    goal = data.draw(st.sets(st.integers(0, len(game.options) - 1), min_size=1, max_size=2))
    seat = data.draw(st.sampled_from([None, 0, 1]))
    for lucky in (False, True):
        forced = 0 in attracted(game, goal, seat, lucky=lucky)
        assert forced is _by_all_strategies(game, goal, seat, lucky)


@settings(max_examples=60, deadline=None)
@given(games(), st.data())
def test_a_way_is_a_shortest_play(game, data):
    goal = data.draw(st.sets(st.integers(0, len(game.options) - 1), min_size=1, max_size=2))
    layers, layer = [{0}], {0}
    while layer:
        after = {to for state in layer for one in game.options[state] for to in one.targets}
        layer = after - set().union(*layers)
        layers.append(layer)
    depth = next((number for number, layer in enumerate(layers) if layer & goal), None)
    path = way_to(game, goal)
    assert (path is None) == (depth is None)
    if path is not None:
        assert (len(path) - 1, path[0]) == (depth, 0)
        assert path[-1] in goal
        for state, after in pairwise(path):
            assert any(after in one.targets for one in game.options[state])


@pytest.mark.parametrize(
    ("game", "seat", "force"),
    [
        (game_of(moves(0, 1, 2), (), ()), 0, Force.FORCED),
        (game_of(moves(0, 1, 2), (), ()), 1, Force.HELPED),
        (game_of(dice(_1=1, _2=5), (), ()), 0, Force.LUCKY),
        (game_of(dice(_1=1, _2=5), (), ()), None, Force.LUCKY),
        (game_of(moves(0, 2), (), moves(1, 0, 2)), 0, Force.NEVER),
        (game_of(moves(0, 2), (), dice(_0=1, _1=1)), 0, Force.LUCKY),
        (game_of(moves(None, 1, 2), (), ()), None, Force.HELPED),
    ],
)
def test_who_can_bring_play_to_a_goal(game, seat, force):
    assert force_of(game, {1}, seat) == (force, force)


def test_what_was_not_seen_may_be_for_the_goal_or_not():
    game = game_of(moves(0, 1, 2), (), (), unseen={2})
    assert force_of(game, {1}, 0) == (Force.FORCED, Force.FORCED)
    assert force_of(game, {1}, 1) == (Force.HELPED, Force.FORCED)
    assert force_of(game, set(), 0) == (Force.NEVER, Force.FORCED)
