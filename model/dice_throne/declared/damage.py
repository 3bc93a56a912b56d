"""Words about damage, its prevention and healing; the machine has them in ``words_damage``."""

from __future__ import annotations

from dicelaw.model.dice_throne.declared.arguments import (
    AMOUNT,
    EVERYWHERE,
    OBJECT,
    OFFENSIVE,
    SUBJECT,
    TO_OPPONENT,
    TO_OPPONENTS,
    TYPE,
)
from dicelaw.model.dice_throne.language import Op
from dicelaw.model.effects.words import Word

WORDS = (
    Word(
        "damage", Op.DAMAGE, ("damage {amount}{type}",), "deal {amount:damage}", (AMOUNT, TYPE),
        uses=OFFENSIVE, examples=("damage 5 undefendable",),
    ),
    Word(
        "undefendable", Op.UNDEFENDABLE, ("undefendable",), "the attack becomes undefendable",
        uses=EVERYWHERE,
    ),
    Word(
        "collateral", Op.COLLATERAL, ("collateral {amount}{who}",), "deal {who} {amount:collateral damage}",
        (AMOUNT, TO_OPPONENTS), uses=EVERYWHERE, examples=("collateral 2",),
    ),
    Word(
        "deal", Op.DEAL, ("deal {amount}{who}",), "deal {who} {amount:damage}",
        (AMOUNT, TO_OPPONENTS), uses=EVERYWHERE, examples=("deal 1 per sword",),
    ),
    Word(
        "isolated", Op.ISOLATED, ("isolated {amount}{who}",),
        "deal {who} {amount:damage}, at once and apart from everything else",
        (AMOUNT, TO_OPPONENT), uses=EVERYWHERE, examples=("isolated 3 to self",),
    ),
    Word(
        "recoil", Op.RECOIL, ("recoil {amount}",), "receive {amount:damage} if the attack deals at least 1",
        (AMOUNT,), uses=OFFENSIVE, examples=("recoil 4",),
    ),
    Word(
        "add", Op.ADD, ("add {amount}",), "add {amount:damage} to the attack",
        (AMOUNT,), uses=EVERYWHERE, examples=("add 1 per sword",),
    ),
    Word(
        "suffer", Op.SUFFER, ("{who}suffer[s] {amount}",),
        "deal {who} {amount:damage} that nothing prevents or reduces",
        (SUBJECT, AMOUNT), uses=EVERYWHERE, examples=("suffer 4",),
    ),
    Word(
        "prevent", Op.PREVENT, ("{who}prevent[s] {amount}",), "{who:prevent} {amount:damage}",
        (SUBJECT, AMOUNT), uses=EVERYWHERE, examples=("prevent 1 per helmet",),
    ),
    Word(
        "prevent half", Op.HALVE, ("{who}prevent[s] half",), "{who:prevent} half of the damage, rounded up",
        (SUBJECT,), uses=EVERYWHERE, examples=("prevent half",),
    ),
    Word(
        "double", Op.DOUBLE, ("double damage{who}",), "double the damage coming to {who}",
        (OBJECT,), uses=EVERYWHERE, examples=("double damage to self",),
    ),
    Word(
        "reflect", Op.REFLECT, ("reflect half",),
        "deal the attacker half of the incoming damage, rounded up", uses=EVERYWHERE,
    ),
    Word(
        "avoid", Op.AVOID, ("{who}avoid[s]",), "{who:avoid} all damage",
        (SUBJECT,), uses=EVERYWHERE, examples=("avoid",),
    ),
    Word(
        "heal", Op.HEAL, ("{who}heal[s] {amount}",), "{who:heal} {amount}",
        (SUBJECT, AMOUNT), uses=EVERYWHERE, examples=("heal 1 + 2 per life",),
    ),
    Word("drain", Op.DRAIN, ("heal the damage dealt",), "heal as much as the attack deals", uses=EVERYWHERE),
    Word("fail", Op.FIZZLE, ("the ability fails",), "the ability fails", uses=EVERYWHERE),
)  # fmt: skip
