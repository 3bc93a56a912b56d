"""What a step leaves, said in terms of the state before it, is what the concrete reader finds after it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import machines

from dicelaw.checker.proof.induction import Proofs
from dicelaw.checker.proof.reader import Reader
from dicelaw.checker.search.decide import decide
from dicelaw.checker.search.step_monitor import after
from dicelaw.checker.verdicts import Outcome
from dicelaw.checker.walks.monitors import breach_watch
from dicelaw.checker.walks.walks import Walker
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import any_of, at_most, constant, number
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.state import Declaration, Field
from dicelaw.specs.property import Chosen, EachStep, Never, Property, Unchanged
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


PLACES, TOP = 2, 3
STATE = Declaration()
ROW = STATE.array("row", PLACES, 0, TOP, "what lies at place")
PLACE, AMOUNT = at_most(Chosen("place"), PLACES - 1), Chosen("amount")
NAMING = {
    "each: there it is what was put": (EachStep(later(ROW[PLACE]) == AMOUNT), True),
    "each: there it is more than before": (EachStep(later(ROW[PLACE]) > ROW[PLACE]), False),
    "each: the first is what was put there": (EachStep(later(ROW[0]) == AMOUNT, given=PLACE == 0), True),
    "each: the first is what was put elsewhere": (EachStep(later(ROW[0]) == AMOUNT, given=PLACE == 1), False),
    "unchanged: what lies elsewhere": (Unchanged((ROW[1 - PLACE],)), True),
    "unchanged: what lies there": (Unchanged((ROW[PLACE],)), False),
    "unchanged: the first, if put elsewhere": (Unchanged((ROW[0],), given=PLACE == 1), True),
    "unchanged: the first, if put there": (Unchanged((ROW[0],), given=PLACE == 0), False),
    "never: where that lies": (Never(ROW[PLACE] == AMOUNT), True),
    "never: where that lies elsewhere": (Never(ROW[1 - PLACE] == AMOUNT), False),
}
"""Claims about putting an amount at a place where another lies, and whether they hold."""


def _putting(kind, actor):
    """A machine in which ``actor`` puts amounts at places, or turns the row round, which is no such step."""
    timing = TimingGraph()
    timing.point("work", kind, "work")
    place, amount = Choice("place", 0, PLACES - 1), Choice("amount", 0, TOP)
    timing.add("put", "work", "work", actor, "put {amount} at {place}", choices=[place, amount],
               requires=[(any_of(ROW[place] < amount, ROW[place] > amount), "r")],
               effect={ROW[place]: amount})  # fmt: skip
    timing.add("turn", "work", "work", actor, "turn the row round", effect={ROW[0]: ROW[1], ROW[1]: ROW[0]})
    return build("putting", STATE, timing, start_at="work", start={}, seats=("Ann",))


@pytest.mark.parametrize(
    "machine",
    [
        _putting(Kind.DECISION, constant(0)),
        _putting(Kind.CHANCE, Agent.CHANCE),
        _putting(Kind.RULES, Agent.RULES),
    ],
    ids=["seat", "chance", "rules"],
)
@pytest.mark.parametrize(("claim", "holds"), NAMING.values(), ids=NAMING)
def test_a_claim_may_name_what_is_chosen_whoever_decides_it(machine, claim, holds):
    property = Property("naming", "what is chosen", claim)
    proved, _ = Proofs(Reader(machine), {property.id: property}).verdict(property)
    assert proved.is_proof is holds
    assert decide(machine, claim).outcome is (Outcome.PROVED if holds else Outcome.REFUTED)
    watch = breach_watch(Walker(machine), property)
    assert any(watch.seen(*step) for step in _steps(machine)) is not holds
