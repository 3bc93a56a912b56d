"""An Available die is turned to its highest number, or counts as a Critical Hit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.model.dice_conquest.components import AVAILABLE, DICE, SIDES
from dicelaw.model.dice_conquest.wording import ITEM, OWN_TURN, TURN_LONG, Deed
from dicelaw.model.effects.words import Word
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.lookups import lookup

if TYPE_CHECKING:
    from dicelaw.model.dice_conquest.rules import Rules, Writes


def _pierce(rules: Rules) -> Deed:
    q = rules.quest
    die = Choice("die", 0, len(DICE) - 1, DICE)
    highest = lookup("sides", SIDES, die)
    effect: Writes = {q.face[die]: highest} if rules.reads("dagger", "highest") else {q.pierced: die + 1}
    available = (q.at[die] == AVAILABLE, "item/example-rogue-dagger")
    return Deed("pierce with the {die}", effect, [die], [available], over={q.pierced: 0})


PIERCE = Word(
    "pierce", 9, ("pierce",), "an Available die is turned to its highest number, or counts as a Critical Hit",
    uses={ITEM: OWN_TURN},
    does=_pierce,
    cites=("facts/gargoyle-bears-dagger", "facts/rogue-critical-four"),
    lasts=TURN_LONG,
)  # fmt: skip
