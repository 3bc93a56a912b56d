"""A condition: the hero in turn has little health."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dicelaw.model.dice_conquest.components import STARTING_HEALTH
from dicelaw.model.dice_conquest.wording import BOUND
from dicelaw.model.effects.words import Condition

if TYPE_CHECKING:
    from dicelaw.model.dice_conquest.rules import Rules
    from dicelaw.model.kernel.expressions import Expr


def _low(rules: Rules) -> Expr:
    q = rules.quest
    return q.health[q.turn] <= q.bound


HEALTH_LOW = Condition(
    "health-low", 3, ("own health is at most {bound}",), "the health of the hero is at most {bound}",
    (replace(BOUND, most=max(STARTING_HEALTH)),),
    does=_low,
)  # fmt: skip
