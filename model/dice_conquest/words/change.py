"""A die on a creature is turned to another number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.model.dice_conquest.components import SIDES
from dicelaw.model.dice_conquest.targets import PLACED
from dicelaw.model.dice_conquest.wording import AMOUNT, EVERYWHERE, Deed
from dicelaw.model.effects.words import Word
from dicelaw.model.kernel.expressions import all_of
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.lookups import lookup

if TYPE_CHECKING:
    from dicelaw.model.dice_conquest.rules import Rules


def _change(rules: Rules, die: Choice) -> Deed:
    q = rules.quest
    value = Choice("number", 1, max(SIDES))
    far = q.amount
    return Deed(
        "turn the {die} to {number}", {q.face[die]: value}, [value],
        [
            (all_of(value <= q.face[die] + far, q.face[die] <= value + far), "model/words"),
            (value <= lookup("sides", SIDES, die), "clarify/die-maximum"),
        ],
    )  # fmt: skip


CHANGE = Word(
    "change", 4, ("change {amount}",),
    "{whom} is turned to another number, {amount} away at most", (AMOUNT,),
    uses=EVERYWHERE,
    does=_change,
    target=PLACED,
    cites=("clarify/manipulation-may-break-limits", "clarify/die-maximum-example", "slay/by-altered-dice"),
)  # fmt: skip
