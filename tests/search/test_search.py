from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import machines, parts

from dicelaw.checker.search.counterexample import shown
from dicelaw.checker.search.frontier import MOVES, moves_of
from dicelaw.checker.search.kernel import compiled
from dicelaw.checker.search.layout import TooWide
from dicelaw.checker.search.search import search, search_with
from dicelaw.checker.search.table import SLACK
from dicelaw.model.kernel.concrete import Concrete, OutsideDomain
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import constant
from dicelaw.model.kernel.fragments import priority_window, reaction_window
from dicelaw.model.kernel.fragments.reaction_window import Limit
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.lookups import lookup
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration, Field

SOME = settings(max_examples=20, deadline=None)


def _value(machine: Machine, place: int, value: int):
    return Field(place, machine.slots[place]) == value


def _replayed(machine, witness):
    reader, state = Concrete(machine), witness.start
    for move in witness.moves:
        state = reader.step(state, move)
    return state


def _unclamped(transition):
    """The same transition, its values no longer kept in their domains."""
    return replace(transition, effect=tuple((place, value + 1) for place, value in transition.effect))


@settings(max_examples=8, deadline=None)
@given(machines(), st.data())
def test_code_made_quickly_and_optimised_code_see_the_same(machine, data):
    place = data.draw(st.integers(0, len(machine.slots) - 1))
    watched = {"low": _value(machine, place, machine.slots[place].lo)}
    kernels = [compiled(machine, watched, quickly=quickly) for quickly in (True, False)]
    quick, optimised = (search_with(kernel, stop_when_found=False) for kernel in kernels)
    assert quick == optimised
    assert optimised.states == explore(machine, {}, stop_when_found=False).states


@SOME
@given(machines(), st.data())
def test_it_sees_what_the_exhaustive_reader_sees(machine, data):
    place = data.draw(st.integers(0, len(machine.slots) - 1))
    slot = machine.slots[place]
    wanted = {f"is {value}": value for value in data.draw(st.sets(st.integers(slot.lo, slot.hi), min_size=1))}
    watched = {name: _value(machine, place, value) for name, value in wanted.items()}
    tests = {name: lambda state, value=value: state[place] == value for name, value in wanted.items()}
    slow = explore(machine, tests, stop_when_found=False)
    fast = search(machine, watched, stop_when_found=False)
    assert (fast.states, fast.steps, fast.depth, fast.complete) == (slow.states, slow.steps, slow.depth, True)
    assert fast.taken == slow.taken
    assert sum(fast.reached.values()) == fast.states
    assert fast.met == {name: len(moves) for name, moves in slow.found.items()}
    assert fast.stuck == (None if slow.stuck is None else len(slow.stuck))
    plays = shown(machine, watched, fast)
    assert {name: len(play.moves) for name, play in plays.met.items()} == fast.met
    for name, play in plays.met.items():
        assert _replayed(machine, play)[place] == wanted[name]
    if plays.stuck is not None:
        assert len(plays.stuck.moves) == fast.stuck
        assert Concrete(machine).enabled(_replayed(machine, plays.stuck)) == []


@SOME
@given(parts())
def test_a_step_that_leaves_a_domain_is_found_and_never_wraps(made):
    machine = made.build().rewritten(_unclamped)
    try:
        slow = explore(machine)
    except OutsideDomain:
        slow = None
    fast = search(machine)
    if slow is not None:
        assert (fast.outside, fast.states, fast.taken) == (None, slow.states, slow.taken)
        return
    assert fast.outside is not None
    assert not fast.complete
    play = shown(machine, {}, fast).outside
    assert len(play.moves) == fast.outside + 1
    state = _replayed(machine, replace(play, moves=play.moves[:-1]))
    with pytest.raises(OutsideDomain):
        Concrete(machine).step(state, play.moves[-1])


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_change_nothing(threads):
    machine = reaction_window.proving_ground(seats=3, most=3, limit=Limit.NONE, energy=2, events=2)
    slow = explore(machine)
    fast = search(machine, threads=threads)
    assert (fast.states, fast.steps, fast.depth) == (slow.states, slow.steps, slow.depth)
    assert fast.taken == slow.taken


