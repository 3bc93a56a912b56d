"""Figures that no source has: every answer that rests on one says so."""

import pytest

from dicelaw.model.content.document import read
from dicelaw.model.dice_conquest.loader import PUBLISHED, load_pack
from dicelaw.oracle.dice_conquest.departures import IN_WORDS
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.games.departures import departure_lines

GAME = "dice-conquest"


def said(text):
    """What an answer about the position in ``text`` says of cards that are not as printed."""
    return departure_lines(open_scenario(loaded(read("test.yaml", text.encode()), GAME)))


def test_a_card_with_made_up_figures_is_named():
    found = said("players: [{hero: wizard}, {hero: knight}]\ndisplay: {gremlin: {}}\nstart: round\n")
    knight = "its ability, the number of its Critical Hit, what its Critical Hit does"
    after = "what else the card says is not public"
    assert found == [
        f"not as printed: Knight: made up here: {knight}; {after}",
        f"not as printed: Gremlin: made up here: its damage; {after}",
    ]


def test_a_hero_all_of_whose_figures_are_published_is_not():
    """The limit: the Wizard alone, with nothing displayed."""
    assert said("players: [{hero: wizard}]\ndisplay: {}\nstart: round\n") == []


def test_our_own_pack_claims_to_be_no_printed_one():
    assert said("players: [{hero: scholar}]\ndisplay: {pit-imp: {}}\nstart: round\n") == []


def test_a_creature_whose_item_is_held_is_named():
    held = said("players: [{hero: wizard, items: [gargoyle]}]\ndisplay: {}\nstart: round\n")
    assert [line.split(": ")[1] for line in held] == ["Gargoyle"]


@pytest.mark.parametrize("entry", load_pack(own=PUBLISHED).cards.values(), ids=lambda card: card.id)
def test_no_card_but_the_wizard_is_known_whole(entry):
    assert entry.made_up


def test_every_field_that_is_made_up_has_words():
    pack = load_pack(own=PUBLISHED)
    assert {field for one in (*pack.heroes.values(), *pack.cards.values()) for field in one.made_up} == {
        *IN_WORDS
    }
