"""A cost: Available dice, but not the chosen one, go to the Spent Dice area."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dicelaw.model.dice_conquest.components import AVAILABLE, DICE, SPENT, Back
from dicelaw.model.dice_conquest.wording import AMOUNT, EVERYWHERE, Deed
from dicelaw.model.effects.words import Cost
from dicelaw.model.kernel.expressions import Expr, all_of, count
from dicelaw.model.kernel.graph import Choice

if TYPE_CHECKING:
    from dicelaw.model.dice_conquest.rules import Rules


def _spend(rules: Rules) -> Deed:
    q = rules.quest
    die = Choice("die", 0, len(DICE) - 1, DICE)

    def free(one: Expr | int) -> Expr:
        return all_of(q.at[one] == AVAILABLE, (q.back != int(Back.ATTACK)) | (q.chosen != one))

    return Deed(
        "spend the {die}", {q.at[die]: SPENT, q.amount: q.amount - 1}, [die],
        [
            (free(die), "turn/choice-of-die-binding"),
            (count(free(one) for one in q.dice) >= q.amount, "model/programs"),
        ],
        again=q.amount >= 2,
    )  # fmt: skip


SPEND = Cost(
    "spend", 10, ("spend {amount}",), "{amount:Available die is|Available dice are} Spent",
    (replace(AMOUNT, most=len(DICE) - 1),),
    uses=EVERYWHERE,
    does=_spend,
    cites=("model/programs",),
)  # fmt: skip
