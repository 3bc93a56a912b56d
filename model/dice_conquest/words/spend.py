"""A cost: Available dice, but not the chosen one, go to the Spent Dice area."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dicelaw.model.dice_conquest.components import DICE, SPENT
from dicelaw.model.dice_conquest.targets import SPARE_DIE, spare
from dicelaw.model.dice_conquest.wording import AMOUNT, EVERYWHERE, Deed
from dicelaw.model.effects.words import Cost
from dicelaw.model.kernel.expressions import count

if TYPE_CHECKING:
    from dicelaw.model.dice_conquest.rules import Rules
    from dicelaw.model.kernel.graph import Choice


def _spend(rules: Rules, die: Choice) -> Deed:
    q = rules.quest
    there = count(spare(rules, one) for one in q.dice)
    return Deed(
        "spend the {die}", {q.at[die]: SPENT, q.amount: q.amount - 1},
        demands=[(there >= q.amount, "model/programs")],
        again=q.amount >= 2,
    )  # fmt: skip


SPEND = Cost(
    "spend", 10, ("spend {amount}",), "{amount:Available die is|Available dice are} Spent",
    (replace(AMOUNT, most=len(DICE) - 1),),
    uses=EVERYWHERE,
    does=_spend,
    target=SPARE_DIE,
    cites=("model/programs",),
)  # fmt: skip
