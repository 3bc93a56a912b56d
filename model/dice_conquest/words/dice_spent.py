"""A condition: many dice are Spent."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dicelaw.model.dice_conquest.components import DICE, SPENT
from dicelaw.model.dice_conquest.wording import BOUND
from dicelaw.model.effects.words import Condition

if TYPE_CHECKING:
    from dicelaw.model.dice_conquest.rules import Rules
    from dicelaw.model.kernel.expressions import Expr


def _spent(rules: Rules) -> Expr:
    return rules.quest.dice_at(SPENT) >= rules.quest.bound


DICE_SPENT = Condition(
    "dice-spent", 2, ("at least {bound} dice are spent",), "at least {bound:die is|dice are} Spent",
    (replace(BOUND, most=len(DICE)),),
    does=_spent,
)  # fmt: skip
