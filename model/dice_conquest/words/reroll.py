"""The chosen die may be rerolled more often; the rule about rerolls asks for it."""

from __future__ import annotations

from dicelaw.model.dice_conquest.targets import CHOSEN_DIE
from dicelaw.model.dice_conquest.wording import ABILITY, AMOUNT
from dicelaw.model.effects.words import Word

REROLL = Word(
    "reroll", 1, ("reroll {amount}",),
    "{whom} may be rerolled {amount:time more|times more}", (AMOUNT,),
    uses={ABILITY: ()},
    target=CHOSEN_DIE,
)  # fmt: skip
