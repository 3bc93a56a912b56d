"""States that are stored as trees: as many as a plain set has, and each one whole again."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from itertools import product
from random import Random
from struct import pack
from tempfile import TemporaryFile
from typing import BinaryIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import machines

from dicelaw.checker.search import distributed
from dicelaw.checker.search.checkpoint import opened, save
from dicelaw.checker.search.counterexample import shown
from dicelaw.checker.search.disk import DiskFrontier, fitting
from dicelaw.checker.search.frontier import Frontier
from dicelaw.checker.search.kernel import Kernel, Reductions, compiled
from dicelaw.checker.search.memory import NoRoom
from dicelaw.checker.search.search import run, search, search_with
from dicelaw.checker.search.shared import Shared
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import constant, number
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration, Field, Slot

STEP = (1 << 44) + (1 << 21) + 1
"""What changes bytes of both halves of a word."""
SOME = settings(max_examples=4, deadline=None)


def _wide(machine: Machine) -> Machine:
    """The same with three words more, which remember what three of its slots were before the last step."""
    watched = [(place, slot) for place, slot in enumerate(machine.slots)][:3]
    memory = [Slot(f"memory/{place}", 0, (slot.hi - slot.lo) * STEP, "memory") for place, slot in watched]
    memory = [replace(slot, hi=max(slot.hi, 1 << 50)) for slot in memory]
    writes = tuple(
        (Field(len(machine.slots) + place, memory[place]), number((Field(place, slot) - slot.lo) * STEP))
        for place, slot in watched
    )
    made = machine.rewritten(lambda one: replace(one, effect=(*one.effect, *writes)))
    start = (*machine.start, *[0] * len(memory))
    return replace(made, slots=(*machine.slots, *memory), start=start)


def _counter(cells: int, top: int) -> Machine:
    """``cells`` numbers of a word each, which are raised one at a time, and by a lot."""
    declaration, timing = Declaration(), TimingGraph()
    digits = declaration.array("digit", cells, 0, 1 << 50, "a digit")
    which = Choice("which", 0, cells - 1)
    timing.point("count", Kind.DECISION, "the count")
    timing.point("end", Kind.FINAL, "the end")
    timing.add("more", "count", "count", constant(0), "raise one", choices=[which],
               requires=[(digits[which] < top * STEP, "r")],
               effect={digits[which]: digits[which] + STEP})  # fmt: skip
    full = [(digit == top * STEP, "r") for digit in digits]
    timing.add("stop", "count", "end", Agent.RULES, "stop", requires=full)
    return build("counter", declaration, timing, start_at="count", start={}, seats=("Ann",))


def _little(kernel: Kernel, file: BinaryIO) -> DiskFrontier:
    return DiskFrontier(kernel, file, most=1 << 24, held=1)


def _watched(machine: Machine, data: st.DataObject):
    place = data.draw(st.integers(1, len(machine.slots) - 1))
    slot = machine.slots[place]
    return place, {str(value): Field(place, slot) == value for value in range(slot.lo, slot.hi + 1)}


@SOME
@given(machines(), st.booleans(), st.data())
def test_it_finds_what_a_plain_set_finds(machine, wide, data):
    place, watched = _watched(machine, data)
    tests = {name: lambda state, name=name: str(state[place]) == name for name in watched}
    searched = _wide(machine) if wide else machine
    slow = explore(searched, tests, stop_when_found=False)
    kernel = compiled(searched, watched, folded=True)
    fast = search_with(kernel, stop_when_found=False)
    assert (fast.states, fast.steps, fast.depth, fast.complete) == (slow.states, slow.steps, slow.depth, True)
    assert fast.taken == slow.taken
    assert fast.met == {name: len(moves) for name, moves in slow.found.items()}
    assert fast.stuck == (None if slow.stuck is None else len(slow.stuck))
    plays = shown(searched, watched, fast, kernel=kernel)
    assert {name: len(play.moves) for name, play in plays.met.items()} == fast.met


@pytest.mark.slow
@SOME
@given(machines(), st.data())
def test_on_disk_by_threads_and_in_parts_it_finds_the_same(machine, data):
    _, watched = _watched(machine, data)
    machine, reductions = _wide(machine), Reductions(*(data.draw(st.booleans()) for _ in range(3)))
    found = search(machine, watched, stop_when_found=False, reductions=reductions)
    kernel = compiled(machine, watched, shared=True, reductions=reductions)
    several = [search_with(kernel, threads=2, stop_when_found=False)]
    with TemporaryFile(buffering=0) as file, closing(_little(kernel, file)) as little:
        little.admit([machine.start])
        several.append(run(little, stop_when_found=False))
    with ThreadPoolExecutor(1) as one:
        several.append(distributed.search_with(kernel, executors=[one], parts=3, stop_when_found=False))
    for other in several:
        assert (set(other.taken), set(other.reached)) == (set(found.taken), set(found.reached))
        same = replace(other, taken=found.taken, reached=found.reached) if reductions.skips else other
        assert same == found  # what is passed through each of several looks at anew


@pytest.mark.parametrize("words", [2, 3, 4, 7, 9])
def test_states_are_whole_again(words):
    kernel = compiled(_counter(words, 1), {}, folded=True)
    assert kernel.layout.words in (words, words + 1)
    source, known, arrived = Random(words), {}, []
    pool = [source.getrandbits(64) for _ in range(40)] + [0]
    frontier = Frontier(kernel, most=1 << 20)
    for _ in range(20):
        layer = [
            (source.choice(pool) | 1, *(source.choice(pool) for _ in range(kernel.layout.words - 1)))
            for _ in range(300)
        ]
        layer += [source.choice(arrived) for _ in arrived[:20]]
        new = list(dict.fromkeys(state for state in layer if state not in known))
        known.update(dict.fromkeys(new))
        assert frontier.take(b"".join(pack(f"={len(state)}Q", *state) for state in layer))
        assert frontier.packed() == b"".join(pack(f"={len(state)}Q", *state) for state in new)
        assert frontier.states == len(known)
        arrived = new
    frontier.close()


@pytest.mark.parametrize("threads", [1, 2])
def test_the_table_grows_and_every_state_is_whole_again(threads):
    kernel = compiled(_counter(3, 39), {}, shared=threads > 1)
    frontier = Frontier(kernel, most=1 << 20, threads=threads, keep=True)
    homes = frontier.homes
    frontier.admit([kernel.machine.start])
    found = run(frontier)
    assert (found.states, found.steps, found.complete) == (40**3 + 1, 3 * 39 * 40**2 + 1, True)
    assert frontier.homes > homes
    states = {kernel.layout.unpack(state) for state in _whole(frontier)}
    counts = {(0, *digits) for digits in product(range(0, 40 * STEP, STEP), repeat=3)}
    assert states == counts | {(1, *[39 * STEP] * 3)}
    frontier.close()


def _whole(frontier: Frontier):
    size = frontier.kernel.layout.words
    packed = memoryview(frontier._whole(0, frontier.layer.stop)).cast("Q")
    return (packed[first : first + size] for first in range(0, len(packed), size))


def test_an_index_that_is_nearly_full_grows_and_keeps_its_parts():
    kernel = compiled(_counter(3, 1), {})
    frontier = Frontier(kernel, most=1 << 18)
    source, size = Random(1), kernel.layout.words
    before = frontier._shared[Shared.HOMES]
    states = [tuple(source.getrandbits(64) | 1 for _ in range(size)) for _ in range(60_000)]
    packed = b"".join(pack(f"={size}Q", *state) for state in states)
    assert frontier.take(packed)
    assert frontier._shared[Shared.HOMES] > before
    assert frontier.packed() == packed
    assert frontier.take(packed)
    assert frontier.packed() == b""
    frontier.close()


@pytest.mark.parametrize("held", [1, 3000, 1 << 20])
@pytest.mark.parametrize("depth", [0, 12])
def test_a_search_goes_on_from_its_checkpoint(tmp_path, depth, held):
    kernel, path = compiled(_counter(3, 20), {}), tmp_path / "search"
    frontier, seen = opened(path, kernel, most=1 << 20, held=held)
    for _ in range(depth + 1):
        seen = run(_Once(frontier), seen)
    save(path, frontier, seen)
    frontier.close()
    frontier, seen = opened(path, kernel, most=1 << 20, held=held)
    assert seen.depth == depth
    assert run(frontier, seen) == search_with(kernel)
    frontier.close()


class _Once:
    """A frontier that is expanded once."""

    def __init__(self, frontier):
        self._frontier = frontier
        self._left = 1

    def __getattr__(self, name):
        return getattr(self._frontier, name)

    @property
    def waiting(self):
        return self._frontier.waiting if self._left else 0

    def advance(self):
        self._left = 0
        return self._frontier.advance()


def test_too_many_parts_are_refused():
    kernel = compiled(_counter(3, 63), {})
    frontier = Frontier(kernel, most=1 << 20)
    frontier._parts._largest = 2000
    frontier.admit([kernel.machine.start])
    with pytest.raises(NoRoom, match="more than 2,000 different parts"):
        run(frontier)
    frontier.close()


def test_little_memory_holds_more_states_than_it_has_room_for_whole_ones():
    folded, whole = (compiled(_counter(9, 1), {}, folded=folded) for folded in (True, False))
    assert fitting(folded, 1 << 30) > 4 * fitting(whole, 1 << 30)
