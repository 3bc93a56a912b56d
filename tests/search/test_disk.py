from tempfile import TemporaryFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import machines

from dicelaw.checker.search import disk
from dicelaw.checker.search.counterexample import shown
from dicelaw.checker.search.disk import DiskFrontier, fitting
from dicelaw.checker.search.kernel import PLAIN, Reductions, compiled
from dicelaw.checker.search.memory import NoRoom
from dicelaw.checker.search.search import run, search
from dicelaw.model.kernel.expressions import constant, total
from dicelaw.model.kernel.fragments.reaction_window import Limit, proving_ground
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.state import Declaration, Field

WINDOW = proving_ground(seats=3, most=3, limit=Limit.NONE, energy=2, events=2)


def _counter(cells, top):
    """A counter of ``cells`` numbers of 20 bits, each raised by itself, and their sum."""
    declaration, timing = Declaration(), TimingGraph()
    digits = declaration.array("digit", cells, 0, (1 << 20) - 1, "a digit")
    which = Choice("which", 0, cells - 1)
    timing.point("count", Kind.DECISION, "the count")
    timing.point("end", Kind.FINAL, "the end")
    timing.add("more", "count", "count", constant(0), "raise one", choices=[which],
               requires=[(digits[which] < top, "r")], effect={digits[which]: digits[which] + 1})  # fmt: skip
    timing.add(
        "stop", "count", "end", Agent.RULES, "stop", requires=[(digit == top, "r") for digit in digits]
    )
    machine = build("counter", declaration, timing, start_at="count", start={}, seats=("Ann",))
    return machine, total(digits)


def _room(kernel, held, threads=1, most=1 << 24):
    return DiskFrontier(kernel, TemporaryFile(buffering=0), most=most, held=held, threads=threads)


def _found(kernel, held, threads=1, most=1 << 24, **options):
    frontier = _room(kernel, held, threads, most)
    frontier.admit([kernel.machine.start])
    try:
        return run(frontier, **options)
    finally:
        frontier.close()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("held", [100, 20_000, 1 << 20])
@pytest.mark.parametrize("cells", [3, 4])
def test_a_search_in_little_memory_sees_the_same(cells, held, threads):
    machine, raised = _counter(cells, {3: 30, 4: 12}[cells])
    watched = {"ten": raised == 10, "beyond": raised == 1000}
    found = _found(compiled(machine, watched, shared=threads > 1), held, threads, stop_when_found=False)
    assert found == search(machine, watched, stop_when_found=False)


@settings(max_examples=4, deadline=None)
@given(machines(), st.integers(0, 1))
def test_random_machines_come_out_the_same(machine, reduced):
    reductions = Reductions(symmetry=True, order=True) if reduced else PLAIN
    place = len(machine.slots) - 1
    slot = machine.slots[place]
    watched = {str(value): Field(place, slot) == value for value in range(slot.lo, slot.hi + 1)}
    found = _found(compiled(machine, watched, reductions=reductions), 1, stop_when_found=False)
    assert found == search(machine, watched, stop_when_found=False, reductions=reductions)
    one = shown(machine, watched, found, reductions=reductions)
    two = shown(machine, watched, found, reductions=reductions, room=lambda kernel: _room(kernel, 1))
    assert {name: len(play.moves) for name, play in one.met.items()} == {
        name: len(play.moves) for name, play in two.met.items()
    }
    assert (one.stuck is None, one.outside is None) == (two.stuck is None, two.outside is None)


def test_the_table_is_emptied_and_filled_again(monkeypatch):
    sifted = []
    really = DiskFrontier._sift

    def counted(frontier):
        sifted.append(frontier.states)
        really(frontier)

    monkeypatch.setattr(DiskFrontier, "_sift", counted)
    found = _found(compiled(WINDOW, {}), 1000)
    assert found == search(WINDOW)
    assert len(sifted) > found.depth / 2
    assert sifted == sorted(sifted)


def test_plays_are_read_from_the_file(monkeypatch):
    monkeypatch.setattr(disk, "BLOCK", 100)
    machine, raised = _counter(3, 12)
    watched = {"it": raised == 30}
    found = _found(compiled(machine, watched), 100)
    plays = shown(machine, watched, found, room=lambda kernel: _room(kernel, 100))
    assert len(plays.met["it"].moves) == found.met["it"] == 30


@pytest.mark.parametrize("budget", [1, 700, 5000, 31**3])
def test_a_search_that_is_cut_tells_its_last_full_layer(budget):
    machine, _ = _counter(3, 30)
    kernel = compiled(machine, {})
    found = _found(kernel, 2000, most=budget)
    assert found == search(machine, budget=budget)


def test_too_little_memory_is_refused():
    kernel = compiled(WINDOW, {})
    assert fitting(kernel, 16 << 20) > 100_000
    with pytest.raises(NoRoom, match="at least"):
        fitting(kernel, 1 << 20)
