"""A hero heals, not past the health of the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.model.dice_conquest.wording import AMOUNT, EVERYWHERE, Deed
from dicelaw.model.effects.words import Word
from dicelaw.model.kernel.expressions import at_most
from dicelaw.model.kernel.graph import Choice

if TYPE_CHECKING:
    from dicelaw.model.dice_conquest.rules import Rules


def _heal(rules: Rules) -> Deed:
    q = rules.quest
    seat = Choice("hero", 0, len(q.seats) - 1, q.seat_names)
    return Deed(
        "heal {hero}",
        {q.health[seat]: at_most(q.health[seat] + q.amount, q.starting_health())},
        [seat],
        [(q.heroes > seat, "clarify/heal-moves-token-up")],
    )


HEAL = Word(
    "heal", 6, ("heal {amount}",), "a hero heals {amount}", (AMOUNT,),
    uses=EVERYWHERE,
    does=_heal,
    cites=("clarify/heal-moves-token-up", "clarify/heal-cap-start", "clarify/heal-before-damage"),
)  # fmt: skip
