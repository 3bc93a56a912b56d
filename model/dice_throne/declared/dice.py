"""Words about dice and roll attempts; the machine has them in ``words_dice``."""

from __future__ import annotations

from dataclasses import replace

from dicelaw.model.dice_throne.declared.arguments import (
    ABOUT,
    COUNT,
    COVERED,
    DIE,
    EVERYWHERE,
    FACE,
    FOR,
    PLAIN_DIE,
    WHOSE,
    WHOSE_OR_SIDE,
    N,
)
from dicelaw.model.dice_throne.language import Op
from dicelaw.model.effects.words import Word

WORDS = (
    Word(
        "roll-off", Op.ROLL_OFF, ("roll off",), "you and the opponent roll one die each", uses=EVERYWHERE,
        does_if="no dice of another action lie on the table",
    ),
    Word(
        "roll", Op.ROLL, ("roll {n}{unit}{covered}{who}",), "roll {n:dice}",
        (replace(N, least=1, most=5), PLAIN_DIE, COVERED, ABOUT), uses=EVERYWHERE, examples=("roll 3 dice",),
        does_if="no dice of another action lie on the table",
    ),
    Word(
        "clear", Op.CLEAR, ("put the dice away",), "put the dice away", uses=EVERYWHERE,
        does_if="the action rolled dice",
    ),
    Word(
        "look", Op.LOOK, ("look at the dice",), "everybody looks at the dice", uses=EVERYWHERE,
        does_if="there are dice of the effect",
    ),
    Word(
        "reroll", Op.REROLL, ("reroll up to {n} {who} {unit}", "reroll {who} die"),
        "reroll up to {n} of {who:'s} dice", (N, WHOSE_OR_SIDE, DIE), uses=EVERYWHERE,
        examples=("reroll up to 2 own dice", "reroll own die"),
        does_if="dice of a roll lie there, and at least one is asked for",
    ),
    Word(
        "nudge", Op.NUDGE, ("nudge {who} die",), "turn one of {who:'s} dice one up or down", (WHOSE,),
        uses=EVERYWHERE, examples=("nudge any die",),
        does_if="dice of a roll lie there",
    ),
    Word(
        "set-die", Op.SET_DIE, ("set {who} {n}{unit} to {face}",),
        "turn {n} of {who:'s} dice to {face}", (WHOSE, replace(COUNT, most=9), DIE, FACE),
        uses=EVERYWHERE, examples=("set any 2 dice to any face",),
        does_if="dice of a roll lie there, and at least one is asked for",
    ),
    Word(
        "copy-die", Op.COPY_DIE, ("copy own die",), "turn one of your dice to the face of another of them",
        uses=EVERYWHERE,
        does_if="dice of a roll lie there",
    ),
    Word(
        "defense-attempt", Op.DEFENSE_ATTEMPT, ("{n}extra defense attempt[s]{who}",),
        "{who:get} {n:more defensive roll attempts}", (COUNT, FOR), uses=EVERYWHERE,
        examples=("extra defense attempt for chosen player",),
        does_if="the player's defensive roll",
    ),
    Word(
        "attempt", Op.ATTEMPT, ("{n}extra attempt[s]{who}",),
        "{who:get} {n:more offensive roll attempts}", (COUNT, FOR), uses=EVERYWHERE,
        examples=("extra attempt for chosen player",),
        does_if="the player's Offensive Roll Phase, before an ability is activated",
    ),
    Word(
        "extra-phase", Op.EXTRA_PHASE, ("another offensive roll phase",),
        "take another Offensive Roll Phase", uses=EVERYWHERE,
        does_if="in the attacker's own ability",
    ),
)  # fmt: skip
