"""Words on which the rest of an effect hangs: what is paid for it, and what ends it."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards import Op
from dicelaw.model.dice_masters.declared.arguments import AMOUNT, RESOLVING, TARGET
from dicelaw.model.effects.words import Cost, Word

WORDS = (
    Cost(
        "may-pay",
        Op.MAY_PAY,
        ("may pay {amount}",),
        "{amount} energy may be paid",
        (AMOUNT,),
        uses=RESOLVING,
        examples=("may pay 1",),
    ),
    Cost(
        "sacrifice",
        Op.SACRIFICE,
        ("ko {target} as a cost",),
        "{target} is KO'd",
        (TARGET,),
        uses=RESOLVING,
        examples=("ko own die as a cost",),
    ),
    Word(
        "unless-spun",
        Op.UNLESS_SPUN,
        ("unless opponent spins down a die",),
        "the effect ends if the opponent spins down a die",
        uses=RESOLVING,
    ),
    Word(
        "unless-fielded",
        Op.UNLESS_FIELDED,
        ("unless you fielded a character",),
        "the effect ends if its player fielded a character in this turn",
        uses=RESOLVING,
    ),
    Word(
        "test",
        Op.TEST,
        ("roll {target} and go on with energy",),
        "{target} is rolled, and the effect goes on if it shows energy",
        (TARGET,),
        uses=RESOLVING,
        examples=("roll this die and go on with energy",),
    ),
)
