import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import machines

from dicelaw.checker.executors import processes
from dicelaw.checker.search import distributed as spread
from dicelaw.checker.search.counterexample import shown
from dicelaw.checker.search.distributed import AllLost
from dicelaw.checker.search.kernel import Reductions
from dicelaw.checker.search.random_plays import Walker
from dicelaw.checker.search.search import search
from dicelaw.checker.search.worker import divided
from dicelaw.model.kernel.fragments import priority_window, queue
from dicelaw.model.kernel.fragments.reaction_window import Limit, proving_ground
from dicelaw.model.kernel.state import Field


class _Fails(Executor):
    """Does what it is given at once, until it has done so much; then it is broken."""

    def __init__(self, after: int) -> None:
        self.left = after

    def submit(self, work: Callable, /, *arguments, **named) -> Future:
        done: Future = Future()
        if self.left <= 0:
            done.set_exception(BrokenProcessPool("gone"))
        else:
            self.left -= 1
            done.set_result(work(*arguments, **named))
        return done


def _reaction():
    return proving_ground(seats=3, most=2, limit=Limit.NONE, energy=2, events=2)


@settings(max_examples=4, deadline=None)
@given(machines(), st.data())
def test_parts_find_what_one_machine_finds(machine, data):
    place = data.draw(st.integers(0, len(machine.slots) - 1))
    slot = machine.slots[place]
    watched = {str(value): Field(place, slot) == value for value in range(slot.lo, slot.hi + 1)}
    stops, budget = data.draw(st.booleans()), data.draw(st.sampled_from([1, 7, 40, 10**6]))
    parts, reductions = (
        data.draw(st.integers(1, 5)),
        Reductions(*(data.draw(st.booleans()) for _ in range(3))),
    )
    same = {"stop_when_found": stops, "budget": budget, "reductions": reductions}
    alone = search(machine, watched, **same)
    found = spread.search(machine, watched, executors=[_Fails(10**9)], parts=parts, **same)
    assert found == alone
    assert list(found.met) == list(alone.met)
    plays = [shown(machine, watched, one, reductions=reductions) for one in (found, alone)]
    assert plays[0] == plays[1]


@pytest.mark.parametrize("parts", [1, 2, 5])
def test_threads_take_the_parts_in_any_order(parts):
    with ThreadPoolExecutor(3) as executor:
        assert spread.search(_reaction(), executors=[executor], parts=parts) == search(_reaction())


def test_several_starts_are_shared_out():
    machine = priority_window.proving_ground()
    starts = [machine.with_state(first=seat) for seat in (0, 1, 2, 1)]
    found = spread.search(machine, executors=[_Fails(10**9)], parts=3, starts=starts)
    assert found == search(machine, starts=starts)


def test_states_of_a_part_are_together_and_in_order():
    states = [number * 0x9E3779B97F4A7C15 % (1 << 64) for number in range(1, 1001)]
    packed = b"".join(state.to_bytes(8, "little") for state in states)
    pieces = divided(packed, 3, 1)
    assert b"".join(sorted(piece[at : at + 8] for piece in pieces for at in range(0, len(piece), 8))) == (
        b"".join(sorted(packed[at : at + 8] for at in range(0, len(packed), 8)))
    )
    assert min(map(len, pieces)) > 8 * 250
    places = [[packed.index(piece[at : at + 8]) for at in range(0, len(piece), 8)] for piece in pieces]
    assert places == [sorted(one) for one in places]


@pytest.mark.parametrize("after", [0, 1, 2, 9, 20])
def test_an_executor_that_breaks_is_left_out(after):
    found = spread.search(_reaction(), executors=[_Fails(10**9), _Fails(after)], parts=3)
    assert found == search(_reaction())


def test_when_all_are_broken_it_says_so():
    with pytest.raises(AllLost, match="no worker is left"):
        spread.search(_reaction(), executors=[_Fails(3), _Fails(4)])


def test_two_searches_at_once_do_not_mix():
    machine, other = _reaction(), queue.proving_ground(2, 4, 2, 2)
    executor, inner = _Fails(10**9), []

    def between(_, found):
        if found.depth == 3:
            inner.append(spread.search(other, executors=[executor], parts=2))

    assert spread.search(machine, executors=[executor], parts=2, after_layer=between) == search(machine)
    assert inner == [search(other)]


def test_plays_are_the_same_in_shares(monkeypatch):
    monkeypatch.setattr("dicelaw.checker.search.random_plays.AT_ONCE", 500)
    machine = _reaction()
    watched = {str(value): Field(1, machine.slots[1]) == value for value in range(3)}
    walker, told = Walker(machine, watched, length=20), []
    alone = walker.walk(200, seed=5)
    shared = spread.walk(walker, 200, seed=5, executors=[_Fails(3), _Fails(10**9)], progress=told.append)
    assert shared == alone
    assert told == [25, 50, 75, 100, 125, 150, 175, 200]


def test_a_process_that_is_killed_changes_nothing():
    machine, killed = _reaction(), []
    with processes(2) as executors:

        def kill(_, found):
            if found.depth == 4:
                killed.append(executors[0].submit(os.getpid).result())
                os.kill(killed[0], signal.SIGKILL)

        found = spread.search(machine, executors=executors, after_layer=kill)
        assert killed
        assert found == search(machine)
        walker = Walker(machine, {}, length=20)
        assert spread.walk(walker, 100, executors=executors) == walker.walk(100)
