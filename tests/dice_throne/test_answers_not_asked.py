"""Where an open point is said not to matter to a duel, plays go alike under all of its answers."""

from random import Random

import pytest

from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel
from dicelaw.model.dice_throne.rules import Rules
from dicelaw.model.kernel.concrete import Concrete

STEPS = 1500
ASKED = Rules.reads


@pytest.mark.parametrize("heroes", [("moon-elf", "treant"), ("barbarian", "gunslinger")])
@pytest.mark.parametrize(
    "reading",
    [
        {"shadows-collateral": "received"},
        {"fresh-chi": "per-token"},
        {"knockdown-payment": "own-phase"},
        {"then-stun": "defense-first"},
        {"sent-back": "apart"},
    ],
    ids=str,
)
def test_plays_go_as_if_it_were_always_asked(reading, heroes, monkeypatch):
    short = Concrete(duel(load_pack(), heroes, reading).machine)
    monkeypatch.setattr(
        Rules, "reads", lambda rules, point, answer, _matters=True: ASKED(rules, point, answer)
    )
    whole = Concrete(duel(load_pack(), heroes, reading).machine)
    draw, state = Random(0), short.machine.start
    for _ in range(STEPS):
        moves = short.enabled(state)
        assert moves == whole.enabled(state)
        if not moves:
            break
        move = draw.choice(moves)
        before, state = state, short.step(state, move)
        assert state == whole.step(before, move)
