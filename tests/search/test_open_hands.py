"""With which hands there is a way to a goal, against a question about each hand for itself."""

from dataclasses import replace
from functools import reduce

from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import machines

from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import FALSE
from dicelaw.model.kernel.state import Field
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