def _wide(cells: int, rows: int) -> Machine:
    """A counter of ``cells`` numbers that take two words and more, each raised by itself."""
    declaration = Declaration()
    digits = declaration.array("digit", cells, -3, (1 << 20) - 3, "a digit")
    timing = TimingGraph()
    timing.point("count", Kind.DECISION, "the count")
    which = Choice("which", 0, cells - 1)
    low = digits[which] < rows
    timing.add(
        "more",
        "count",
        "count",
        constant(0),
        "raise one",
        choices=[which],
        requires=[(low, "r")],
        effect={digits[which]: digits[which] + 1},
    )
    timing.add(
        "stop", "count", "end", Agent.RULES, "stop", requires=[(digit == rows, "r") for digit in digits]
    )
    timing.point("end", Kind.FINAL, "the end")
    return build("wide", declaration, timing, start_at="count", start={}, seats=("Ann",))


@pytest.mark.parametrize("threads", [1, 2])
def test_states_of_several_words(threads):
    found = search(_wide(6, 5), {"end": _value(_wide(6, 5), 0, 1)}, threads=threads)
    assert (found.states, found.met, found.stuck) == (6**6 + 1, {"end": 31}, None)
    assert found.complete


@pytest.mark.parametrize("threads", [1, 2])
def test_the_table_grows_while_threads_fill_it(threads):
    found = search(_wide(3, 79), threads=threads)
    assert (found.states, found.steps, found.complete) == (80**3 + 1, 3 * 79 * 80**2 + 1, True)
    assert found.taken == {"more": 3 * 79 * 80**2, "stop": 1}
    assert found.reached == {"count": 80**3, "end": 1}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("budget", [1, 700, 20_000, 80**3])
def test_a_search_that_is_cut_tells_its_last_full_layer(threads, budget):
    found = search(_wide(3, 79), budget=budget, threads=threads)
    assert not found.complete
    assert found.states <= budget
    assert found == search(_wide(3, 79), budget=budget)


def test_a_budget_that_is_just_enough_is_enough():
    assert search(_wide(3, 79), budget=80**3 + 1).complete


def test_it_may_start_anywhere():
    machine = priority_window.proving_ground()
    starts = [machine.with_state(first=seat) for seat in (0, 1, 2, 1)]
    slow, fast = explore(machine, starts=starts), search(machine, starts=starts)
    assert (fast.states, fast.steps, fast.depth) == (slow.states, slow.steps, slow.depth)


def test_a_search_ends_early_when_all_is_met():
    machine = _wide(3, 79)
    watched = {"two": _value(machine, 1, 2), "one": _value(machine, 1, 1)}
    found = search(machine, watched)
    assert found.met == {"one": 1, "two": 2}
    assert found.depth == 2
    assert not found.complete


def test_numbers_that_do_not_fit_a_word_are_refused():
    declaration = Declaration()
    number = declaration.integer("number", 0, (1 << 62) - 1, "the number")
    timing = TimingGraph()
    timing.point("only", Kind.DECISION, "the only moment")
    timing.add("square", "only", "only", constant(0), "square", effect={number: number * number % 7})
    machine = build("squares", declaration, timing, start_at="only", start={}, seats=("Ann",))
    with pytest.raises(TooWide, match="do not fit a word"):
        search(machine)


def test_too_many_successors_are_refused():
    declaration = Declaration()
    number = declaration.integer("number", 0, 1, "the number")
    timing = TimingGraph()
    timing.point("only", Kind.DECISION, "the only moment")
    timing.add(
        "pick",
        "only",
        "only",
        constant(0),
        "pick",
        choices=[Choice("which", 0, 1 << 21)],
        effect={number: 1 - number},
    )
    machine = build("many", declaration, timing, start_at="only", start={}, seats=("Ann",))
    with pytest.raises(TooWide, match="2097153 successors"):
        search(machine)


def test_a_table_look_up_outside_of_its_table_is_0():
    declaration = Declaration()
    number = declaration.integer("number", -3, 5, "the number")
    timing = TimingGraph()
    timing.point("only", Kind.DECISION, "the only moment")
    timing.add(
        "read",
        "only",
        "only",
        constant(0),
        "read",
        choices=[which := Choice("which", -3, 5)],
        effect={number: lookup("t", (4, -2), which)},
    )
    machine = build("table", declaration, timing, start_at="only", start={}, seats=("Ann",))
    assert search(machine).states == explore(machine).states == 3


@pytest.mark.parametrize("homes", [SLACK // 2, 1 << 16, 8 * 12_345, 1 << 20])
def test_a_table_moves_each_state_once_and_over_none_that_still_has_to_move(homes):
    rounds = list(moves_of(homes))
    left = homes + SLACK
    for moves in rounds:
        below = left
        for move in moves:
            assert move.stop == below
            assert left <= move.low < move.high
            below = move.first
        assert all(lower.high <= upper.low for upper, lower in pairwise(moves))
        left = below
    assert left == 0
    assert sum(map(len, rounds)) <= MOVES
