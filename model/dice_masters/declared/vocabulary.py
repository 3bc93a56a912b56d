"""Every word of Dice Masters, as the files beside this one declare them."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards import Op
from dicelaw.model.dice_masters.declared import (
    combat,
    costs,
    damage,
    fates,
    figures,
    life,
    reactions,
    supply,
)
from dicelaw.model.effects.words import numbered

WORDS = (
    *damage.WORDS, *supply.WORDS, *fates.WORDS, *costs.WORDS, *figures.WORDS, *combat.WORDS, *life.WORDS,
    *reactions.WORDS,
)  # fmt: skip
DECLARED = {Op(number): word for number, word in numbered(WORDS).items()}
"""The words by what the machine calls them."""
