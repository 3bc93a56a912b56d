"""Spent dice are Available again, rerolled first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.model.dice_conquest.components import AVAILABLE, Rolled
from dicelaw.model.dice_conquest.targets import SPENT_DIE
from dicelaw.model.dice_conquest.wording import AMOUNT, EVERYWHERE, Deed
from dicelaw.model.effects.words import Word
from dicelaw.model.kernel.expressions import Expr, where

if TYPE_CHECKING:
    from dicelaw.model.dice_conquest.rules import Rules
    from dicelaw.model.kernel.graph import Choice


def _recover(rules: Rules, die: Choice) -> Deed:
    q = rules.quest
    rolled: Expr | int = 1
    if rules.reads("returned-dice", "kept"):
        rolled = where(q.any_shown("bars_rerolls"), 0, 1)
    return Deed(
        "take the {die} back",
        {
            q.at[die]: AVAILABLE, q.unrolled[die]: rolled, q.amount: q.amount - 1,
            q.rolled: int(Rolled.EFFECT),
        },
        demands=[(q.amount >= 1, "model/words")],
        target="roll",
    )  # fmt: skip


RECOVER = Word(
    "recover", 5, ("recover {amount}",),
    "{amount:Spent die is|Spent dice are} Available again, rerolled first", (AMOUNT,),
    uses=EVERYWHERE,
    does=_recover,
    target=SPENT_DIE,
    cites=("hero/returned-dice-rerolled-first", "clarify/killing-die-dice-spent-at-once"),
)  # fmt: skip
