"""Free loops of our cards of Dice Masters, alone and in pairs, where both players have them."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from dicelaw.checker.dice_masters.free_loops import proofs
from dicelaw.model.dice_masters.cards.cards import Teams
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.dice_masters.loader import load_pack

pytestmark = pytest.mark.slow
ANSWERING = {"batgirl-babs", "firestorm-matter-master", "hulk-green-goliath", "iron-man-playboy"}
"""The cards that answer damage with damage, which in 2018 goes on for ever where both players have one."""
PAIRS = 300


def _proved(cards, edition):
    row = tuple((card, card.maximum) for card in cards if not card.basic)
    teams = Teams("some", "some cards", 20, (row, row), tuple(card for card in cards if card.basic))
    return all(measure is not None for _, measure in proofs(teams, edition))


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_card_alone(edition):
    looped = {id for id, card in load_pack().cards.items() if not _proved([card], edition)}
    assert looped == (ANSWERING if edition == "2018" else set())


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_sample_of_pairs(edition):
    cards = [card for id, card in load_pack().cards.items() if edition == "2016" or id not in ANSWERING]
    for pair in Random(1).sample([*combinations(cards, 2)], PAIRS):
        assert _proved(pair, edition), [card.id for card in pair]
