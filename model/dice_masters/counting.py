"""How much an effect does, where that hangs on what is active."""

from __future__ import annotations

from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.kernel.expressions import Expr, total, where


def amount_of(rules: Rules, step: Expr, seat: Expr) -> Expr:
    """The amount of step number ``step`` of ``seat``: once, or for each active card of an affiliation."""
    t = rules.table
    printed, per = t.figures.at("amount", step), t.figures.at("per", step)
    amount: Expr = printed
    for place, affiliation in enumerate(t.figures.counted, 1):
        active = (t.active(kind, seat) for kind in t.dice.affiliated(affiliation))
        amount = where(per == place, total(where(one, printed, 0) for one in active), amount)
    return amount
