"""What lines of Dice Masters say besides words: numbers, dice, who says them, and how long they hold."""

from __future__ import annotations

from collections.abc import Mapping

from dicelaw.model.dice_masters.cards import Target
from dicelaw.model.effects.words import Argument, Duration

AMOUNT = Argument("amount", 1, 9)
TARGETS: Mapping[str, Target] = {
    "die": Target.DIE,
    "own die": Target.OWN,
    "opposing die": Target.OPPOSING,
    "attacker": Target.ATTACKER,
    "opposing sidekick": Target.SIDEKICK,
    "continuous die": Target.IN_PLAY,
    "opposing die in combat": Target.FIGHTING,
    "this die": Target.THIS,
    "this die if it survives": Target.SURVIVOR,
    "used sidekick": Target.USED_SIDEKICK,
    "fielded die": Target.NEWCOMER,
    "opposing non-villain die": Target.NO_VILLAIN,
    "own die in reserve": Target.IN_RESERVE,
}
"""What a line calls the character dice in the Field Zone that it may be about."""
TARGET = Argument("target", names=TARGETS)

CARD, GLOBAL = "when", "globals"
"""Who says words: effects of cards for a moment, and Globals."""
RESOLVING = {CARD: ("resolve",), GLOBAL: ("resolve",)}
"""Both; all is done as the effect resolves."""
REACTIVE = {GLOBAL: ("damage/react",)}
"""Reactive Globals, which interrupt damage."""
TURN = Duration("turn", "until the end of the turn")
CAPTOR = Duration("captor", "as long as the captor stays")
