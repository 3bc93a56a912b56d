"""A creature suffers damage without a die."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.model.dice_conquest.targets import CREATURE
from dicelaw.model.dice_conquest.wording import AMOUNT, ATTACKING, CRITICAL, ITEM, OWN_TURN, Deed
from dicelaw.model.effects.words import Word

if TYPE_CHECKING:
    from dicelaw.model.dice_conquest.rules import Rules
    from dicelaw.model.kernel.graph import Choice


def _strike(rules: Rules, card: Choice) -> Deed:
    q = rules.quest
    return Deed("strike {card}", {q.hurt[card]: q.hurt[card] + q.amount})


STRIKE = Word(
    "strike", 7, ("strike {amount}",), "{whom} suffers {amount} damage, without a die", (AMOUNT,),
    uses={CRITICAL: ATTACKING, ITEM: OWN_TURN},
    does=_strike,
    target=CREATURE,
    cites=(
        "clarify/damage-items-members", "clarify/damage-items-ignore-odd-even",
        "clarify/damage-items-not-over-exact",
    ),
)  # fmt: skip
