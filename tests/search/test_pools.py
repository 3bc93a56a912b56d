"""Compiled code takes the orders of the dice of a roll for one, as the concrete reader does."""

from functools import partial
from pathlib import Path

import pytest

from dicelaw.checker.chances.game import explore
from dicelaw.checker.search.counterexample import TooMany, shown
from dicelaw.checker.search.frontier import Frontier
from dicelaw.checker.search.kernel import Reductions
from dicelaw.checker.search.position import sought
from dicelaw.checker.search.search import search
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import FALSE, all_of, constant, total
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.lookups import lookup
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.pools import Pool, Pools
from dicelaw.model.kernel.state import Declaration, Field
from dicelaw.oracle.answers.goal import points_called
from dicelaw.oracle.answers.question import test_of as holding
from dicelaw.oracle.cli.position_search import opened

DICE, SIDES = 4, 3
ANN = constant(0)
POOLED = Reductions(pools=True)


def _first(number):
    return next((place for place in range(DICE) if number >> place & 1), DICE)


def _cup(unlike=0):
    """Dice are thrown one by one; all ones are thrown again once, if Ann likes. They may be ``unlike``."""
    declaration, timing = Declaration(), TimingGraph()
    dice = declaration.array("dice", DICE, 0, SIDES, "what each die shows")
    pending = declaration.integer("pending", 0, 2**DICE - 1, "the dice yet to be thrown, a bit each")
    live = declaration.integer("live", 0, 1, "whether dice are thrown")
    left = declaration.integer("left", 0, 1, "how often the ones may still be thrown again")
    apart = declaration.integer("unlike", 0, 1, "whether each die is someone else's")
    timing.point("throw", Kind.CHANCE, "dice fall")
    timing.point("look", Kind.DECISION, "what is thrown again")
    timing.point("end", Kind.FINAL, "the end")
    next_one = lookup("first", [_first(number) for number in range(2**DICE)], pending)
    for place in range(DICE):
        timing.add(
            f"throw/{place}", "throw", "throw", Agent.CHANCE, "a die falls",
            requires=[(next_one == place, "r")],
            choices=[face := Choice("face", 1, SIDES)],
            effect={dice[place]: face, pending: pending - 2**place},
        )  # fmt: skip
    timing.add("thrown", "throw", "look", Agent.RULES, "all lie",
               requires=[(pending == 0, "r")], effect={live: 0, apart: apart})  # fmt: skip
    ones = total(lookup("one", (0, 2**place, 0, 0), die) for place, die in enumerate(dice))
    timing.add("again", "look", "throw", ANN, "the ones once more",
               requires=[(left == 1, "r")], effect={left: 0, live: 1, pending: ones})  # fmt: skip
    timing.add("enough", "look", "end", ANN, "enough")
    start = {pending: 2**DICE - 1, live: 1, left: 1, apart: unlike}
    pool = Pool((*range(1, DICE + 1),), DICE + 1, DICE + 2, 1, DICE + 4)
    made = partial(build, "cup", declaration, timing, start_at="throw", start=start, seats=("Ann",))
    return made(pools=Pools((pool,)))


def test_the_same_states_as_by_the_concrete_reader():
    cup = _cup()
    game = explore(cup, cup.start, pools=cup.pools)
    found = search(cup, reductions=POOLED)
    assert found.complete
    assert found.states == len(game.states)
    assert found.states < search(cup).states / 2


def test_dice_that_are_unlike_stay_where_they_are():
    cup = _cup(unlike=1)
    found = search(cup, reductions=POOLED)
    assert found.states == search(cup).states == len(explore(cup, cup.start, pools=cup.pools).states)


def test_an_order_that_is_asked_about_counts():
    cup = _cup()
    first, last = Field(1, cup.slots[1]), Field(DICE, cup.slots[DICE])
    watched = {"rising": all_of(first == 1, last == SIDES)}
    found = search(cup, watched, reductions=POOLED, stop_when_found=False)
    assert found.states == search(cup, watched, stop_when_found=False).states
    assert set(found.met) == {"rising"}


def test_a_play_is_one_of_the_machine():
    cup = _cup()
    left = Field(cup.slot_index["left"], cup.slots[cup.slot_index["left"]])
    watched = {"again": all_of(left == 0, points_called(cup, "look"))}
    found = search(cup, watched, reductions=POOLED)
    play = shown(cup, watched, found, reductions=POOLED).met["again"]
    reader, here = Concrete(cup), cup.start
    for move in play.moves:
        here = reader.step(here, move)
    assert reader.value(watched["again"], here)
    with pytest.raises(TooMany, match="more than 2 states"):
        shown(cup, watched, found, reductions=POOLED, room=lambda kernel: Frontier(kernel, most=2, keep=True))


@pytest.mark.slow
def test_a_position_of_a_duel_cut_down_to_what_matters():
    session = opened("dice-throne", Path("examples/evasive-odds.yaml"))
    machine, start = session.machine, session.state
    over = points_called(machine, "conclusion")
    game = explore(machine, start, until=holding(machine, over), pools=machine.pools)
    sure = sought(Concrete(machine), start, {"goal": FALSE}, over, reductions=POOLED, budget=1 << 20)
    assert sure.found.complete
    ended = machine.slot_index["pc[1]"]  # the search forgets where an action stood that is over
    told_apart = {(*state[:ended], *state[ended + 1 :]) for state in game.states}
    assert sure.found.states == len(told_apart) > 10_000
    assert sure.kernel.reduced[0].startswith("up to the order of dice[0], dice[1],")
