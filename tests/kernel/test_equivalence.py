"""Equivalence by what is live and by invariants: what is proved is never told by any play."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_machine import MACHINE, MUTANTS, SLOTS
from strategies import machines

from dicelaw.checker.proof.reader import Reader
from dicelaw.checker.walks.observed_play import Stage
from dicelaw.model.kernel.concrete import Concrete, Move, OutsideDomain
from dicelaw.model.kernel.expressions import FALSE, all_of
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import Field, State
from dicelaw.mutation.equivalence.constant_propagation import ConstantPropagation, lasting
from dicelaw.mutation.equivalence.houdini import Proved, inductive, struck
from dicelaw.mutation.equivalence.invariant_templates import suggested
from dicelaw.mutation.equivalence.liveness import live_slots
from dicelaw.mutation.equivalence.point_constants import value_of
from dicelaw.mutation.equivalence.proofs import Equivalence
from dicelaw.mutation.kills.kill_check import Judge
from dicelaw.mutation.kills.online_kill_check import Watch
from dicelaw.mutation.mutants import mutants, planted

STEPS = 12


def walked(machine: Machine, random: Random) -> list[State]:
    """The states of a random play."""
    reader, found = Concrete(machine), [machine.start]
    for _ in range(STEPS):
        moves = reader.enabled(found[-1])
        try:
            found += [reader.step(found[-1], random.choice(moves))] if moves else []
        except OutsideDomain:
            break
    return found


def start_of(machine: Machine) -> dict[str, object]:
    """The condition that the machine is in its start."""
    fields = [Field(place, slot) for place, slot in enumerate(machine.slots)]
    begins = all_of(*(field == machine.start[place] for place, field in enumerate(fields) if place))
    return {machine.points[machine.start[0]].id: begins}


def test_what_is_never_read_or_seen_is_dead() -> None:
    reader = Reader(MACHINE)
    turns, health = SLOTS["turns"], SLOTS["health"]
    points = [point.id for point in MACHINE.points]
    unseen = live_slots(reader, {key: [health] for key in points})
    assert all(health in live for live in unseen.values())
    assert turns not in unseen["begin"]
    assert turns in live_slots(reader, {key: [turns] for key in points})["begin"]
    (uncounted,) = [m for m in MUTANTS.values() if m.transitions == ("count",) and "effect" in m.id]
    assert Equivalence(Proved.of(MACHINE), [Field(health, MACHINE.slots[health])]).proved(uncounted)
    assert not Equivalence(Proved.of(MACHINE)).proved(uncounted)


def test_invariants_that_plays_suggest_are_kept_only_if_no_step_breaks_them() -> None:
    visited = {0: [MACHINE.start], 1: [(1, 5, 4, 0)]}
    found = inductive(MACHINE, suggested(MACHINE, visited), start_of(MACHINE)).holds
    assert all(holds is not FALSE for holds in found["over"]), "it can be over"
    assert not any(map(value_of, found["begin"])), "health, points and turns change"
    machine = MACHINE.rewritten(lambda old: old if old.id != "stop" else None)
    found = inductive(machine, suggested(machine, visited), start_of(machine)).holds
    assert found["over"][0] is FALSE, "without the way there it is never over"


@settings(max_examples=20)
@given(machines(), st.integers(0, 99))
def test_what_is_struck_out_is_what_is_not_kept(machine: Machine, seed: int) -> None:
    random, visited = Random(seed), {}
    for state in walked(machine, random)[:5]:
        visited.setdefault(state[0], []).append(state)
    candidates, gone = suggested(machine, visited), defaultdict(set)
    kept = inductive(machine, candidates, start_of(machine))
    for point, holds in struck(machine, candidates, start_of(machine)):
        assert holds in {*candidates[point]}
        gone[point].add(holds)
    for point, holds in candidates.items():
        left = {kept.folding.expression(one) for one in holds if one not in gone[point]}
        assert left == {*kept.holds[point]}


@settings(max_examples=20)
@given(machines(), st.integers(0, 99))
def test_suggested_invariants_hold_in_every_play(machine: Machine, seed: int) -> None:
    random, visited = Random(seed), {}
    for state in walked(machine, random):
        visited.setdefault(state[0], []).append(state)
    found = inductive(machine, suggested(machine, visited), start_of(machine))
    reader = Concrete(machine)
    for _ in range(5):
        for state in walked(machine, random):
            assert all(state[slot] == value for slot, value in found.folding.values.items())
            assert all(reader.value(holds, state) for holds in found.holds[machine.point_of(state).id])


@settings(max_examples=20)
@given(machines(), st.integers(0, 99))
def test_a_machine_with_what_never_changes_put_into_it_plays_alike(machine: Machine, seed: int) -> None:
    values = lasting(machine, dict(enumerate(machine.start)))
    one, other = Concrete(machine), Concrete(ConstantPropagation(machine, values).machine)
    for state in walked(machine, Random(seed)):
        assert all(state[slot] == value for slot, value in values.items())
        assert one.enabled(state) == other.enabled(state)
        for move in one.enabled(state):
            try:
                after = one.step(state, move)
            except OutsideDomain:
                continue
            assert other.step(state, move) == after


def test_what_no_step_writes_lasts() -> None:
    values = lasting(MACHINE, dict(enumerate(MACHINE.start)))
    written = {place.slots.start for one in MACHINE.transitions for place, _ in one.effect}
    assert set(values) >= set(range(1, len(MACHINE.slots))) - written
    assert SLOTS["health"] not in values


def stepped(reader: Concrete, state: State, move: Move) -> State | None:
    """``state`` after ``move``; None where an open slot gets more than is packed, which proofs leave out."""
    try:
        return reader.step(state, move)
    except OutsideDomain as error:
        if any(slot.open_above and f"{slot.name} would" in str(error) for slot in reader.machine.slots):
            return None
        raise


def settled(reader: Concrete, state: State, proofs: Equivalence) -> State | None:
    """``state`` after what play passes by itself; None where that never ends or leaves what is packed."""
    for _ in range(STEPS):
        if reader.machine.point_of(state).id not in proofs.passed:
            return state
        after = stepped(reader, state, reader.enabled(state)[0])
        if after is None:
            break
        state = after
    return None


@pytest.mark.slow
@settings(max_examples=30)
@given(machines(), st.data())
def test_no_play_tells_what_is_proved(machine: Machine, data: st.DataObject) -> None:
    random = Random(data.draw(st.integers(0, 99)))
    seen = data.draw(st.sets(st.integers(0, len(machine.slots) - 1)))
    visited: dict[int, list[State]] = {}
    for state in walked(machine, random):
        visited.setdefault(state[0], []).append(state)
    known = inductive(machine, suggested(machine, visited), start_of(machine))
    told_by = data.draw(st.sets(st.integers(1, len(machine.slots) - 1), max_size=2))
    shown, ways = ([Field(slot, machine.slots[slot]) for slot in sorted(some)] for some in (seen, told_by))
    proofs = Equivalence(known, shown, ways)
    for mutant in random.sample(found := mutants(machine), min(len(found), 12)):
        if not proofs.proved(mutant):
            continue
        one, other = Concrete(machine), Concrete(planted(machine, mutant))
        names = {place: t.id for place, t in enumerate(other.machine.transitions)}
        first, second = settled(one, machine.start, proofs), settled(other, machine.start, proofs)
        for _ in range(STEPS):
            if first is None or second is None:
                break
            moves = {(machine.transitions[move[0]].id, *move[1:]): move for move in one.enabled(first)}
            theirs = {(names[move[0]], *move[1:]): move for move in other.enabled(second)}
            assert moves.keys() == theirs.keys()
            assert [first[slot] for slot in seen] == [second[slot] for slot in seen]
            if not moves:
                break
            chosen = random.choice(sorted(moves))
            try:
                after = one.step(first, moves[chosen])
            except OutsideDomain:
                break
            wrong = stepped(other, second, theirs[chosen])
            first, second = settled(one, after, proofs), wrong and settled(other, wrong, proofs)


@settings(max_examples=20)
@given(machines(), st.integers(0, 99))
def test_watching_finds_what_judging_finds(machine: Machine, seed: int) -> None:
    stage, random = Stage(machine, lambda state: state), Random(seed)
    play = stage.begun(machine.start)
    try:
        while len(play.moves) < STEPS and (moves := stage.reader.enabled(play.states[-1])):
            play = stage.played(play, random.choice(moves))
    except OutsideDomain:
        pass
    found = mutants(machine)
    judge, watch = Judge(stage, [play]), Watch(stage, found, random)
    told = watch.told(play)
    assert told.keys() == {one.id for one in found if judge.kill(one) is not None}
    assert watch.open.keys() == {one.id for one in found} - told.keys()
