"""What lines of Dice Masters say besides words: numbers, dice, who says them, and how long they hold."""

from __future__ import annotations

from dicelaw.model.dice_masters.declared.targets import TARGETS
from dicelaw.model.effects.words import Argument, Duration

AMOUNT = Argument("amount", 1, 9)
LEVEL = Argument("level", 1, 9)
"""The level of a die, which is no amount of anything, so nothing is counted for it."""
TARGET = Argument("target", targets=TARGETS)
"""The character dice that a line may be about."""

CARD, GLOBAL = "when", "globals"
PLACES = {CARD: "card", GLOBAL: "Global"}
"""Who says words: effects of cards for a moment, and Globals."""
RESOLVING = {CARD: ("resolve",), GLOBAL: ("resolve",)}
"""Both; all is done as the effect resolves."""
REACTIVE = {GLOBAL: ("damage/react",)}
"""Reactive Globals, which interrupt damage."""
TURN = Duration("turn", "until the end of the turn")
CAPTOR = Duration("captor", "as long as the captor stays")
