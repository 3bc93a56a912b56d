from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import machines

from dicelaw.checker.search.counterexample import shown
from dicelaw.checker.search.kernel import Reductions
from dicelaw.checker.search.search import search
from dicelaw.model.kernel.expressions import constant
from dicelaw.model.kernel.fragments.reaction_window import Limit, proving_ground
from dicelaw.model.kernel.graph import Agent, Kind, TimingGraph
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.state import Declaration, Field

SKIPS = Reductions(skips=True)


@settings(max_examples=10, deadline=None)
@given(machines(), st.data())
def test_what_is_met_is_the_same_with_and_without(machine, data):
    place = data.draw(st.integers(0, len(machine.slots) - 1))
    slot = machine.slots[place]
    watched = {str(value): Field(place, slot) == value for value in range(slot.lo, slot.hi + 1)}
    plain = search(machine, watched, stop_when_found=False)
    short = search(machine, watched, stop_when_found=False, reductions=SKIPS)
    assert short.complete
    assert short.states <= plain.states
    assert set(short.met) == set(plain.met)
    assert (short.stuck is None, short.outside is None) == (plain.stuck is None, plain.outside is None)
    assert (set(short.taken), set(short.reached)) == (set(plain.taken), set(plain.reached))
    assert shown(machine, watched, short) == shown(machine, watched, plain)


def test_fewer_states_are_stored_the_same_by_any_number_of_threads():
    machine = proving_ground(seats=3, most=3, limit=Limit.NONE, energy=2, events=2)
    short = search(machine, reductions=SKIPS)
    assert short.states < 0.9 * search(machine).states
    assert search(machine, reductions=SKIPS, threads=2) == short


def test_a_round_of_single_steps_comes_to_an_end():
    declaration, timing = Declaration(), TimingGraph()
    hour = declaration.integer("hour", 0, 999, "the hour")
    timing.point("clock", Kind.RULES, "the clock")
    timing.point("end", Kind.FINAL, "the end")
    timing.add("tick", "clock", "clock", Agent.RULES, "tick", effect={hour: (hour + 1) % 1000})
    timing.add("never", "clock", "end", Agent.RULES, "stop", requires=[(hour * 2 == 7, "r")])
    machine = build("clock", declaration, timing, start_at="clock", start={}, seats=("Ann",))
    watched = {"late": hour == 998, "odd": hour * 2 == constant(7)}
    found = search(machine, watched, reductions=SKIPS)
    assert found.complete
    assert set(found.met) == {"late"}
    assert found.states < 999
    assert len(shown(machine, watched, found).met["late"].moves) == 998
