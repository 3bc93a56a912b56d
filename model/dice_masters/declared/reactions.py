"""Words of reactive Globals, which interrupt damage."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op, Target
from dicelaw.model.dice_masters.declared.arguments import AMOUNT, REACTIVE
from dicelaw.model.effects.words import Argument, Word

WAY = Argument(
    "target",
    names={
        "from you to own die": Target.NONE,
        "from own die to another": Target.OWN,
        "to own die": Target.DIE,
    },
)

WORDS = (
    Word(
        "prevent",
        Op.PREVENT,
        ("prevent {amount}",),
        "{amount} of the damage is prevented",
        (AMOUNT,),
        uses=REACTIVE,
        examples=("prevent 1",),
        does_if="damage is on its way",
    ),
    Word(
        "reduce",
        Op.REDUCE,
        ("reduce damage of a character to {amount}",),
        "the damage of a character becomes {amount}",
        (AMOUNT,),
        uses=REACTIVE,
        examples=("reduce damage of a character to 1",),
        does_if="damage of a character is on its way",
    ),
    Word(
        "redirect",
        Op.REDIRECT,
        ("redirect {amount} {target}",),
        "{amount} of the damage goes {target}",
        (
            AMOUNT,
            WAY,
        ),
        uses=REACTIVE,
        examples=(
            "redirect 1 from you to own die",
            "redirect 1 from own die to another",
            "redirect 1 to own die",
        ),
        does_if="damage is on its way, and there is a die to take it",
    ),
)
