"""A creature of little health is slain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.model.dice_conquest.components import SLEW
from dicelaw.model.dice_conquest.targets import CREATURE
from dicelaw.model.dice_conquest.wording import AMOUNT, ATTACKING, CRITICAL, ITEM, OWN_TURN, Deed
from dicelaw.model.effects.words import Word
from dicelaw.model.kernel.expressions import where

if TYPE_CHECKING:
    from dicelaw.model.dice_conquest.rules import Rules
    from dicelaw.model.kernel.graph import Choice


def _slay(rules: Rules, card: Choice) -> Deed:
    q = rules.quest
    printed = rules.reads("slay-limit", "printed")
    looked_at = q.content.card("health", card) if printed else q.remaining(card)
    return Deed(
        "slay {card}",
        {q.doomed: card, q.used_critical: where(q.by_item == 1, q.used_critical, SLEW)},
        demands=[(looked_at <= q.amount, "hero/example-wizard-stone-golem")],
    )


SLAY = Word(
    "slay", 8, ("slay {amount}",), "{whom} of {amount} health or less is slain", (AMOUNT,),
    uses={CRITICAL: ATTACKING, ITEM: OWN_TURN},
    does=_slay,
    target=CREATURE,
    cites=("hero/example-wizard-outcome", "facts/wizard-critical-ten"),
)  # fmt: skip
