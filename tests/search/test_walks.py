from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import machines, parts

from dicelaw.checker.search.random_plays import Walker
from dicelaw.checker.search.search import search
from dicelaw.model.kernel.concrete import Concrete, OutsideDomain
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration, Field


def _end(machine, witness):
    reader, state = Concrete(machine), witness.start
    for move in witness.moves:
        state = reader.step(state, move)
    return state


@settings(max_examples=12, deadline=None)
@given(machines(), st.data())
def test_plays_show_only_what_a_search_confirms(machine, data):
    place = data.draw(st.integers(0, len(machine.slots) - 1))
    slot = machine.slots[place]
    values = range(slot.lo, slot.hi + 1)
    watched = {f"is {value}": Field(place, slot) == value for value in values}
    walked = Walker(machine, watched, length=20).walk(300, seed=data.draw(st.integers(0, 2**64 - 1)))
    found = search(machine, watched, stop_when_found=False)
    assert set(walked.met) <= set(found.met)
    assert walked.met[f"is {machine.start[place]}"].moves == ()
    for name, play in walked.met.items():
        assert f"is {_end(machine, play)[place]}" == name
        assert found.met[name] <= len(play.moves) <= 20
    assert set(walked.offered) <= set(found.taken)
    assert set(walked.reached) <= set(found.reached)
    assert sum(walked.reached.values()) == walked.steps + walked.plays
    if walked.stuck is not None:
        assert Concrete(machine).enabled(_end(machine, walked.stuck)) == []


@settings(max_examples=8, deadline=None)
@given(parts())
def test_a_step_that_leaves_a_domain_is_shown(made):
    machine = made.build().rewritten(
        lambda one: replace(one, effect=tuple((place, value + 1) for place, value in one.effect))
    )
    outside = Walker(machine, length=20).walk(300).outside
    if search(machine).outside is None:
        assert outside is None
    elif outside is not None:
        state = _end(machine, replace(outside, moves=outside.moves[:-1]))
        with pytest.raises(OutsideDomain):
            Concrete(machine).step(state, outside.moves[-1])


def _dice(rolls: int) -> Machine:
    """A die rolled ``rolls`` times, with a count of the sixes."""
    declaration, timing = Declaration(), TimingGraph()
    left = declaration.integer("left", 0, rolls, "the rolls that are left")
    sixes = declaration.integer("sixes", 0, rolls, "the sixes")
    timing.point("roll", Kind.CHANCE, "a roll")
    timing.point("end", Kind.FINAL, "the end")
    face = Choice("face", 1, 6)
    more, six = [(left >= 1, "r")], [(left >= 1, "r"), (face == 6, "r")]
    timing.add("other", "roll", "roll", Agent.CHANCE, "roll", choices=[face],
               requires=[*more, (face <= 5, "r")], effect={left: left - 1})  # fmt: skip
    timing.add("six", "roll", "roll", Agent.CHANCE, "roll a six", choices=[face], requires=six,
               effect={left: left - 1, sixes: sixes + 1})  # fmt: skip
    timing.add("stop", "roll", "end", Agent.RULES, "stop", requires=[(left == 0, "r")])
    return build("dice", declaration, timing, start_at="roll", start={left: rolls}, seats=("Ann",))


def test_moves_are_taken_alike():
    machine = _dice(10)
    watched = {f"{n} sixes": Field(2, machine.slots[2]) == n for n in range(11)}
    walked = Walker(machine, watched).walk(20_000, seed=3)
    assert walked.steps == 20_000 * 11
    assert {f"{n} sixes" for n in range(5)} <= set(walked.met)
    assert "10 sixes" not in walked.met  # a chance of 1 in 60 million a play
    assert walked.offered == {"other": 5 * 200_000, "six": 200_000, "stop": 20_000}


def test_the_same_seed_makes_the_same_plays_and_another_others():
    machine = _dice(30)
    watched = {"many": Field(2, machine.slots[2]) >= 9}
    one, same, other = (Walker(machine, watched).walk(500, seed=seed).met for seed in (1, 1, 2))
    assert one["many"] == same["many"] != other["many"]


def test_plays_may_start_anywhere_and_tell_how_many_are_done():
    machine, told = _dice(3), []
    walked = Walker(machine, length=5).walk(7, start=(0, 1, 2), progress=told.append)
    assert (walked.steps, told) == (14, [7])


def test_a_play_is_no_longer_than_its_length():
    assert Walker(_dice(30), length=4).walk(10).steps == 40


def test_a_start_outside_of_its_domains_is_refused():
    with pytest.raises(ValueError, match=r"left = 4 is outside of 0\.\.3"):
        Walker(_dice(3)).walk(1, start=(0, 4, 0))
