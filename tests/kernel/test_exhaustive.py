import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import machines

from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import constant
from dicelaw.model.kernel.graph import Agent, Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration

MANY = settings(max_examples=50)
BUDGET = 2000


def _distances(machine: Machine) -> dict:
    """How many steps each reachable state is from the start, by relaxing every step until nothing changes."""
    reader = Concrete(machine)
    distance, changed = {machine.start: 0}, True
    while changed and len(distance) < BUDGET:
        changed = False
        for state, steps in list(distance.items()):
            for move in reader.enabled(state):
                after = reader.step(state, move)
                if distance.get(after, steps + 2) > steps + 1:
                    distance[after] = steps + 1
                    changed = True
    return distance


def _replayed(machine: Machine, moves):
    reader, state = Concrete(machine), machine.start
    for move in moves:
        state = reader.step(state, move)
    return state


@pytest.mark.slow
@MANY
@given(machines(), st.data())
def test_a_witness_is_a_shortest_play_to_what_was_watched(machine, data):
    distance = _distances(machine)
    goal = data.draw(st.sampled_from(sorted(distance)))
    value = data.draw(st.sampled_from(sorted({state[-1] for state in distance})))
    tests = {"goal": lambda state: state == goal, "value": lambda state: state[-1] == value}
    found = explore(machine, {**tests, "never": lambda _: False}).found
    assert set(found) == set(tests)
    for name, test in tests.items():
        assert test(_replayed(machine, found[name]))
        assert len(found[name]) == min(steps for state, steps in distance.items() if test(state))


@MANY
@given(machines())
def test_a_search_without_goals_sees_everything(machine):
    distance = _distances(machine)
    seen = explore(machine)
    assert seen.complete
    assert (seen.states, seen.depth, seen.found) == (len(distance), max(distance.values()), {})


@MANY
@given(machines())
def test_a_stuck_state_is_found_by_a_shortest_play(machine):
    reader = Concrete(machine)
    stuck = {
        state: steps
        for state, steps in _distances(machine).items()
        if machine.point_of(state).kind is not Kind.FINAL and not reader.enabled(state)
    }
    found = explore(machine).stuck
    assert (found is None) == (not stuck)
    if found is not None:
        assert _replayed(machine, found) in stuck
        assert len(found) == min(stuck.values())


@MANY
@given(machines(), st.integers(1, 40))
def test_a_budget_is_kept_and_its_end_is_told(machine, budget):
    all_states = len(_distances(machine))
    seen = explore(machine, budget=budget)
    assert seen.states == min(budget, all_states)
    assert seen.complete == (all_states <= budget)


def _line(length: int) -> Machine:
    """Count up to ``length`` by ones or by threes, with an end that is reached only from an even number."""
    declaration = Declaration()
    number = declaration.integer("number", 0, length, "the number")
    timing = TimingGraph()
    timing.point("count", Kind.DECISION, "the count")
    timing.point("end", Kind.FINAL, "the end")
    for id, by in (("one", 1), ("three", 3)):
        room = [(number <= length - by, "r")]
        timing.add(
            id, "count", "count", constant(0), f"add {by}", requires=room, effect={number: number + by}
        )
    even = (number == length) & (number % 2 == 0)
    timing.add("stop", "count", "end", Agent.RULES, "stop", requires=[(even, "r")])
    return build("line", declaration, timing, start_at="count", start={}, seats=("Ann",))


def test_a_search_ends_early_when_all_goals_are_met():
    goals = {"seven": lambda state: state[1] == 7}
    early = explore(_line(90), goals)
    late = explore(_line(90), goals, stop_when_found=False)
    assert [len(search.found["seven"]) for search in (early, late)] == [3, 3]
    assert not early.complete
    assert late.complete
    assert early.states < late.states == 92


def test_a_dead_end_is_stuck_and_a_final_point_is_not():
    assert explore(_line(8)).stuck is None
    stuck = explore(_line(9)).stuck
    assert stuck is not None
    assert len(stuck) == 3


def test_steps_are_counted_by_transition():
    seen = explore(_line(4))
    assert seen.taken == {"one": 4, "three": 2, "stop": 1}
    assert seen.steps == 7


def test_a_search_may_start_anywhere_and_reports_its_progress():
    line, told = _line(9), []
    goals = {"nine": lambda state: state[1] == 9}
    seen = explore(line, goals, starts=[(0, 8), (0, 7), (0, 8)], progress=told.append)
    assert seen.found["nine"] == ((0,),)
    assert explore(line, starts=[(0, 7)], progress=told.append).states == 3
    assert told == [3, 2, 3, 3]
