"""The games that can be played."""

from dicelaw.oracle.games.games import GAMES

MODELLED = [name for name, game in GAMES.items() if game.modelled]
