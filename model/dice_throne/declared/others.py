"""Words about boards, companions and the course of programs; blocks of lines make those that have no line."""

from __future__ import annotations

from dicelaw.model.dice_throne.declared.arguments import AMOUNT, EVERYWHERE
from dicelaw.model.dice_throne.language import Op
from dicelaw.model.effects.words import Word

WORDS = (
    Word("end", Op.END, (), "the program is over"),
    Word("or", Op.OR, (), "either:"),
    Word("skip", Op.SKIP, (), "or:"),
    Word("flip", Op.FLIP, ("flip the board",), "flip your board", uses=EVERYWHERE),
    Word(
        "then", Op.THEN, ("then",), "then, after a chance to spend tokens and play instants:",
        uses=EVERYWHERE,
    ),
    Word(
        "heal companion", Op.HEAL_COMPANION, ("heal companion {amount}",), "your companion heals {amount}",
        (AMOUNT,), uses=EVERYWHERE, examples=("heal companion 2",),
    ),
    Word(
        "share", Op.SHARE, ("share damage with companion",),
        "the damage of this Roll Phase may be split with your companion", uses=EVERYWHERE,
    ),
)  # fmt: skip
