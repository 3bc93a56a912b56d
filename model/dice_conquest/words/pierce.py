"""An Available die is turned to its highest number, or counts as a Critical Hit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.model.dice_conquest.components import SIDES
from dicelaw.model.dice_conquest.targets import AVAILABLE_DIE
from dicelaw.model.dice_conquest.wording import ITEM, OWN_TURN, TURN_LONG, Deed
from dicelaw.model.effects.words import Word
from dicelaw.model.kernel.lookups import lookup

if TYPE_CHECKING:
    from dicelaw.model.dice_conquest.rules import Rules, Writes
    from dicelaw.model.kernel.graph import Choice


def _pierce(rules: Rules, die: Choice) -> Deed:
    q = rules.quest
    highest = lookup("sides", SIDES, die)
    effect: Writes = {q.face[die]: highest} if rules.reads("dagger", "highest") else {q.pierced: die + 1}
    return Deed("pierce with the {die}", effect, over={q.pierced: 0})


PIERCE = Word(
    "pierce", 9, ("pierce",), "{whom} is turned to its highest number, or counts as a Critical Hit",
    uses={ITEM: OWN_TURN},
    does=_pierce,
    target=AVAILABLE_DIE,
    cites=("facts/gargoyle-bears-dagger", "facts/rogue-critical-four"),
    lasts=TURN_LONG,
)  # fmt: skip
