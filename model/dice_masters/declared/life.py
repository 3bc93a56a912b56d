"""Words about life; the machine has them in ``life_words``."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.declared.arguments import AMOUNT, RESOLVING
from dicelaw.model.effects.words import Word, numbered

WORDS = (
    Word(
        "gain", Op.GAIN, ("gain {amount} life",), "gain {amount} life", (AMOUNT,), uses=RESOLVING,
        does_if="always; up to what the game began with",
        decided="rules",
    ),
    Word(
        "pay-life", Op.PAY_LIFE, ("pay {amount} life",), "lose {amount} life", (AMOUNT,), uses=RESOLVING,
        does_if="always; down to 0",
        decided="rules",
    ),
    Word(
        "drain", Op.LOSE, ("opponent loses {amount} life",), "the opponent loses {amount} life", (AMOUNT,),
        uses=RESOLVING,
        does_if="always; down to 0",
        decided="rules",
    ),
)  # fmt: skip
DECLARED = {Op(number): word for number, word in numbered(WORDS).items()}
"""The declared words by what the machine calls them."""
