import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import machines

from dicelaw.checker.search.decide import decide
from dicelaw.checker.search.observers import Ordering
from dicelaw.checker.search.search import search
from dicelaw.checker.search.slices import sliced
from dicelaw.checker.verdicts import Outcome
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import constant
from dicelaw.model.kernel.fragments.reaction_window import proving_ground
from dicelaw.model.kernel.graph import Agent, Kind, TimingGraph
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.state import Declaration, Field
from dicelaw.specs.property import Always, NeverStuck, Reaches


def _replayed(machine, witness):
    reader, state = Concrete(machine), witness.start
    for move in witness.moves:
        state = reader.step(state, move)
    return state


def _reachable(machine):
    visited = []
    explore(machine, {"never": lambda state: visited.append(state) is not None})
    return visited


@settings(max_examples=6, deadline=None)
@given(machines(), st.data())
def test_a_slice_has_the_same_answers(machine, data):
    place = data.draw(st.integers(1, len(machine.slots) - 1))
    slot = machine.slots[place]
    value = data.draw(st.integers(slot.lo, slot.hi))
    taken = data.draw(st.sampled_from(machine.transitions)).id
    for claim in (Reaches(Field(place, slot) == value), Ordering(taken, taken), NeverStuck()):
        one, two = decide(machine, claim), decide(machine, claim, slices=False)
        assert one.outcome is two.outcome
        assert (one.witness is None) == (two.witness is None)
        if one.witness is not None:
            assert len(one.witness.moves) == len(two.witness.moves)
            end = _replayed(machine, one.witness)
            assert not isinstance(claim, Reaches) or end[place] == value


@settings(max_examples=6, deadline=None)
@given(machines(), st.data())
def test_a_slice_keeps_every_value_that_is_seen(machine, data):
    place = data.draw(st.integers(1, len(machine.slots) - 1))
    slot = machine.slots[place]
    watched = {str(value): Field(place, slot) == value for value in range(slot.lo, slot.hi + 1)}
    cut, out = sliced(machine, watched.values())
    assert slot.lo == slot.hi or slot.name not in out
    one, two = (search(made, watched, stop_when_found=False) for made in (cut, machine))
    assert (one.met, one.stuck, set(one.taken)) == (two.met, two.stuck, set(two.taken))
    assert one.states <= two.states


def test_what_only_proofs_read_is_left_out():
    machine = proving_ground()
    amount = machine.slot_index["amount"]
    cut, out = sliced(machine, [Field(amount, machine.slots[amount]) == 2])
    assert out == ("target", "announced", "aimed", "happened", "reactions", "prevented")
    seen = [place for place, slot in enumerate(machine.slots) if slot.name not in out]
    projected = {tuple(state[place] for place in seen) for state in _reachable(machine)}
    assert search(cut).states == len(projected) == 276


def _leaky():
    """``unseen`` leaves its domain with the second step; nothing reads it."""
    declaration, timing = Declaration(), TimingGraph()
    steps = declaration.integer("steps", 0, 3, "the steps")
    unseen = declaration.integer("unseen", 0, 1, "what nothing reads")
    timing.point("play", Kind.DECISION, "play")
    timing.point("end", Kind.FINAL, "the end")
    timing.add("step", "play", "play", constant(0), "step", requires=[(steps <= 2, "r")],
               effect={steps: steps + 1, unseen: unseen + 1})  # fmt: skip
    timing.add("stop", "play", "end", Agent.RULES, "stop", requires=[(steps == 3, "r")])
    return build("leaky", declaration, timing, start_at="play", start={}, seats=("Ann",)), steps


@pytest.mark.parametrize("slices", [False, True])
def test_a_play_that_leaves_a_domain_unseen_is_not_shown(slices):
    machine, steps = _leaky()
    verdict = decide(machine, Always(steps <= 2), slices=slices)
    assert verdict.outcome is Outcome.UNKNOWN
    assert verdict.evidence == "a step leaves a domain"


def test_the_scope_tells_what_is_left_out():
    machine, steps = _leaky()
    verdict = decide(machine, Always(steps <= 3))
    assert verdict.outcome is Outcome.PROVED
    assert verdict.scope == "leaky; all plays from its start, without unseen"
