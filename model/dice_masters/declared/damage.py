"""Words that deal damage."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import TYPES, Op, Target
from dicelaw.model.dice_masters.declared.arguments import AMOUNT, RESOLVING, TARGET
from dicelaw.model.effects.words import Argument, Word

PLAYERS = Argument("target", names={"opponent": Target.NONE, "player": Target.PLAYERS})
ENERGY = Argument("energy", names={kind.name.lower(): kind for kind in TYPES})

WORDS = (
    Word(
        "hurt-player",
        Op.HURT_PLAYER,
        ("damage {amount} to opponent",),
        "the opponent is dealt {amount} damage",
        (AMOUNT,),
        uses=RESOLVING,
        examples=("damage 2 to opponent",),
        decided="rules",
    ),
    Word(
        "hurt-both",
        Op.HURT_BOTH,
        ("damage {amount} to each player",),
        "each player is dealt {amount} damage",
        (AMOUNT,),
        uses=RESOLVING,
        examples=("damage 1 to each player",),
        decided="rules",
    ),
    Word(
        "hurt-any",
        Op.HURT_ANY,
        ("damage {amount} to {target} or die",),
        "one {target} or die is dealt {amount} damage",
        (AMOUNT, PLAYERS),
        uses=RESOLVING,
        examples=("damage 2 to opponent or die", "damage 1 to player or die"),
    ),
    Word(
        "hurt-opposing",
        Op.HURT_OPPOSING,
        ("damage {amount} to opponent and each opposing die",),
        "the opponent and each opposing die are dealt {amount} damage",
        (AMOUNT,),
        uses=RESOLVING,
        examples=("damage 1 to opponent and each opposing die",),
        decided="rules",
    ),
    Word(
        "hurt-count",
        Op.HURT_COUNT,
        ("damage {target} for each {energy} energy",),
        "{target} is dealt 1 damage for each {energy} energy",
        (
            TARGET,
            ENERGY,
        ),
        uses=RESOLVING,
        examples=("damage die for each fist energy",),
        does_if="there is such a die",
    ),
    Word(
        "hurt-die",
        Op.HURT_DIE,
        ("damage {amount} to {target}",),
        "{target} is dealt {amount} damage",
        (
            AMOUNT,
            TARGET,
        ),
        uses=RESOLVING,
        examples=("damage 2 to die",),
        does_if="there is such a die",
    ),
    Word(
        "hurt-each",
        Op.HURT_EACH,
        ("damage {amount} to each {target}",),
        "each {target} is dealt {amount} damage",
        (
            AMOUNT,
            TARGET,
        ),
        uses=RESOLVING,
        examples=("damage 1 to each opposing die",),
        decided="rules",
    ),
    Word(
        "divide",
        Op.DIVIDE,
        ("divide {amount} damage among opposing dice",),
        "{amount} damage is divided among opposing dice",
        (AMOUNT,),
        uses=RESOLVING,
        examples=("divide 4 damage among opposing dice",),
        does_if="there is an opposing die",
    ),
    Word(
        "corrupt",
        Op.CORRUPT,
        ("corrupt {amount}",),
        "{amount:die of a bag is|dice of a bag are} taken, and one of them goes to the Used Pile",
        (AMOUNT,),
        uses=RESOLVING,
        examples=("corrupt 2",),
        decided="player, then chance",
    ),
)
