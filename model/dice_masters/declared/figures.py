"""Words about the figures, the levels and the abilities of dice."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards import Op
from dicelaw.model.dice_masters.declared.arguments import AMOUNT, RESOLVING, TARGET, TURN
from dicelaw.model.effects.words import Word

WORDS = (
    Word(
        "attack",
        Op.ATTACK,
        ("+{amount}A to {target}",),
        "{target} has {amount} more A",
        (
            AMOUNT,
            TARGET,
        ),
        uses=RESOLVING,
        examples=("+1A to die",),
        lasts=TURN,
    ),
    Word(
        "attack-two",
        Op.ATTACK_TWO,
        ("+{amount}A to {target} and another",),
        "{target} and another one have {amount} more A",
        (
            AMOUNT,
            TARGET,
        ),
        uses=RESOLVING,
        examples=("+1A to own die and another",),
        lasts=TURN,
    ),
    Word(
        "defense",
        Op.DEFENSE,
        ("+{amount}D to {target}",),
        "{target} has {amount} more D",
        (
            AMOUNT,
            TARGET,
        ),
        uses=RESOLVING,
        examples=("+1D to die",),
        lasts=TURN,
    ),
    Word(
        "trade",
        Op.TRADE,
        ("exchange A and D of {target}",),
        "{target} has its A and D exchanged",
        (TARGET,),
        uses=RESOLVING,
        examples=("exchange A and D of die",),
        lasts=TURN,
    ),
    Word(
        "spin-up",
        Op.SPIN_UP,
        ("spin up {target}",),
        "{target} is spun up a level",
        (TARGET,),
        uses=RESOLVING,
        examples=("spin up own die",),
    ),
    Word(
        "spin-down",
        Op.SPIN_DOWN,
        ("spin down {target}",),
        "{target} is spun down a level",
        (TARGET,),
        uses=RESOLVING,
        examples=("spin down opposing die",),
    ),
    Word(
        "give-way",
        Op.GIVE_WAY,
        ("opponent spins down or ko's a die",),
        "the opponent spins down or KOs a die",
        uses=RESOLVING,
    ),
    Word(
        "copy",
        Op.COPY,
        ("copy stats of {target}",),
        "the die of the effect has the figures of {target}",
        (TARGET,),
        uses=RESOLVING,
        examples=("copy stats of opposing die",),
    ),
    Word(
        "copy-text",
        Op.COPY_TEXT,
        ("copy abilities of {target}",),
        "the die of the effect has the abilities of {target}",
        (TARGET,),
        uses=RESOLVING,
        examples=("copy abilities of opposing die",),
    ),
    Word(
        "copy-die",
        Op.COPY_DIE,
        ("copy {target}",),
        "the die of the effect is like {target}",
        (TARGET,),
        uses=RESOLVING,
        examples=("copy opposing die",),
    ),
    Word(
        "copy-beside",
        Op.COPY_BESIDE,
        ("copy {target} and keep own abilities",),
        "the die of the effect is like {target} and keeps its abilities",
        (TARGET,),
        uses=RESOLVING,
        examples=("copy fielded die and keep own abilities",),
    ),
)
