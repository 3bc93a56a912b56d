"""With which hands there is a way to a goal, against a question about each hand for itself."""

from dataclasses import replace
from functools import reduce

from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import machines

from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import FALSE, all_of, constant
from dicelaw.model.kernel.graph import Kind, TimingGraph
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.state import Declaration, Field
from dicelaw.oracle.answers.open_hands import ask_each
from dicelaw.oracle.answers.question import Question


@settings(max_examples=4, deadline=None)
@given(machines(), st.data())
def test_each_start_has_the_answer_that_it_has_for_itself(machine, data):
    visited = []
    explore(machine, {"never": lambda state: visited.append(state) is not None})
    point = data.draw(st.sampled_from(visited))[0]
    starts = [state for state in visited if state[0] == point][:8]
    place = data.draw(st.integers(1, len(machine.slots) - 1))
    slot = machine.slots[place]
    goal = Field(place, slot) == data.draw(st.integers(slot.lo, slot.hi))
    answers = ask_each(machine, starts, Question(goal, FALSE), budget=1 << 20)
    assert not answers.left
    found = [state for one in answers.found for state in one.starts]
    assert sorted([*found, *answers.never]) == sorted(starts)
    reader = Concrete(machine)
    for state in starts:
        alone = explore(replace(machine, start=state), {"goal": lambda one: reader.value(goal, one)})
        assert ("goal" in alone.found) == (state in found)
    for one in answers.found:
        for state in one.starts:
            assert reader.value(goal, reduce(reader.step, one.play, state))


def test_a_start_is_told_by_what_the_goal_alone_reads():
    declaration, timing = Declaration(), TimingGraph()
    steps = declaration.integer("steps", 0, 3, "the steps")
    hidden = declaration.integer("hidden", 0, 2, "what is hidden")
    timing.point("walk", Kind.DECISION, "a seat walks")
    timing.add(
        "on", "walk", "walk", constant(0), "walk on", requires=[(steps <= 2, "rule/on")],
        effect={steps: steps + 1},
    )  # fmt: skip
    machine = build("walk", declaration, timing, start_at="walk", start={}, seats=("Ann",))
    starts = [(0, 0, value) for value in range(3)]
    answers = ask_each(machine, starts, Question(all_of(steps == 3, hidden == 1), FALSE), budget=1 << 10)
    assert [one.starts for one in answers.found] == [(starts[1],)]
    assert sorted(answers.never) == [starts[0], starts[2]]
