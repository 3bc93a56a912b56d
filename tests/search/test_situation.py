"""A machine cut down to a position has the plays that the whole one has from there."""

import random
from dataclasses import replace
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import machines

from dicelaw.checker.search.counterexample import Player, shown
from dicelaw.checker.search.expected import Expected
from dicelaw.checker.search.frontier import Frontier
from dicelaw.checker.search.kernel import PLAIN
from dicelaw.checker.search.position import REDUCTIONS, sought
from dicelaw.checker.search.search import search
from dicelaw.checker.search.situation import ending, situated
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import FALSE, all_of, negate
from dicelaw.model.kernel.fragments.reaction_window import proving_ground
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.state import Declaration, Field
from dicelaw.oracle.answers.question import turn_over
from dicelaw.oracle.dice_masters.opening import open_table

BUDGET = 1 << 20


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


def _sought(machine, start, wanted, ended=FALSE, reductions=PLAIN, **options):
    asked = {"goal": wanted}
    return sought(Concrete(machine), start, asked, ended, reductions=reductions, budget=BUDGET, **options)


def _unforeseen():
    """Nothing is expected but the position itself, so that searches have to begin anew."""
    return patch.object(Expected, "play", lambda *_: None)


@settings(max_examples=6, deadline=None)
@given(machines(), st.data())
def test_several_threads_see_the_same_of_a_position(machine, data):
    start, wanted = _drawn(machine, data)
    one, two = (_sought(machine, start, wanted, stop_when_found=False, threads=n).found for n in (1, 2))
    assert one == two


@settings(max_examples=6, deadline=None)
@given(machines(), st.data())
def test_a_cut_machine_comes_to_the_same(machine, data):
    start, wanted = _drawn(machine, data)
    found = _sought(machine, start, wanted, stop_when_found=False).found
    whole = search(replace(machine, start=start), {"goal": wanted}, stop_when_found=False)
    assert (found.met, found.stuck) == (whole.met, whole.stuck)
    assert {*found.taken} == {*whole.taken}
    assert found.states <= whole.states


@settings(max_examples=6, deadline=None)
@given(machines(), st.data())
def test_what_was_not_expected_is_noticed(machine, data):
    start, wanted = _drawn(machine, data)
    with _unforeseen():
        found = _sought(machine, start, wanted, stop_when_found=False).found
    whole = search(replace(machine, start=start), {"goal": wanted}, stop_when_found=False)
    assert (found.met, found.stuck, found.outside) == (whole.met, whole.stuck, None)
    assert {*found.taken} == {*whole.taken}


@settings(max_examples=5, deadline=None)
@given(machines(), st.data())
def test_reductions_change_no_answer_and_a_play_is_one_of_the_whole_machine(machine, data):
    start, wanted = _drawn(machine, data)
    sure = _sought(machine, start, wanted, reductions=REDUCTIONS)
    plain = _sought(machine, start, wanted)
    assert {*sure.found.met} == {*plain.found.met}
    if not sure.found.met:
        return
    reader = Concrete(machine)
    play = shown(
        sure.position.machine,
        sure.position.questions,
        replace(sure.found, stuck=None, outside=None),
        reductions=REDUCTIONS,
        room=lambda kernel: Frontier(kernel, most=BUDGET, keep=True),
        kernel=sure.kernel.storing_each,
        player=Player(reader, sure, [start]),
    ).met["goal"]
    here = start
    for move in play.moves:
        here = reader.step(here, move)
    assert reader.value(wanted, here)
    assert len(play.moves) == plain.found.met["goal"]


def test_a_real_game_comes_to_the_same_as_the_whole_machine():
    """A turn of Dice Masters, where cells are written whose place is worked out."""
    machine = open_table("dice-masters@2018", "x-men-demo").machine
    reader, dice = Concrete(machine), random.Random(5)
    start = machine.start
    while machine.point_of(start).id != "main":
        start = reader.step(start, dice.choice([*reader.enabled(start)]))
    over = turn_over(machine, start)
    ends = reader.compiled(over)
    expected = Expected(reader, start, lambda state: ends(state, {}))
    expected.play([start], 20)
    made = ending(machine, start, (), over)
    cut = situated(made, {"goal": FALSE}, expected.ranges(made.slots, made.pools), expected.taken)
    small = Concrete(cut.machine)
    for _ in range(5):
        here, there = start, cut.machine.start
        while not ends(here, {}) and (moves := [*reader.enabled(here)]):
            move = dice.choice(moves)
            decision = reader.decision(move)
            if decision.transition not in expected.taken:
                break
            here, there = reader.step(here, move), small.step(there, small.move(decision))
            assert cut.seen(here) == there
    found = _sought(machine, start, FALSE, over).found
    assert found.complete
    assert sum(slot.bits for slot in cut.machine.slots) < sum(slot.bits for slot in machine.slots) / 5


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
    found = _sought(machine, machine.start, all_of(*(mark == 1 for mark in marks))).found
    assert found.states == search(machine).states


def test_nothing_happens_where_play_has_ended():
    machine = proving_ground()
    ended = Field(0, machine.slots[0]) == machine.start[0]
    assert _sought(machine, machine.start, negate(ended), ended).found.states == 1


def test_what_does_not_change_takes_no_room():
    machine = proving_ground()
    cut = _sought(machine, machine.start, FALSE).position.machine
    assert sum(slot.bits for slot in cut.slots) < sum(slot.bits for slot in machine.slots)


def test_a_search_begins_anew_where_something_else_comes_up():
    machine = proving_ground()
    with _unforeseen():
        sure = _sought(machine, machine.start, FALSE)
    whole = search(machine)
    assert sure.times > 1
    assert sure.found.complete
    assert {*sure.found.taken} == {*whole.taken}
    assert {*sure.found.reached} == {*whole.reached}


def test_what_nothing_is_expected_to_read_is_seen_to_leave_its_range():
    """A count grows far beyond what plays show, and only then does a condition on it come true."""
    declaration, timing = Declaration(), TimingGraph()
    count = declaration.integer("count", 0, 1000, "the count")
    timing.point("go", Kind.CHANCE, "it goes on")
    timing.point("won", Kind.FINAL, "it is won")
    timing.point("over", Kind.FINAL, "it is over")
    timing.add("stop", "go", "over", Agent.CHANCE, "stop", choices=[Choice("way", 1, 200)])
    timing.add("more", "go", "go", Agent.CHANCE, "more", requires=[(count <= 999, "rule/most")],
               effect={count: count + 1})  # fmt: skip
    timing.add("win", "go", "won", Agent.CHANCE, "win", requires=[(count >= 900, "rule/least")])
    machine = build("count", declaration, timing, start_at="go", start={}, seats=())
    won = Field(0, machine.slots[0]) == machine.point_index["won"]
    assert _sought(machine, machine.start, won).found.met == {"goal": 901}
