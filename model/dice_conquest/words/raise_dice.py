"""The other dice on the creature that the die was placed on go up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dicelaw.model.dice_conquest.components import SIDES
from dicelaw.model.dice_conquest.targets import OTHERS
from dicelaw.model.dice_conquest.wording import ABILITY, AFTER, AMOUNT, Deed
from dicelaw.model.effects.words import Word
from dicelaw.model.kernel.expressions import Expr, at_most, where

if TYPE_CHECKING:
    from dicelaw.model.dice_conquest.rules import Rules, Writes


def _raise(rules: Rules, others: Mapping[int, Expr]) -> Deed:
    q = rules.quest
    raised: Writes = {
        q.face[die]: where(meant, at_most(q.face[die] + q.amount, SIDES[die]), q.face[die])
        for die, meant in others.items()
    }
    return Deed("raise the other dice on the creature", raised)


RAISE = Word(
    "raise", 3, ("raise {amount}",), "{whom} go up by {amount}", (AMOUNT,),
    uses={ABILITY: (AFTER,)},
    does=_raise,
    target=OTHERS,
    cites=("facts/sorceress-raises-dice", "clarify/die-maximum", "slay/by-altered-dice"),
)  # fmt: skip
