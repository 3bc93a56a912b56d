"""The cards that come with the project: each is played by some team, and says what it leaves out."""

from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.loader import load_pack

PACK = load_pack()


def test_every_card_is_in_a_team_that_random_games_play():
    played = {card.id for teams in PACK.teams.values() for row in teams.seats for card, _ in row}
    played |= {card.id for teams in PACK.teams.values() for card in teams.basics}
    assert played == PACK.cards.keys()


def test_every_keyword_is_on_a_card():
    found = {keyword for card in PACK.cards.values() for keyword in card.keywords}
    assert found == set(Keyword)
