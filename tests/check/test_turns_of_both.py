"""Locks of Dice Masters: turns go from one player to the other, whatever the cards are."""

from dataclasses import replace

import pytest

from dicelaw.checker.dice_masters.locks import locks
from dicelaw.checker.verdicts import Outcome
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.dice_masters.machine import open_game


@pytest.fixture(scope="module", params=EDITIONS)
def made(request):
    return open_game(request.param)


def test_nobody_is_kept_from_turns_whatever_the_cards_are(made):
    found = locks(made, "any cards")
    assert found.is_proof
    assert "only cleanup/turn-ends sets whose turn it is" in found.evidence


def _with(made, id, value):
    """The game in which the step ``id`` sets whose turn it is to ``value``."""
    turn = made.table.turn

    def change(step):
        if step.id != id:
            return step
        kept = [one for one in step.effect if one[0] is not turn]
        return replace(step, effect=(*kept, (turn, value)))

    return replace(made, machine=made.machine.rewritten(change))


def test_a_turn_that_is_kept_is_seen(made):
    turn = made.table.turn
    assert locks(_with(made, "cleanup/turn-ends", turn + 0), "x").outcome is Outcome.UNKNOWN
    assert locks(_with(made, "cleanup/turn-ends", turn * 0), "x").outcome is Outcome.UNKNOWN


def test_a_step_that_takes_another_turn_is_named(made):
    found = locks(_with(made, "main/close", 1 - made.table.turn), "x")
    assert found.outcome is Outcome.UNKNOWN
    assert "main/close" in found.evidence
