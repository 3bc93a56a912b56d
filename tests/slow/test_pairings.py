"""Every hero against some others: the duel opens, is played from set-up to its end, and both can win it."""

from __future__ import annotations

from random import Random

import pytest
from random_play import Play

from dicelaw.checker.dice_throne.own_content import proofs
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel

HEROES = sorted(load_pack().heroes)
APART = (0, 3, 7)
"""Each hero is against itself and two others, those so many places on, and so against two before it."""
PAIRINGS = [(one, HEROES[(at + apart) % len(HEROES)]) for apart in APART for at, one in enumerate(HEROES)]
DUELS = 25
"""Short duels for each pairing: 1,200 in all, and of each hero 125."""
HEALTH = 20
LONGEST = 20_000


@pytest.mark.slow
@pytest.mark.parametrize("pairing", PAIRINGS, ids="-against-".join)
def test_a_pairing_is_refereed_to_its_end(pairing):
    game = Play(duel(load_pack(), pairing))
    assert game.run(Random(0), game.machine.start, LONGEST) is not None
    winners = set()
    for number in range(1, DUELS):
        draw = Random(number)
        last = game.run(draw, game.start(draw, HEALTH), LONGEST)
        assert last is not None
        winners.add(tuple(last[game.health + seat] > 0 for seat in range(2)))
    assert {(True, False), (False, True)} <= winners


@pytest.mark.slow
def test_what_depends_on_the_tables_is_proved_of_a_hero():
    """What open content says of these properties is said again by induction over the tables."""
    found = list(proofs(load_pack(), "gunslinger"))
    assert {one.id.split("/", 2)[2] for one in found} >= {"play/instruction-due", "window/closes"}
    assert [one.id for one in found if not one.verdict.is_proof] == []
