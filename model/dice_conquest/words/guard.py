"""Damage can be avoided: by an ability in each round, by an item in this one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.model.dice_conquest.targets import SELF
from dicelaw.model.dice_conquest.wording import ABILITY, AMOUNT, ITEM, OWN_TURN, ROUND, Deed
from dicelaw.model.effects.words import Word
from dicelaw.model.kernel.expressions import Expr, where

if TYPE_CHECKING:
    from dicelaw.model.dice_conquest.rules import Rules, Writes


def _guard(rules: Rules, hero: Expr) -> Deed:
    q = rules.quest
    standing: Writes = {
        q.guard[seat]: where(q.ability(seat) == GUARD.number, q.ability_amount(seat), 0) for seat in q.seats
    }
    return Deed("be on guard", {q.guard[hero]: q.guard[hero] + q.amount}, over=standing)


GUARD = Word(
    "guard", 2, ("guard {amount}",), "{amount:point|points} of damage may be avoided", (AMOUNT,),
    uses={ABILITY: (), ITEM: OWN_TURN},
    does=_guard,
    cites=("model/guard", "clarify/avoid-damage-members"),
    lasts=ROUND,
    target=SELF,
)  # fmt: skip
