"""No property of Dice Masters is proved of a machine with the bug that is planted for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dicelaw.checker.plans import plan
from dicelaw.checker.run import Session

pytestmark = pytest.mark.slow

GAMES = ("dice-masters@2016", "dice-masters@2018")


@pytest.mark.parametrize(("game", "id"), [(game, one.id) for game in GAMES for one in plan(game).properties])
def test_is_not_proved_with_the_bug(game: str, id: str) -> None:
    chosen = plan(game)
    claimed = next(one for one in chosen.properties if one.id == id)
    assert claimed.bug is not None
    spoiled = claimed.bug.planted(chosen.machines[claimed.machine])
    buggy = replace(chosen, machines={**chosen.machines, claimed.machine: spoiled}, steps=0)
    assert not Session(buggy).alone(claimed).is_proof
