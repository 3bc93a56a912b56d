"""What a step leaves, said in terms of the state before it, is what the concrete reader finds after it."""

from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import machines

from dicelaw.checker.explicit.decide import decide
from dicelaw.checker.explicit.steps import after
from dicelaw.checker.verdicts import Outcome
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import number, walk
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.state import Field
from dicelaw.specs.property import EachStep, Never, Unchanged
from dicelaw.specs.property import after as later


def _values(machine):
    """Everything that the machine itself reads, if it is of a state alone."""
    found = [r.holds for t in machine.transitions for r in t.requires]
    found += [value for t in machine.transitions for _, value in t.effect]
    return [one for one in found if not any(isinstance(node, Choice) for node in walk(one))]


def _steps(machine):
    """Every step of every play."""
    seen = []
    explore(machine, {"never": lambda state: seen.append(state) is not None})
    reader = Concrete(machine)
    return [(state, move, reader.step(state, move)) for state in seen for move in reader.enabled(state)]


@settings(max_examples=15, deadline=None)
@given(machines())
def test_values_after_a_step(machine):
    reader, values = Concrete(machine), _values(machine)[:6]
    for state, move, reached in _steps(machine)[:20]:
        transition = machine.transitions[move[0]]
        chosen = {choice.name: value for choice, value in zip(transition.choices, move[1:], strict=True)}
        for value in values:
            said = reader.compiled(after(machine, transition, number(value)))
            assert said(state, chosen) == reader.compiled(number(value))(reached, {})


@settings(max_examples=6, deadline=None)
@given(machines(), st.data())
def test_claims_about_steps_are_decided_by_looking_at_each(machine, data):
    place = data.draw(st.integers(1, len(machine.slots) - 1))
    value = Field(place, machine.slots[place])
    along = data.draw(st.sampled_from(machine.transitions)).id
    pairs = [(state, end) for state, move, end in _steps(machine) if machine.transitions[move[0]].id == along]
    low = machine.slots[place].lo
    claims = {
        Unchanged((value,), along=along): any(one[place] != two[place] for one, two in pairs),
        EachStep(later(value) >= value, along=along): any(two[place] < one[place] for one, two in pairs),
        Never(value == low, along): any(one[place] == low for one, _ in pairs),
    }
    for claim, broken in claims.items():
        assert decide(machine, claim).outcome is (Outcome.REFUTED if broken else Outcome.PROVED)
