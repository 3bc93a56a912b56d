"""What no play comes to where dice show what is wished for, no play of the machine comes to."""

from itertools import product
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import fields, machines, made, recipes, states

from dicelaw.checker.search.position import out_of_reach
from dicelaw.checker.search.search import search
from dicelaw.checker.search.wishes import Bounds, wishful
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.exhaustive import explore
from dicelaw.model.kernel.expressions import (
    FALSE,
    all_of,
    constant,
    larger,
    number,
    smaller,
    total,
    truth,
    where,
)
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.lookups import lookup
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.nodes import slots_read
from dicelaw.model.kernel.pools import Pool, Pools
from dicelaw.model.kernel.state import Declaration, Field
from dicelaw.oracle.answers import question
from dicelaw.oracle.answers.question import Question, ask

BUDGET = 1 << 16


def _reachable(machine):
    visited = []
    explore(machine, {"never": lambda state: visited.append(state) is not None})
    return visited


def _still(declaration):
    timing = TimingGraph()
    timing.point("here", Kind.FINAL, "here")
    return build("still", declaration, timing, start_at="here", start={}, seats=("Ann",))


def _kinds(x, y, z, row):
    """Expressions of every kind, in which some slots are wished for."""
    return [
        x + y, x - y, z - x, x * y, (x - 1) * (y - 1), (x - 1) * z, (x + y) // 2, (x + z) % 3, smaller(x, y),
        larger(x, z), where(x < y, z, y), where(z == 1, x, y), where(x == 1, z + 2, z), x == y, x == z, x < y,
        y <= z, ~(x == y), (x < y) & (z == 1), (x < y) | (z == 1), number(x == 1) + y, row[x], row[z],
        lookup("table", (4, 1, 3), y),
    ]  # fmt: skip


def test_values_of_every_kind_lie_between_their_bounds():
    declaration = Declaration()
    x, y, z = (declaration.integer(name, 0, 2, name) for name in "xyz")
    row = declaration.array("row", 3, 0, 1, "a row")
    machine = _still(declaration)
    bounds, reader = Bounds(machine, {x.place, y.place, row[2].place}), Concrete(machine)
    for value in _kinds(x, y, z, row):
        least, most = bounds.least(value), bounds.most(value)
        assert slots_read(least, most) <= {z.place, *(cell.place for cell in row)} - {row[2].place}
        for state in product([0], *[range(3)] * 3, *[range(2)] * 3):
            low, high = (reader.value(bound, state) for bound in (least, most))
            assert low <= reader.value(value, state) <= high, value


@settings(max_examples=50, deadline=None)
@given(fields(), st.sampled_from("nc"), st.data())
def test_a_value_lies_between_its_bounds(found, sort, data):
    machine = _still(found.declaration)
    recipe = data.draw(recipes(sort))
    value = (truth if sort == "c" else number)(made(recipe, found.leaves()))
    wished = data.draw(st.sets(st.integers(1, len(machine.slots) - 1)))
    bounds, reader = Bounds(machine, wished), Concrete(machine)
    least, most = bounds.least(value), bounds.most(value)
    assert slots_read(least, most) <= slots_read(value) - wished
    here, other = data.draw(states(machine.slots)), data.draw(states(machine.slots))
    shown = tuple(other[slot] if slot in wished else kept for slot, kept in enumerate(here))
    low, high = (reader.value(bound, here) for bound in (least, most))
    assert low <= reader.value(value, shown) <= high


@settings(max_examples=20, deadline=None)
@given(machines(), st.data())
def test_each_play_is_one_by_wishes(machine, data):
    wished = data.draw(st.sets(st.integers(1, len(machine.slots) - 1), min_size=1))
    kept = [slot for slot in range(len(machine.slots)) if slot not in wished]

    def seen(one):
        return {tuple(state[slot] for slot in kept) for state in _reachable(one)}

    assert seen(machine) <= seen(wishful(machine, wished))


@settings(max_examples=8, deadline=None)
@given(machines(), st.data())
def test_what_is_out_of_reach_is_not_reached(machine, data):
    dice = data.draw(st.sets(st.integers(1, len(machine.slots) - 1), min_size=1))
    place = data.draw(st.integers(0, len(machine.slots) - 1))
    value = data.draw(st.integers(machine.slots[place].lo, machine.slots[place].hi))
    goal = {"goal": Field(place, machine.slots[place]) == value}
    with patch("dicelaw.checker.search.position.dice_unread", lambda *_: dice - {place}):
        none = out_of_reach(machine, machine.start, goal, budget=BUDGET)
    met = search(machine, goal).met
    assert none is None or not met
    assert dice != {place} or none is None


DICE, SIDES = 5, 6
BEST = 2 * DICE * SIDES


