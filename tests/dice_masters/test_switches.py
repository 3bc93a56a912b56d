"""Fields hang on an answer to an open point only where a card of the game makes it matter."""

import pytest

from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import game
from dicelaw.model.parts import Parts


@pytest.mark.parametrize(
    ("edition", "reading", "with_such_cards", "without"),
    [
        ("2018", {"controlled-unblocked": "turn-end"}, "taking", "shields"),
        ("2018", {"copied-level": "copied"}, "copies", "shields"),
        ("2018", {"reaction-events": "source"}, "redirections", "shields"),
        ("2016", {"global-batch": "sum"}, "shields", "gear"),
    ],
)
def test_where_no_card_has_to_do_with_it_the_fields_are_shared(edition, reading, with_such_cards, without):
    def fields_are_shared(name):
        teams, parts = load_pack().teams[name], Parts()
        usual = game(teams, edition, parts=parts)
        return game(teams, edition, reading, parts=parts).table is usual.table

    assert fields_are_shared(without)
    assert not fields_are_shared(with_such_cards)
