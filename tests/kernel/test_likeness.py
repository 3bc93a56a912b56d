"""Code of one machine that serves for another: only where both say the same."""

from dataclasses import replace
from random import Random

import pytest

from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel
from dicelaw.model.dice_throne.readings import BY_ID
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import negate
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.likeness import ByNames, differ_in

HEROES = ("barbarian", "paladin")
STEPS = 120


def _played(reader, other, seed):
    """What both readers offer and make of each state of a random play of ``reader``."""
    draw, state = Random(seed), reader.machine.start
    for _ in range(STEPS):
        moves = reader.enabled(state)
        assert other.enabled(state) == moves
        if not moves:
            return
        move = draw.choice(moves)
        assert other.attempt(state, move) == reader.attempt(state, move)
        state = reader.step(state, move)


@pytest.mark.parametrize("point", ["healing", "defense-duty", "income-steps"])
def test_under_another_reading_it_plays_as_what_is_compiled_by_itself(point):
    pack = load_pack()
    usual = Concrete(duel(pack, HEROES).machine)
    for answer in [*BY_ID[point].answers][1:]:
        machine = duel(pack, HEROES, {point: answer}).machine
        for seed in range(2):
            _played(Concrete(machine), Concrete(machine, usual), seed)


def test_where_play_is_over_nothing_is_legal_whatever_number_the_point_has():
    pack = load_pack()
    plain = duel(pack, ("barbarian", "monk")).machine
    other = duel(pack, ("barbarian", "monk"), {"income-steps": "apart"}).machine
    over = other.point_index["over"]
    assert over != plain.point_index["over"]
    assert plain.points[over].id != "over"
    assert not Concrete(other, Concrete(plain)).enabled((over, *other.start[1:]))


def test_machines_made_twice_are_alike_and_nothing_is_compiled_again():
    pack = load_pack()
    one, two = (duel(pack, HEROES).machine for _ in range(2))
    usual = Concrete(one)
    like = Concrete(two, usual)
    assert all(map(usual.likeness(two).alike, range(len(two.transitions))))
    _played(usual, like, 0)
    assert not like._steps
    assert not like._enabled


def test_a_transition_that_demands_or_does_something_else_is_not_alike():
    machine = duel(load_pack(), HEROES).machine
    place = machine.transition_index["main-1/pass"]
    reader = Concrete(machine)

    def changed(**what):
        other = machine.rewritten(lambda one: replace(one, **what) if one.id == "main-1/pass" else one)
        likeness = reader.likeness(other)
        assert all(likeness.alike(number) for number in range(len(other.transitions)) if number != place)
        return likeness.alike(place)

    old = machine.transitions[place]
    assert changed()
    assert not changed(requires=old.requires[1:])
    assert not changed(effect=old.effect[1:])
    wrong = replace(old.requires[0], holds=negate(old.requires[0].holds))
    assert not changed(requires=(wrong, *old.requires[1:]))


def test_machines_differ_only_where_what_is_offered_or_taken_is_not_the_same():
    pack = load_pack()
    usual = duel(pack, HEROES).machine
    must, twin = (duel(pack, HEROES, given).machine for given in ({"defense-duty": "must"}, {}))
    places = ["main-1", "offense/choose"]
    assert not differ_in(usual.point_index, usual.transition_index, usual, twin, ByNames())
    assert differ_in(["defense/choose"], [], usual, must, ByNames())
    assert not differ_in(places, ["main-1/pass"], usual, must, ByNames())
    assert differ_in(places, ["defense/choose/decline"], usual, must, ByNames())


def test_slots_of_one_name_are_one_wherever_they_lie():
    pack = load_pack()
    usual, other = (duel(pack, HEROES, given).machine for given in ({}, {"blind-roll": "late"}))
    assert usual.slots != other.slots
    assert not differ_in(["main-1"], ["main-1/pass"], usual, other, ByNames())
    assert differ_in([], usual.transition_index, usual, other, ByNames())


def test_who_decides_something_is_part_of_what_is_offered():
    machine = duel(load_pack(), HEROES).machine
    other = machine.rewritten(
        lambda one: replace(one, actor=Agent.CHANCE) if one.id == "main-1/pass" else one
    )
    assert differ_in(["main-1"], [], machine, other, ByNames())
    assert not differ_in(["discard"], [], machine, other, ByNames())
