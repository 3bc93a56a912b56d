import pytest
from hypothesis import given, settings
from lanes import lanes

from dicelaw.checker.search.counterexample import shown
from dicelaw.checker.search.decide import decide
from dicelaw.checker.search.kernel import PLAIN, Reductions
from dicelaw.checker.search.observers import Ordering
from dicelaw.checker.search.partial_order import ordered
from dicelaw.checker.search.search import search
from dicelaw.checker.verdicts import Outcome
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import all_of, constant
from dicelaw.model.kernel.graph import Agent, Kind, TimingGraph
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.state import Declaration, Field
from dicelaw.specs.fragments import machines
from dicelaw.specs.fragments.large import dice_pool
from dicelaw.specs.property import Always, InDomain, NeverStuck, Reaches

ORDER, ALL = Reductions(order=True), Reductions(symmetry=True, order=True, skips=True)


def _end(machine, witness):
    reader, state = Concrete(machine), witness.start
    for move in witness.moves:
        assert move in reader.enabled(state)
        state = reader.step(state, move)
    return state


@pytest.mark.parametrize("reductions", [ORDER, ALL, Reductions(symmetry=True, order=True)])
@settings(max_examples=6, deadline=None)
@given(made=lanes())
def test_what_is_met_is_the_same_with_and_without(reductions, made):
    machine, watched = made
    plain = search(machine, watched, stop_when_found=False)
    short = search(machine, watched, stop_when_found=False, reductions=reductions)
    assert (short.outside is None) == (plain.outside is None)
    if plain.outside is not None:
        return
    assert short.complete
    assert short.states <= plain.states
    assert set(short.met) == set(plain.met)
    assert (short.stuck is None) == (plain.stuck is None)
    assert (set(short.taken), set(short.reached)) == (set(plain.taken), set(plain.reached))
    plays = shown(machine, watched, short, reductions=reductions)
    reader = Concrete(machine)
    for name, play in plays.met.items():
        assert reader.value(watched[name], _end(machine, play))
    if plays.stuck is not None:
        assert reader.enabled(_end(machine, plays.stuck)) == []


@settings(max_examples=4, deadline=None)
@given(lanes())
def test_verdicts_are_the_same_with_and_without(made):
    machine, watched = made
    first = machine.transitions[0].id
    claims = [NeverStuck(), InDomain(), Ordering(first, "leave", until="again")]
    claims += [kind(condition) for condition in list(watched.values())[:2] for kind in (Always, Reaches)]
    leaves = decide(machine, InDomain(), reductions=PLAIN).outcome is Outcome.REFUTED
    for claim in claims:
        one, two = decide(machine, claim), decide(machine, claim, reductions=PLAIN, slices=False)
        if not leaves or isinstance(claim, InDomain):
            assert one.outcome is two.outcome


def _chores(count, *, early=False, undone=False):
    """So many chores in any order, then the end; with ``early`` one may stop before that."""
    declaration, timing = Declaration(), TimingGraph()
    done = declaration.array("done", count, 0, 1, "this is done: chore")
    timing.point("work", Kind.DECISION, "work")
    timing.point("end", Kind.FINAL, "the end")
    for place, chore in enumerate(done):
        timing.add(
            f"do/{place}",
            "work",
            "work",
            constant(0),
            "do it",
            requires=[(chore == 0, "r")],
            effect={chore: 1},
        )
        if undone:
            timing.add(f"undo/{place}", "work", "work", constant(0), "undo it", requires=[(chore == 1, "r")],
                       effect={chore: 0})  # fmt: skip
    enough = done[0] == 1 if early else all_of(*(chore == 1 for chore in done))
    timing.add("stop", "work", "end", Agent.RULES, "stop", requires=[(enough, "r")])
    return build("chores", declaration, timing, start_at="work", start={}, seats=("Ann",)), done


def test_independent_chores_are_done_in_one_order():
    machine, done = _chores(12)
    assert ordered(machine, [])[1] == ("work",)
    assert search(machine).states == 2**12 + 1
    assert search(machine, reductions=ORDER).states == 12 + 2
    both = {"last alone": all_of(done[11] == 1, done[0] == 0)}
    found = search(machine, both, reductions=ORDER)
    assert set(found.met) == {"last alone"}
    assert found.states < 2**12 / 4


def test_where_one_may_stop_the_order_matters():
    machine, done = _chores(4, early=True)
    stopped_at_once = {"it": all_of(Field(0, machine.slots[0]) == 1, *(chore == 0 for chore in done[1:]))}
    found = search(machine, stopped_at_once, reductions=ORDER)
    assert set(found.met) == {"it"}
    assert len(shown(machine, stopped_at_once, found, reductions=ORDER).met["it"].moves) == 2


def test_a_round_of_independent_steps_postpones_nothing_for_ever():
    machine, _ = _chores(4, undone=True)
    assert ordered(machine, [])[1] == ()
    found = search(machine, reductions=ORDER)
    assert found == search(machine)


def test_a_point_without_independent_steps_is_left_alone():
    for machine in machines().values():
        cut, points = ordered(machine, [])
        if not points:
            assert cut is machine


def test_the_scope_says_where():
    verdict = decide(dice_pool(2), NeverStuck())
    assert verdict.outcome is Outcome.PROVED
    assert verdict.scope.endswith("independent steps in one order at roll")


@pytest.mark.parametrize("name", ["queue/2", "simultaneous/2", "simultaneous/3", "pipeline"])
def test_verdicts_on_fragments_are_the_same_with_and_without(name):
    machine = machines()[name]
    last = Field(len(machine.slots) - 1, machine.slots[-1])
    for claim in (NeverStuck(), InDomain(), Always(last <= 1), Reaches(last >= 1)):
        assert (
            decide(machine, claim, reductions=ORDER).outcome
            is decide(machine, claim, reductions=PLAIN).outcome
        )
