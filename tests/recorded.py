"""The games of which plays are recorded."""

from dicelaw.oracle.description import description
from dicelaw.oracle.games import GAMES
from dicelaw.oracle.lacking import Lacking

RECORDED = [
    name for name, game in GAMES.items() if game.modelled and not isinstance(description(name), Lacking)
]
