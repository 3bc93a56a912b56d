"""Rows of tables of steps: the property of a row says when its step is taken, and what alone comes of it."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from small_machine import small

from dicelaw.checker.verify.proof_session import Plan, ProofSession
from dicelaw.model.kernel.expressions import all_of, at_most
from dicelaw.model.kernel.state import Field
from dicelaw.model.parts import Answers, Parts
from dicelaw.specs.property import EachStep, matching_nothing
from dicelaw.specs.steps import every, properties_of, put, rows_of, step, to

MACHINE = small()
HEALTH, POINTS, TURNS = (Field(place, MACHINE.slots[place]) for place in (1, 2, 3))
HURT = all_of(POINTS >= 1, HEALTH <= 8)
HEALED = at_most(HEALTH + (POINTS + 1) // 2, 9)


def rules(parts, **answers):
    return SimpleNamespace(readings=Answers(answers), parts=parts)


def property_of(row, machine=MACHINE, parts=None):
    (found,) = properties_of(machine, rules(parts or Parts()), [row], (), TURNS)
    return found


def proved(row, machine=MACHINE):
    own = property_of(row, machine)
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
    assert isinstance(property_of(row).claim, EachStep)
    assert proved(row)


def test_a_row_about_no_step_is_told():
    claim = property_of(step("rest", "Nobody rests.")).claim
    assert matching_nothing(claim, MACHINE) == ["`along` (rest) matches no transition"]


@pytest.mark.parametrize("makes", [{HEALTH: HEALED}, {}], ids=["effect", "condition"])
def test_its_bug_is_noticed(makes):
    row = step("heal" if makes else "stop", "It is done.", HURT if makes else all_of(), makes)
    own = property_of(row)
    buggy = own.bug.planted(MACHINE)
    assert not ProofSession(Plan("small", [own], {"open": buggy}, None)).alone(own).is_proof


def test_cells_are_put_by_place():
    cells = [HEALTH, POINTS]
    made = put(cells, TURNS, to(3))
    assert [*made] == cells
    assert [str(value) for value in every(cells, lambda at, _: at).values()] == ["0", "1"]


def test_rows_are_made_once_for_all_that_answer_alike_what_they_ask():
    parts, state = Parts(), object()

    def table(of):
        return [step("heal" if of.readings["how"] == "much" else "stop", "It is done.")]

    (much,) = rows_of(rules(parts, how="much", other="a"), [table], state)
    (same,) = rows_of(rules(parts, how="much", other="b"), [table], state)
    (less,) = rows_of(rules(parts, how="less", other="a"), [table], state)
    (elsewhere,) = rows_of(rules(parts, how="much", other="a"), [table], object())
    assert same is much
    assert (less.id, elsewhere.id) == ("stop", "heal")
    assert elsewhere is not much


def test_a_property_is_made_once_for_all_machines_with_its_steps():
    parts, row = Parts(), step("heal", "Who is hurt heals.", HURT, {HEALTH: HEALED})
    same = MACHINE.rewritten(lambda old: None if old.id == "stop" else old)
    other = MACHINE.rewritten(lambda old: replace(old, requires=()) if old.id == "heal" else old)
    first = property_of(row, MACHINE, parts)
    assert property_of(row, same, parts) is first
    assert property_of(row, other, parts) is not first
