"""Lantern, a game for tests: three keepers, each with two cards, keep a light burning against the dark.

In turn each keeper draws a card of their own deck unseen, rolls a die, and may play a card from the hand,
which feeds the light. Then the dark takes as much as the die says. Two rounds have to be lasted out together.
"""

from dicelaw.model.games import Game

GAME = Game("lantern", "Lantern, a game for tests", home="toy_game.{layer}")
BARE = Game("bare", "A game of which there is nothing but the name", home="toy_game.bare.{layer}")
