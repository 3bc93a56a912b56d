"""Words about dice in an attack."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.declared.arguments import RESOLVING, TARGET, TURN
from dicelaw.model.effects.words import Word

WORDS = (
    Word(
        "shield",
        Op.SHIELD,
        ("shield {target}",),
        "{target} is shielded",
        (TARGET,),
        uses=RESOLVING,
        examples=("shield die",),
        does_if="there is such a die",
    ),
    Word(
        "withdraw",
        Op.WITHDRAW,
        ("withdraw {target}",),
        "{target} leaves the attack",
        (TARGET,),
        uses=RESOLVING,
        examples=("withdraw attacker",),
        does_if="there is such a die",
    ),
    Word(
        "call-out",
        Op.CALL_OUT,
        ("call out {target}",),
        "{target} is called out",
        (TARGET,),
        uses=RESOLVING,
        examples=("call out opposing die",),
        does_if="there is such a die",
    ),
    Word(
        "no-block",
        Op.NO_BLOCK,
        ("{target} cannot block",),
        "{target} cannot block",
        (TARGET,),
        uses=RESOLVING,
        examples=("opposing die cannot block",),
        lasts=TURN,
        does_if="there is such a die; in this turn",
    ),
    Word(
        "must-attack",
        Op.MUST_ATTACK,
        ("{target} has to attack",),
        "{target} has to attack",
        (TARGET,),
        uses=RESOLVING,
        examples=("die has to attack",),
        lasts=TURN,
        does_if="there is such a die; in this turn",
    ),
    Word(
        "ko-engaged",
        Op.KO_ENGAGED,
        ("ko each die that was engaged",),
        "each die that was engaged with this one is KO'd",
        uses=RESOLVING,
        decided="rules",
    ),
)
