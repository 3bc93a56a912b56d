from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import dice, game_of, games, moves
from strategies import machines

from dicelaw.checker.chances.bounds import TooFine, bounds
from dicelaw.checker.chances.chances import chance
from dicelaw.checker.chances.exact import LARGEST, exact
from dicelaw.checker.chances.game import Improper, explore
from dicelaw.model.kernel import exhaustive
from dicelaw.model.kernel.expressions import constant
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.state import Declaration

HALF = Fraction(1, 2)
GOAL = 1


def _ruin(top, win):
    """A gambler who begins with half of ``top`` and wins each bet with the chance ``win``."""
    declaration, timing = Declaration(), TimingGraph()
    purse = declaration.integer("purse", 0, top, "the purse")
    timing.point("bet", Kind.CHANCE, "a bet")
    timing.point("end", Kind.FINAL, "the end")
    won = Choice("won", 0, 1)
    going = [(purse >= 1, "r"), (purse <= top - 1, "r")]
    timing.add("bet", "bet", "bet", Agent.CHANCE, "bet", choices=[won], requires=going,
               effect={purse: purse + 2 * won - 1}, weights={0: 1 - win, 1: win})  # fmt: skip
    timing.add("stop", "bet", "end", Agent.RULES, "stop", requires=[((purse == 0) | (purse == top), "r")])
    start = {purse: top // 2}
    return build("ruin", declaration, timing, start_at="bet", start=start, seats=("Ann",))


def _won(top, win):
    """The chance to win all of ``top``, by the formula."""
    if win == HALF:
        return HALF
    odds = (1 - win) / win
    return (odds ** (top // 2) - 1) / (odds**top - 1)


@pytest.mark.parametrize("win", [HALF, Fraction(18, 37), Fraction(3, 5)])
@pytest.mark.parametrize("top", [2, 10, 60])
def test_gamblers_ruin_is_exact(top, win):
    game = explore(_ruin(top, win))
    goal = {number for number, state in enumerate(game.states) if state[1] == top}
    found = chance(game, goal)
    assert found.exact
    assert found.low == _won(top, win)


def test_a_long_game_is_bounded():
    win, top = Fraction(18, 37), LARGEST + 100
    game = explore(_ruin(top, win))
    found = chance(game, {number for number, state in enumerate(game.states) if state[1] == top})
    assert not found.exact
    assert found.low <= _won(top, win) <= found.high
    assert found.high - found.low < Fraction(1, 10**9)


def test_who_decides_matters():
    game = game_of(moves(0, 2, 3), (), dice(_1=1, _4=2), moves(1, 1, 4, 2), ())
    assert chance(game, {GOAL}).low == 1
    assert chance(game, {GOAL}, ()).low == 0
    assert chance(game, {GOAL}, (0,)).low == Fraction(1, 3)
    assert chance(game, {GOAL}, (1,)).low == Fraction(1, 3)
    assert game.seats == [0, 1]


def test_a_round_that_only_vouches_for_itself_gives_nothing():
    game = game_of(moves(0, 2, 3), (), moves(0, 0), dice(_1=1, _4=3), ())
    every = dict(enumerate(game.options))
    assert exact(every, {GOAL}, lambda _: True)[0] == Fraction(1, 4)
    low, high = bounds(every, {GOAL}, lambda _: True)[0]
    assert low <= Fraction(1, 4) <= high < Fraction(251, 1000)


def test_going_on_for_ever_is_as_good_as_a_loss_for_whoever_is_against_it():
    game = game_of(moves(1, 1, 2), (), moves(0, 0))
    assert chance(game, {GOAL}, (0,)).low == 0
    assert chance(game, {GOAL}, (0, 1)).low == 1
    assert chance(game, {GOAL}).low == 1


def test_where_seats_and_rules_may_act_alike_it_counts_against_a_seat():
    mixed = (*moves(0, 1), *moves(None, 2))
    game = game_of(mixed, (), ())
    assert chance(game, {GOAL}, (0,)).low == 0
    assert chance(game, {GOAL}).low == 1


def test_what_was_not_seen_may_lead_anywhere():
    game = game_of(dice(_1=1, _2=1, _3=2), (), (), (), unseen=[2])
    found = chance(game, {GOAL})
    assert (found.low, found.high) == (Fraction(1, 4), HALF)
    assert not found.exact


def _played(game, goal, decided):
    """The chance from the start where all is decided, by squaring the matrix of the chain again and again."""
    size = range(len(game.options))
    matrix = [[0.0] * len(game.options) for _ in size]
    for state, mine in enumerate(game.options):
        if not mine or state in goal:
            matrix[state][state] = 1.0
            continue
        one = mine[decided[state]]
        for target, weight in zip(one.targets, one.weights, strict=True):
            matrix[state][target] += weight / one.total
    for _ in range(40):
        matrix = [[sum(row[k] * matrix[k][to] for k in size) for to in size] for row in matrix]
    return sum(matrix[0][state] for state in goal)


def _by_all_strategies(game, goal, decides):
    places = [range(max(len(mine), 1)) for mine in game.options]
    mine = [places[state] if decides(state) else range(1) for state, _ in enumerate(places)]
    theirs = [range(1) if decides(state) else places[state] for state, _ in enumerate(places)]
    return max(
        min(_played(game, goal, [max(pair) for pair in zip(a, b, strict=True)]) for b in product(*theirs))
        for a in product(*mine)
    )


@settings(max_examples=150, deadline=None)
@given(games(), st.data())
def test_no_way_of_deciding_does_better(game, data):
    goal = data.draw(st.sets(st.integers(0, len(game.options) - 1), min_size=1, max_size=2))
    mine = data.draw(st.sets(st.integers(0, len(game.options) - 1)))
    every = dict(enumerate(game.options))
    values = exact(every, goal, mine.__contains__)
    assert float(values[0]) == pytest.approx(_by_all_strategies(game, goal, mine.__contains__), abs=1e-6)
    for state, (low, high) in bounds(every, goal, mine.__contains__).items():
        assert low <= values[state] <= high
        assert high - low < Fraction(1, 10**6)


@settings(max_examples=30, deadline=None)
@given(games(), st.integers(1, 40))
def test_bounds_hold_whenever_work_stops(game, work):
    every = dict(enumerate(game.options))
    values = exact(every, {GOAL}, lambda state: state % 2)
    for state, (low, high) in bounds(every, {GOAL}, lambda state: state % 2, work=work).items():
        assert low <= values[state] <= high


@settings(max_examples=30, deadline=None)
@given(machines(), st.integers(1, 50))
def test_every_reachable_state_is_in_the_graph(machine, budget):
    try:
        game = explore(machine)
    except Improper:
        return
    slow = exhaustive.explore(machine)
    assert len(game.states) == slow.states
    assert not game.open
    cut = explore(machine, budget=budget)
    goal = {number for number, state in enumerate(game.states) if state[0] == 1}
    some = {number for number, state in enumerate(cut.states) if state[0] == 1}
    whole, part = chance(game, goal), chance(cut, some)
    assert part.low <= whole.low
    assert whole.high <= part.high


def test_chances_that_do_not_add_up_are_named():
    declaration, timing = Declaration(), TimingGraph()
    face = Choice("face", 0, 1)
    timing.point("roll", Kind.CHANCE, "a roll")
    timing.point("end", Kind.FINAL, "the end")
    timing.add("roll", "roll", "end", Agent.CHANCE, "roll", choices=[face], requires=[(face == 0, "r")],
               weights={0: HALF, 1: HALF})  # fmt: skip
    machine = build("half", declaration, timing, start_at="roll", start={}, seats=("Ann",))
    with pytest.raises(Improper, match="at roll the chances of what may happen add up to 1/2, not to 1"):
        explore(machine)


def test_play_may_be_cut_and_begin_anywhere():
    machine = _ruin(10, HALF)
    game = explore(machine, (0, 3), until=lambda state: state[1] in (2, 5))
    five = {number for number, state in enumerate(game.states) if state[1] == 5}
    assert sorted(state[1] for state in game.states) == [2, 3, 4, 5]
    assert chance(game, five).low == Fraction(1, 3)


def test_wide_and_negative_values_come_back():
    declaration, timing = Declaration(), TimingGraph()
    spans = [(-3, 5), (0, 255), (0, 256), (-40000, 0), (0, 1 << 40)]
    fields = [declaration.integer(f"n{lo}{hi}", lo, hi, "a number") for lo, hi in spans]
    timing.point("only", Kind.DECISION, "the only moment")
    timing.add("turn", "only", "only", constant(0), "turn",
               effect={field: lo for field, (lo, _) in zip(fields, spans, strict=True)})  # fmt: skip
    start = {field: hi for field, (_, hi) in zip(fields, spans, strict=True)}
    machine = build("wide", declaration, timing, start_at="only", start=start, seats=("Ann",))
    low, high = (0, *(lo for lo, _ in spans)), (0, *(hi for _, hi in spans))
    assert list(explore(machine).states) == [high, low]


def test_denominators_that_do_not_fit_are_refused():
    with pytest.raises(TooFine, match="the denominator 35184372088832"):
        bounds({0: dice(_1=1, _2=(1 << 45) - 1), 1: (), 2: ()}, {1}, lambda _: True)
