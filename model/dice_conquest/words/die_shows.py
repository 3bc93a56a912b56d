"""A condition: the chosen die shows a high number."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dicelaw.model.dice_conquest.components import SIDES, Back
from dicelaw.model.dice_conquest.wording import BOUND
from dicelaw.model.effects.words import Condition
from dicelaw.model.kernel.expressions import Expr, all_of

if TYPE_CHECKING:
    from dicelaw.model.dice_conquest.rules import Rules


def _shows(rules: Rules) -> Expr:
    q = rules.quest
    return all_of(q.back != int(Back.TURN), q.face[q.chosen] >= q.bound)


DIE_SHOWS = Condition(
    "die-shows", 1, ("the die shows at least {bound}",), "the chosen die shows at least {bound}",
    (replace(BOUND, most=max(SIDES)),),
    does=_shows,
)  # fmt: skip
