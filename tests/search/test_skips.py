from contextlib import suppress
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import machines

from dicelaw.checker.search.counterexample import TooMany, shown
from dicelaw.checker.search.frontier import Frontier
from dicelaw.checker.search.kernel import Reductions, compiled
from dicelaw.checker.search.search import search, search_with
from dicelaw.model.kernel.concrete import Concrete, OutsideDomain
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
    short, spread = (search(machine, reductions=SKIPS, threads=threads) for threads in (1, 2))
    assert short.states < 0.7 * search(machine).states
    assert short.passed > 0
    assert replace(spread, taken=short.taken, reached=short.reached) == short
    assert (set(spread.taken), set(spread.reached)) == (set(short.taken), set(short.reached))


@settings(max_examples=10, deadline=None)
@given(machines())
def test_what_is_stored_has_several_successors_or_none(machine):
    """Counted by the concrete reader, one state after another."""
    reader = Concrete(machine)

    def after(state):
        found = []
        for move in reader.enabled(state):
            with suppress(OutsideDomain):
                found.append(reader.step(state, move))
        return found

    seen, stored, waiting = {machine.start}, {machine.start}, [machine.start]
    while waiting:
        for new in {*after(waiting.pop())} - seen:
            seen.add(new)
            waiting.append(new)
            if len({*after(new)}) != 1:
                stored.add(new)
    found = search(machine, reductions=SKIPS)
    assert found.complete == (found.outside is None)
    if found.complete:
        assert found.states == len(stored)


@settings(max_examples=10, deadline=None)
@given(machines(), st.data())
def test_where_there_is_little_room_a_play_leads_through_what_was_passed(machine, data):
    place = data.draw(st.integers(0, len(machine.slots) - 1))
    slot = machine.slots[place]
    watched = {str(value): Field(place, slot) == value for value in range(slot.lo, slot.hi + 1)}
    kernel = compiled(machine, watched, reductions=SKIPS)
    found = search_with(kernel, stop_when_found=False)

    def little(of):
        if of is not kernel:
            raise TooMany
        return Frontier(of, most=1 << 20, keep=True)

    plays = shown(machine, watched, found, room=little, kernel=kernel)
    shortest = shown(machine, watched, found, kernel=kernel)
    assert shortest.shortest
    assert set(plays.met) == set(found.met)
    if found.met:
        assert not plays.shortest
    reader = Concrete(machine)
    for name, play in plays.met.items():
        here = play.start
        for move in play.moves:
            here = reader.step(here, move)
        assert reader.value(watched[name], here)
        assert len(play.moves) >= len(shortest.met[name].moves)
    assert (plays.stuck is None, plays.outside is None) == (found.stuck is None, found.outside is None)


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
    assert (found.states, found.passed > 999) == (1, True)
    assert len(shown(machine, watched, found).met["late"].moves) == 998
