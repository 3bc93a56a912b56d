"""How much an effect does, where that hangs on what is active."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import OPPOSED, TAKEN
from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.dice_masters.timing.global_abilities import times
from dicelaw.model.kernel.expressions import Expr, all_of, total, where


def amount_of(rules: Rules, step: Expr, seat: Expr) -> Expr:
    """The amount of step number ``step`` of ``seat``: as printed, or for each card, die or damage counted."""
    t = rules.table
    printed, per = t.figures.at("amount", step), t.figures.at("per", step)
    amount: Expr = printed
    for place, affiliation in enumerate(t.figures.counted, 1):
        if affiliation == TAKEN:
            amount = where(per == place, t.suffered[t.source_die], amount)
            continue
        if affiliation == OPPOSED:
            each = (all_of(t.fielded(die), t.owner[die] != seat) for die in range(t.count))
            amount = where(per == place, total(where(one, printed, 0) for one in each), amount)
            continue
        active = (t.active(kind, seat) for kind in t.dice.affiliated(affiliation))
        amount = where(per == place, total(where(one, printed, 0) for one in active), amount)
    return times(rules, amount)
