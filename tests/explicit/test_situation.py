"""A machine cut down to a position has the plays that the whole one has from there."""

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import machines

from dicelaw.checker.explicit.search import search
from dicelaw.checker.explicit.situation import situated
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import FALSE, negate
from dicelaw.model.kernel.fragments.reaction_window import proving_ground
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.state import Declaration, Field
from dicelaw.oracle.dice_masters.opening import open_table
from dicelaw.oracle.question import turn_over


def _reachable(machine):
    visited = []
    explore(machine, {"never": lambda state: visited.append(state) is not None})
    return visited


def _drawn(machine, data):
    """A state of ``machine`` to ask about, and a slot with one of its values."""
    start = data.draw(st.sampled_from(_reachable(machine)))
    place = data.draw(st.integers(1, len(machine.slots) - 1))
    value = data.draw(st.integers(machine.slots[place].lo, machine.slots[place].hi))
    return start, Field(place, machine.slots[place]) == value


@settings(max_examples=10, deadline=None)
@given(machines(), st.data())
def test_a_cut_machine_comes_to_the_same(machine, data):
    start, wanted = _drawn(machine, data)
    cut = situated(machine, start, {"goal": wanted})
    whole = search(replace(machine, start=start), {"goal": wanted}, stop_when_found=False)
    found = search(cut.machine, cut.questions, stop_when_found=False)
    assert (found.met, found.stuck) == (whole.met, whole.stuck)
    assert {*found.taken} == {*whole.taken}
    assert found.states <= whole.states


@settings(max_examples=10, deadline=None)
@given(machines(), st.data())
def test_a_play_of_the_cut_machine_is_one_of_the_whole(machine, data):
    start, wanted = _drawn(machine, data)
    cut = situated(machine, start, {"goal": wanted})
    reader, small = Concrete(machine), Concrete(cut.machine)
    here, there = start, cut.machine.start
    for _ in range(12):
        assert [here[place] for place in cut.kept] == [*there]
        moves = [*small.enabled(there)]
        assert {reader.move(cut.decision(move)) for move in moves} == {*reader.enabled(here)}
        if not moves:
            break
        move = data.draw(st.sampled_from(moves))
        here, there = reader.step(here, reader.move(cut.decision(move))), small.step(there, move)
    assert reader.value(wanted, here) == small.value(cut.questions["goal"], there)


def test_a_real_game_goes_on_as_in_the_whole_machine():
    """A turn of Dice Masters, where cells are written whose place is worked out."""
    machine = open_table("dice-masters@2018", "x-men-demo").machine
    reader, dice = Concrete(machine), random.Random(5)
    start = machine.start
    while machine.point_of(start).id != "roll":
        start = reader.step(start, dice.choice([*reader.enabled(start)]))
    cut = situated(machine, start, {"goal": FALSE}, turn_over(machine, start))
    small, taken = Concrete(cut.machine), set()
    for _ in range(5):
        here, there = start, cut.machine.start
        while moves := [*small.enabled(there)]:
            assert {reader.move(cut.decision(move)) for move in moves} == {*reader.enabled(here)}
            move = dice.choice(moves)
            taken.add(cut.decision(move).transition)
            here, there = reader.step(here, reader.move(cut.decision(move))), small.step(there, move)
            assert [here[place] for place in cut.kept] == [*there]
    assert len(taken) > 20


def test_a_cell_whose_place_is_open_may_keep_its_value():
    declaration, timing = Declaration(), TimingGraph()
    marks = declaration.array("marks", 3, 0, 1, "the mark of")
    place = Choice("place", 0, 2)
    timing.point("begin", Kind.CHANCE, "one is marked")
    timing.point("marked", Kind.RULES, "the first is looked at")
    timing.point("over", Kind.FINAL, "the first has no mark")
    timing.add("mark", "begin", "marked", Agent.CHANCE, "mark", choices=[place], effect={marks[place]: 1})
    timing.add("look", "marked", "over", Agent.RULES, "look", requires=[(marks[0] == 0, "rule/none")])
    machine = build("marks", declaration, timing, start_at="begin", start={}, seats=())
    cut = situated(machine, machine.start, {"goal": FALSE})
    assert search(cut.machine, cut.questions).states == search(machine).states


def test_nothing_happens_where_play_has_ended():
    machine = proving_ground()
    at = Field(0, machine.slots[0])
    ended = at == machine.start[0]
    assert search(situated(machine, machine.start, {"goal": negate(ended)}, ended).machine).states == 1


def test_what_cannot_change_is_not_in_the_state():
    machine = proving_ground()
    cut = situated(machine, machine.start, {"goal": FALSE})
    assert len(cut.machine.slots) < len(machine.slots)
    assert cut.machine.start == tuple(machine.start[place] for place in cut.kept)
