"""The state of a game of Dice Masters: dice, zones, figures and what can be read off them."""
