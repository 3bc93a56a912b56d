"""A hero heals, not past the health of the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.model.dice_conquest.targets import HERO
from dicelaw.model.dice_conquest.wording import AMOUNT, EVERYWHERE, Deed
from dicelaw.model.effects.words import Word
from dicelaw.model.kernel.expressions import at_most

if TYPE_CHECKING:
    from dicelaw.model.dice_conquest.rules import Rules
    from dicelaw.model.kernel.graph import Choice


def _heal(rules: Rules, seat: Choice) -> Deed:
    q = rules.quest
    healed = at_most(q.health[seat] + q.amount, q.starting_health())
    return Deed("heal {hero}", {q.health[seat]: healed})


HEAL = Word(
    "heal", 6, ("heal {amount}",), "{whom} heals {amount}", (AMOUNT,),
    uses=EVERYWHERE,
    does=_heal,
    target=HERO,
    cites=("clarify/heal-moves-token-up", "clarify/heal-cap-start", "clarify/heal-before-damage"),
)  # fmt: skip
