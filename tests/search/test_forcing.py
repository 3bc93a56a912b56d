"""Compiled code says who can force a goal as the graph of all states does."""

from unittest.mock import patch

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from strategies import machines

from dicelaw.checker.chances.game import Improper, explore
from dicelaw.checker.chances.reaching import attracted
from dicelaw.checker.search.expected import Expected
from dicelaw.checker.search.forcing import Can, forced
from dicelaw.checker.search.frontier import Frontier
from dicelaw.checker.search.kernel import PLAIN, Reductions, compiled
from dicelaw.checker.search.position import sought
from dicelaw.checker.search.search import run
from dicelaw.checker.search.situation import ending
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import number
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.state import Declaration, Field

ALL = 1 << 16


def _by_code(machine, goal, reductions, most=ALL):
    """What each seat can do for ``goal``, by compiled code; None where a step leaves a domain."""
    kernel = compiled(ending(machine, machine.start, [goal], goal), {"goal": goal}, reductions=reductions)
    frontier = Frontier(kernel, most=ALL, keep=True)
    try:
        frontier.admit([kernel.machine.start])
        found = run(frontier, stop_when_found=False, most=most)
        return None if found.outside is not None else forced(frontier, goal)
    finally:
        frontier.close()


def _by_graph(machine, goal):
    """The same by the graph of all states."""
    place, value = goal
    try:
        game = explore(machine, until=lambda state: state[place] == value)
    except Improper:  # some machines here do not say what chance may do
        reject()
    assert not game.open
    reached = {number for number, state in enumerate(game.states) if state[place] == value}
    seats = game.seats or [None]
    return {
        seat: Can(*(0 in attracted(game, reached, seat, lucky=lucky) for lucky in (False, True)))
        for seat in seats
    }


@st.composite
def goals(draw, machine):
    place = draw(st.integers(1, len(machine.slots) - 1))
    return place, draw(st.integers(machine.slots[place].lo, machine.slots[place].hi))


@pytest.mark.parametrize("skips", [False, True])
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_it_is_as_by_the_graph(skips, data):
    machine = data.draw(machines())
    place, value = data.draw(goals(machine))
    goal = Field(place, machine.slots[place]) == value
    found = _by_code(machine, goal, Reductions(skips=skips))
    if found is None:
        return
    said = _by_graph(machine, (place, value))
    assert {seat: least for seat, (least, _) in found.items()} == said
    assert all(least == most for least, most in found.values())


@settings(max_examples=12, deadline=None)
@given(machines(), st.data(), st.integers(1, 30))
def test_open_states_only_widen_it(machine, data, most):
    place, value = data.draw(goals(machine))
    goal = Field(place, machine.slots[place]) == value
    whole, part = (_by_code(machine, goal, Reductions(skips=True), count) for count in (ALL, most))
    if whole is None or part is None:
        return
    _brackets(part, {seat: least for seat, (least, _) in whole.items()})


def _brackets(bounds, exactly):
    for seat in bounds.keys() & exactly.keys():
        least, most = bounds[seat]
        assert all(low <= of <= high for low, of, high in zip(least, exactly[seat], most, strict=True))


@settings(max_examples=12, deadline=None)
@given(machines(), st.data())
def test_what_is_beyond_an_unexpected_step_is_open(machine, data):
    place, value = data.draw(goals(machine))
    goal = Field(place, machine.slots[place]) == value
    said = {}

    def at_end(position, frontier, _):
        said.update(forced(frontier, position.questions["goal"]))

    with patch.object(Expected, "play", lambda *_: None):
        sought(Concrete(machine), machine.start, {"goal": goal}, goal, budget=ALL, at_end=at_end)
    _brackets(said, _by_graph(machine, (place, value)))


def test_what_a_climber_can_do_hangs_on_dice_and_on_what_is_open():
    declaration, timing = Declaration(), TimingGraph()
    (steps,) = declaration.array("steps", 1, 0, 9, "steps of the climber")
    luck = Choice("luck", 0, 1)
    timing.point("climb", Kind.DECISION, "the climber goes on or not")
    timing.point("roll", Kind.CHANCE, "it is rolled whether the step holds")
    timing.point("over", Kind.FINAL, "the climber rests")
    timing.add("go", "climb", "roll", number(0), "go on", requires=[(steps <= 8, "rule/top")])
    timing.add("rest", "climb", "over", number(0), "rest")
    timing.add("hold", "roll", "climb", Agent.CHANCE, "roll", choices=[luck], effect={steps: steps + luck})
    machine = build("climb", declaration, timing, start_at="climb", start={}, seats=("the climber",))
    goal = steps == 9
    luckily = Can(surely=False, luckily=True)  # as no step may ever hold
    assert (
        _by_code(machine, goal, PLAIN) == {0: (luckily, luckily)} == {0: (_by_graph(machine, (1, 9))[0],) * 2}
    )
    assert _by_code(machine, goal, PLAIN, most=6) == {0: (Can(surely=False, luckily=False), luckily)}
