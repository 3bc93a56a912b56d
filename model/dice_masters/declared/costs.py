"""Words on which the rest of an effect hangs: what is paid for it, and what ends it."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.declared.arguments import AMOUNT, RESOLVING, TARGET
from dicelaw.model.effects.words import Cost, Word

WORDS = (
    Word("end", Op.END, (), "the effect is over", decided="rules", does_if="the effect has no more lines"),
    Cost(
        "may-pay",
        Op.MAY_PAY,
        ("may pay {amount}",),
        "{amount} energy may be paid",
        (AMOUNT,),
        uses=RESOLVING,
        examples=("may pay 1",),
        does_if="always; the rest of the effect is for those who pay",
    ),
    Cost(
        "sacrifice",
        Op.SACRIFICE,
        ("ko {target} as a cost",),
        "{target} is KO'd",
        (TARGET,),
        uses=RESOLVING,
        examples=("ko own die as a cost",),
        does_if="there is such a die; else the effect is over",
    ),
    Word(
        "unless-spun",
        Op.UNLESS_SPUN,
        ("unless opponent spins down a die",),
        "the effect ends if the opponent spins down a die",
        uses=RESOLVING,
        does_if="always; the effect ends if the opponent does",
        decided="opponent",
    ),
    Word(
        "unless-fielded",
        Op.UNLESS_FIELDED,
        ("unless you fielded a character",),
        "the effect ends if its player fielded a character in this turn",
        uses=RESOLVING,
        does_if="always; the effect ends if its player did",
        decided="rules",
    ),
    Word(
        "test",
        Op.TEST,
        ("roll {target} and go on with energy",),
        "{target} is rolled, and the effect goes on if it shows energy",
        (TARGET,),
        uses=RESOLVING,
        examples=("roll this die and go on with energy",),
        does_if="the die can be rolled; else the effect is over",
        decided="rules, then chance",
    ),
)
