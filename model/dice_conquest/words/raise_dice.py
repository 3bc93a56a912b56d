"""The other dice on the creature that the die was placed on go up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.model.dice_conquest.components import SIDES
from dicelaw.model.dice_conquest.wording import ABILITY, AFTER, AMOUNT, Deed
from dicelaw.model.effects.words import Word
from dicelaw.model.kernel.expressions import all_of, at_most, where

if TYPE_CHECKING:
    from dicelaw.model.dice_conquest.rules import Rules, Writes


def _raise(rules: Rules) -> Deed:
    q = rules.quest
    raised: Writes = {
        q.face[die]: where(
            all_of(q.on_card(die, q.target), q.chosen != die),
            at_most(q.face[die] + q.amount, SIDES[die]),
            q.face[die],
        )
        for die in q.dice
    }
    return Deed(
        "raise the other dice on the creature", raised,
        demands=[(q.target >= 1, "facts/sorceress-raises-dice")],
    )  # fmt: skip


RAISE = Word(
    "raise", 3, ("raise {amount}",), "the other dice on the creature go up by {amount}", (AMOUNT,),
    uses={ABILITY: (AFTER,)},
    does=_raise,
    cites=("facts/sorceress-raises-dice", "clarify/die-maximum", "slay/by-altered-dice"),
)  # fmt: skip
