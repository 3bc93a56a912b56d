"""Damage can be avoided: by an ability in each round, by an item in this one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.model.dice_conquest.wording import ABILITY, AMOUNT, ITEM, OWN_TURN, Deed
from dicelaw.model.effects.words import Word

if TYPE_CHECKING:
    from dicelaw.model.dice_conquest.rules import Rules


def _guard(rules: Rules) -> Deed:
    q = rules.quest
    return Deed("be on guard", {q.guard[q.turn]: q.guard[q.turn] + q.amount})


GUARD = Word(
    "guard", 2, ("guard {amount}",), "{amount:point|points} of damage may be avoided in a round", (AMOUNT,),
    uses={ABILITY: (), ITEM: OWN_TURN},
    does=_guard,
    cites=("model/guard", "clarify/avoid-damage-members"),
)  # fmt: skip
