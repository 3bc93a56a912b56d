"""Every word of Dice Masters, as the files beside this one declare them."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.declared import (
    combat,
    costs,
    damage,
    fates,
    figures,
    life,
    reactions,
    supply,
    words,
)
from dicelaw.model.dice_masters.declared.arguments import PLACES, REACTIVE, TARGET
from dicelaw.model.effects.made import declarations, in_general
from dicelaw.model.effects.vocabulary import counted, in_files
from dicelaw.model.effects.words import Word

WORDS = (
    *damage.WORDS, *supply.WORDS, *fates.WORDS, *costs.WORDS, *figures.WORDS, *combat.WORDS, *life.WORDS,
    *reactions.WORDS, *in_files(words),
)  # fmt: skip
DECLARED = {Op.of(word): word for word in counted(WORDS, Op.END)}
"""The words by what the machine calls them."""


def said_by(word: Word) -> str:
    """What says ``word``."""
    if word.uses == REACTIVE:
        return "reactive Global"
    return ", ".join(name for place, name in PLACES.items() if place in word.uses)


def page() -> str:
    """The words as the table of Markdown that documentation has."""
    return declarations(
        tuple(DECLARED.values()),
        {
            "what it does": in_general,
            "said by": said_by,
            "decided by": lambda word: word.decided,
            "does something if": lambda word: word.does_if,
        },
        {TARGET.name: "DICE"},
    )
