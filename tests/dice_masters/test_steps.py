"""The table of steps of Dice Masters, and the open table that it is proved of."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from dicelaw.checker.verify.proof_session import Plan, ProofSession
from dicelaw.checker.walks.walks import Walker
from dicelaw.model.dice_masters.machine import SEVERAL, TableMachine, open_game
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.specs.dice_masters.plan import situation
from dicelaw.specs.dice_masters.properties.step import step_properties
from dicelaw.specs.property import Property

STEPS = ("draw/shortage", "main/buy", "assign/give", "block/block", "cleanup/turn-ends")
"""A limit, an economy, an amount, targets, and what a turn ends with."""


@pytest.fixture(scope="module", params=["2016", "2018"])
def several(request: pytest.FixtureRequest) -> TableMachine:
    return open_game(request.param, teams=SEVERAL)


def session(made: TableMachine, properties: list[Property]) -> ProofSession:
    def begin(machine: Machine, walker: Walker) -> State:
        return situation(machine, walker.random)

    return ProofSession(Plan("several", properties, {"several": made.machine}, begin))


def test_two_characters_of_a_team_meet_and_two_dice_of_a_card(several: TableMachine) -> None:
    kinds = several.table.dice.kinds
    dice = Counter(kind for kind in several.table.dice.dice if kinds[kind].seat is not None)
    cards = Counter(kinds[kind].seat for kind in dice)
    assert cards == {0: 2, 1: 2}
    assert sorted(dice.values()) == [1, 1, 2, 2]
    assert "two cards a side, one of them with two dice" in several.machine.scope


def test_a_step_does_what_the_table_says_and_a_mistake_in_it_is_noticed(several: TableMachine) -> None:
    by_id = {one.id: one for one in step_properties(several, "several")}
    chosen = [by_id[f"step/{step}"] for step in STEPS]
    asked = session(several, chosen)
    assert all(asked.alone(one).is_proof for one in chosen)
    for one in chosen:
        assert one.bug is not None
        spoilt = replace(several, machine=one.bug.planted(several.machine))
        assert not session(spoilt, [one]).alone(one).is_proof, one.id
