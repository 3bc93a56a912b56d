"""Words about damage, its prevention and healing; the machine has them in ``words_damage``."""

from __future__ import annotations

from dicelaw.model.dice_throne.declared.arguments import (
    AMOUNT,
    EVERYWHERE,
    OBJECT,
    OFFENSIVE,
    STRUCK,
    SUBJECT,
    SUBJECTS,
    TO_OPPONENT,
    TO_OPPONENTS,
    TYPE,
)
from dicelaw.model.dice_throne.language import Op
from dicelaw.model.effects.words import Word

WORDS = (
    Word(
        "damage", Op.DAMAGE, ("damage {amount}{type}", "damage {amount}{who}"), "deal {amount:damage}",
        (AMOUNT, TYPE, STRUCK),
        uses=OFFENSIVE, examples=("damage 5 undefendable", "damage 4 pure to another opponent"),
        does_if=(
            "in an offensive ability only; to another opponent than the target, if that is known and the "
            "ability deals it pure damage, and to no third one"
        ),
    ),
    Word(
        "undefendable", Op.UNDEFENDABLE, ("undefendable",), "the attack becomes undefendable",
        uses=EVERYWHERE,
        does_if="the attack is normal and not yet defended; said by the ability or by an Attack Modifier",
    ),
    Word(
        "collateral", Op.COLLATERAL, ("collateral {amount}{who}",), "deal {who} {amount:collateral damage}",
        (AMOUNT, TO_OPPONENTS), uses=EVERYWHERE, examples=("collateral 2",),
        does_if="always; dealt at the conclusion of the phase",
    ),
    Word(
        "deal", Op.DEAL, ("deal {amount}{who}",), "deal {who} {amount:damage}",
        (AMOUNT, TO_OPPONENTS), uses=EVERYWHERE, examples=("deal 1 per sword",),
        does_if="always; dealt at the conclusion of the phase",
    ),
    Word(
        "isolated", Op.ISOLATED, ("isolated {amount}{who}",),
        "deal {who} {amount:damage}, at once and apart from everything else",
        (AMOUNT, TO_OPPONENT), uses=EVERYWHERE, examples=("isolated 3 to self",),
        does_if="always; dealt at once",
    ),
    Word(
        "recoil", Op.RECOIL, ("recoil {amount}",), "receive {amount:damage} if the attack deals at least 1",
        (AMOUNT,), uses=OFFENSIVE, examples=("recoil 4",),
        does_if="in an offensive ability only",
    ),
    Word(
        "add", Op.ADD, ("add {amount}",), "add {amount:damage} to the attack",
        (AMOUNT,), uses=EVERYWHERE, examples=("add 1 per sword",),
        does_if="in an Attack Modifier, of an attack",
    ),
    Word(
        "suffer", Op.SUFFER, ("{who}suffer[s] {amount}",),
        "deal {who} {amount:damage} that nothing prevents or reduces",
        (SUBJECT, AMOUNT), uses=EVERYWHERE, examples=("suffer 4",),
        does_if="always; dealt at the conclusion of the phase",
    ),
    Word(
        "prevent", Op.PREVENT, ("{who}prevent[s] {amount}",), "{who:prevent} {amount:damage}",
        (SUBJECT, AMOUNT), uses=EVERYWHERE, examples=("prevent 1 per helmet",),
        does_if="damage is coming to the player",
    ),
    Word(
        "prevent-half", Op.HALVE, ("{who}prevent[s] half",), "{who:prevent} half of the damage, rounded up",
        (SUBJECTS,), uses=EVERYWHERE, examples=("prevent half",),
        does_if="damage is coming to the player, or the attack concludes",
    ),
    Word(
        "double", Op.DOUBLE, ("double damage{who}",), "double the damage coming to {who}",
        (OBJECT,), uses=EVERYWHERE, examples=("double damage to self",),
        does_if="in an Attack Modifier, of an attack",
    ),
    Word(
        "reflect", Op.REFLECT, ("reflect half",),
        "deal the attacker half of the incoming damage, rounded up", uses=EVERYWHERE,
        does_if="the owner defends against an attack that is no Ultimate",
    ),
    Word(
        "avoid", Op.AVOID, ("{who}avoid[s]",), "{who:avoid} all damage",
        (SUBJECT,), uses=EVERYWHERE, examples=("avoid",),
        does_if="always; for the damage of this phase",
    ),
    Word(
        "heal", Op.HEAL, ("{who}heal[s] {amount}",), "{who:heal} {amount}",
        (SUBJECT, AMOUNT), uses=EVERYWHERE, examples=("heal 1 + 2 per life",),
    ),
    Word(
        "drain", Op.DRAIN, ("heal the damage dealt",), "heal as much as the attack deals", uses=EVERYWHERE,
        does_if="the owner attacks",
    ),
    Word(
        "fail", Op.FIZZLE, ("the ability fails",), "the ability fails", uses=EVERYWHERE,
        does_if="the attacker's ability concludes, and is no Ultimate",
    ),
)  # fmt: skip
