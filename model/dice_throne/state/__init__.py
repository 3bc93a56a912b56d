"""The state of a game of Dice Throne, and what can be read off it."""