def _throws(count=DICE):
    """Dice are thrown up to three times; twice what they show is scored, and 1 more, or 3 with all sixes."""
    declaration, timing = Declaration(), TimingGraph()
    dice = declaration.array("dice", count, 0, SIDES, "what each die shows")
    pending = declaration.integer("pending", 0, 2**count - 1, "the dice yet to be thrown, a bit each")
    live = declaration.integer("live", 0, 1, "whether dice are thrown")
    left = declaration.integer("left", 0, 2, "how often dice may still be thrown again")
    score = declaration.integer("score", 0, BEST + 4, "what is scored")
    timing.point("throw", Kind.CHANCE, "dice fall")
    timing.point("look", Kind.DECISION, "which dice are thrown again")
    timing.point("prize", Kind.DECISION, "which prize is taken")
    timing.point("end", Kind.FINAL, "the end")
    first = lookup(
        "first", [next((n for n in range(count) if one >> n & 1), count) for one in range(2**count)], pending
    )
    for place in range(count):
        timing.add(
            f"throw/{place}", "throw", "throw", Agent.CHANCE, "a die falls",
            requires=[(first == place, "r")], choices=[face := Choice("face", 1, SIDES)],
            effect={dice[place]: face, pending: pending - 2**place},
        )  # fmt: skip
    timing.add("thrown", "throw", "look", Agent.RULES, "all lie", requires=[(pending == 0, "r")],
               effect={live: 0})  # fmt: skip
    which = Choice("which", 1, 2**count - 1)
    timing.add("again", "look", "throw", constant(0), "throw again", choices=[which],
               requires=[(left >= 1, "r")], effect={left: left - 1, live: 1, pending: which})  # fmt: skip
    timing.add("enough", "look", "prize", constant(0), "score",
               effect={score: 2 * total(dice)})  # fmt: skip
    for prize, least in ((1, 0), (3, count * SIDES)):
        timing.add(f"prize/{prize}", "prize", "end", constant(0), "take it",
                   requires=[(total(dice) >= least, "r")], effect={score: score + prize})  # fmt: skip
    pool = Pool((*range(1, count + 1),), count + 1, count + 2, 1)
    start = {pending: 2**count - 1, live: 1, left: 2}
    made_of = build(
        "throws", declaration, timing, start_at="throw", start=start, seats=("Ann",), pools=Pools((pool,))
    )
    return made_of, score


def _wished(machine, count=DICE):
    return wishful(machine, range(1, count + 2))


def test_what_a_few_throws_come_to_is_come_to_by_wishes():
    machine, score = _throws(2)
    by_wishes = {(state[0], state[score.place]) for state in _reachable(_wished(machine, 2))}
    assert by_wishes > {(state[0], state[score.place]) for state in _reachable(machine)}
    end, twice = machine.point_index["end"], 2 * 2 * SIDES
    assert {scored for at, scored in by_wishes if at == end} == {*range(1, twice + 4)}


def test_nothing_is_remembered_of_what_is_wished():
    throws, again = (_wished(_throws()[0]).transition(id) for id in ("throw/0", "again"))
    assert throws.requires == throws.effect == throws.choices == again.choices == ()
    assert len(again.effect) == 2


def _whole(machine, goal):
    return search(machine, {"goal": goal})


def test_a_no_by_wishes_takes_few_states():
    machine, score = _throws()
    goal = score == BEST + 4
    none = out_of_reach(machine, machine.start, {"goal": goal}, budget=BUDGET)
    whole = _whole(machine, goal)
    assert none is not None
    assert whole.complete
    assert not whole.met
    assert 0 < none.found.states < whole.states / 10


@pytest.mark.parametrize(("points", "possible"), [(BEST + 3, True), (BEST, False)])
def test_what_wishes_come_to_is_left_open(points, possible):
    machine, score = _throws()
    assert out_of_reach(machine, machine.start, {"goal": score == points}, budget=BUDGET) is None
    at_end = Field(0, machine.slots[0]) == machine.point_index["end"]
    assert bool(_whole(machine, all_of(score == points, at_end)).met) is possible


def test_no_more_states_are_seen_than_the_budget_allows():
    machine, score = _throws()
    assert out_of_reach(machine, machine.start, {"goal": score == BEST + 4}, budget=1) is None


def test_dice_that_are_asked_about_show_what_they_show():
    machine, score = _throws()
    first = Field(1, machine.slots[1]) == SIDES
    asked = {"goal": all_of(score == BEST + 4, first)}
    assert out_of_reach(machine, machine.start, asked, budget=BUDGET) is None


@pytest.mark.parametrize(("points", "wished"), [(BEST + 4, True), (BEST + 3, False)])
def test_the_answer_is_that_of_the_whole_machine(points, wished):
    machine, score = _throws()
    asked = Question(score == points, FALSE)
    with patch.object(question, "SOON", 10):
        answer = ask(machine, machine.start, asked, few=10)
    whole = ask(machine, machine.start, asked, few=1 << 20)
    assert answer.possible is whole.possible is not wished
    assert answer.wished is wished
    assert not whole.wished
    assert not wished or (answer.complete and answer.states < whole.states)
