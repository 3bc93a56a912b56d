"""Words about boards, companions and the course of programs; blocks of lines make those that have no line."""

from __future__ import annotations

from dicelaw.model.dice_throne.declared.arguments import AMOUNT, AT, EVERYWHERE
from dicelaw.model.dice_throne.language import Op
from dicelaw.model.effects.words import Word

WORDS = (
    Word(
        "end", Op.END, (), "the program is over",
        does_if="closes every program; no line says it",
    ),
    Word(
        "or", Op.OR, (), "either:",
        does_if="the block `choose:` or `opponent-chooses:` makes it",
    ),
    Word(
        "skip", Op.SKIP, (), "or:",
        does_if="the blocks `choose:` and `if:` make it",
    ),
    Word("flip", Op.FLIP, ("flip the board",), "flip your board", uses=EVERYWHERE),
    Word(
        "then", Op.THEN, ("then",), "then, after a chance to spend tokens and play instants:",
        uses=EVERYWHERE,
        does_if="a chance to spend tokens and play instants; not in what is itself played at one",
    ),
    Word(
        "heal-companion", Op.HEAL_COMPANION, ("heal companion {amount}",), "your companion heals {amount}",
        (AMOUNT,), uses=EVERYWHERE, examples=("heal companion 2",),
        does_if="the owner has a companion",
    ),
    Word(
        "share", Op.SHARE, ("share damage with companion",),
        "the damage of this Roll Phase may be split with your companion", uses=EVERYWHERE,
        does_if="the owner defends against an attack, before the defence",
    ),
    Word(
        "aim", Op.AIM, ("aim{who}",), "aim the ability at {who}", (AT,), uses=EVERYWHERE,
        examples=("aim at chosen player",),
        does_if="the owner's ability is activated and has not landed; there are more than two players",
    ),
)  # fmt: skip
