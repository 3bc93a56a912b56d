"""Rows of tables of steps: the property of a row says when its step is taken, and what alone comes of it."""

import pytest
from small_machine import small

from dicelaw.checker.verify.proof_session import Plan, ProofSession
from dicelaw.model.kernel.expressions import all_of, at_most
from dicelaw.model.kernel.state import Field
from dicelaw.specs.property import EachStep, matching_nothing
from dicelaw.specs.steps import every, put, step, step_property, to

MACHINE = small()
HEALTH, POINTS, TURNS = (Field(place, MACHINE.slots[place]) for place in (1, 2, 3))
HURT = all_of(POINTS >= 1, HEALTH <= 8)
HEALED = at_most(HEALTH + (POINTS + 1) // 2, 9)


def proved(row, machine=MACHINE):
    own = step_property(machine, row, (), TURNS)
    return ProofSession(Plan("small", [own], {"open": machine}, None)).alone(own).is_proof


def test_the_right_row_is_proved():
    assert proved(step("heal", "Who is hurt heals.", HURT, {HEALTH: HEALED}))


@pytest.mark.parametrize(
    ("when", "makes"),
    [
        (POINTS >= 1, {HEALTH: HEALED}),
        (all_of(HURT, HEALTH <= 7), {HEALTH: HEALED}),
        (HURT, {HEALTH: HEALED + 1}),
        (HURT, {HEALTH: HEALED, POINTS: POINTS - 1}),
        (HURT, {}),
    ],
    ids=["taken less often", "taken more often", "another amount", "more comes of it", "nothing comes of it"],
)
def test_a_wrong_row_is_not(when, makes):
    assert not proved(step("heal", "Who is hurt heals.", when, makes))


def test_what_is_beside_the_row_is_left_open():
    assert proved(step("heal", "Who is hurt does something.", HURT, besides=("hea*",)))


def test_without_a_condition_only_the_effect_is_told():
    row = step("heal", "Who heals heals.", None, {HEALTH: HEALED})
    assert isinstance(step_property(MACHINE, row, (), TURNS).claim, EachStep)
    assert proved(row)


def test_a_row_about_no_step_is_told():
    claim = step_property(MACHINE, step("rest", "Nobody rests."), (), TURNS).claim
    assert matching_nothing(claim, MACHINE) == ["`along` (rest) matches no transition"]


@pytest.mark.parametrize("makes", [{HEALTH: HEALED}, {}], ids=["effect", "condition"])
def test_its_bug_is_noticed(makes):
    row = step("heal" if makes else "stop", "It is done.", HURT if makes else all_of(), makes)
    own = step_property(MACHINE, row, (), TURNS)
    buggy = own.bug.planted(MACHINE)
    assert not ProofSession(Plan("small", [own], {"open": buggy}, None)).alone(own).is_proof


def test_cells_are_put_by_place():
    cells = [HEALTH, POINTS]
    made = put(cells, TURNS, to(3))
    assert [*made] == cells
    assert [str(value) for value in every(cells, lambda at, _: at).values()] == ["0", "1"]
