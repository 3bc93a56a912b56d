"""Of a machine that is passed over, as nothing that was looked at can differ, the answer is the same."""

from contextlib import suppress
from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import machines

from dicelaw.checker.chances.game import Improper
from dicelaw.model.kernel.concrete import Concrete, OutsideDomain
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import FALSE, all_of, any_of, negate
from dicelaw.model.kernel.state import Field
from dicelaw.oracle.answers.question import Question, ask


def _changed(machine, data):
    """``machine`` with a transition that does something else, or may be taken in other states."""
    place = data.draw(st.integers(0, len(machine.transitions) - 1))
    one = machine.transitions[place]
    kept = data.draw(st.integers(0, len(one.requires)))
    other = replace(one, requires=one.requires[:kept], effect=one.effect[: data.draw(st.integers(0, 1))])
    return machine.rewritten(lambda each: other if each is one else each)


def _asked_of(machine, start, goal, few):
    """The answer; none where it shows that the machine is no game, as random ones may be."""
    with suppress(Improper, OutsideDomain):
        return ask(machine, start, Question(goal, FALSE), few=few)
    return None


@settings(max_examples=20, deadline=None)
@given(machines(), st.data(), st.sampled_from([1, 2_000]))
def test_of_a_machine_that_is_passed_over_the_answer_is_the_same(machine, data, few):
    visited = []
    explore(machine, {"never": lambda state: visited.append(state) is not None})
    start = data.draw(st.sampled_from(visited))
    place = data.draw(st.integers(1, len(machine.slots) - 1))
    slot = machine.slots[place]
    goal = Field(place, slot) == data.draw(st.integers(slot.lo, slot.hi))
    other = _changed(machine, data)
    first = _asked_of(machine, start, goal, few)
    conditions = all_of(goal, negate(FALSE)), any_of(FALSE, FALSE)
    assume(first is not None)
    assume(first.looked_at.same_by(Concrete(other), start, conditions))
    again = _asked_of(other, start, goal, few)
    assert again is None or (again.possible, again.forces) == (first.possible, first.forces)
