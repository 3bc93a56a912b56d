"""The Leaders of King of the Hill, and the card that attacking one brings."""

from __future__ import annotations

from dicelaw.model.dice_throne.rules import Rules
from dicelaw.model.kernel.expressions import Expr, all_of, count, larger, number


def brings_card(rules: Rules, target: Expr) -> Expr:
    """Whether an Attack on ``target`` brings the bonus card."""
    if rules.reads("koth-last-two", "card"):
        return leads(rules, target)
    return all_of(leads(rules, target), count(health >= 1 for health in rules.duel.health) > 2)


def leads(rules: Rules, seat: Expr) -> Expr:
    """Whether nobody has more health than ``seat``, and ``seat`` is not the attacker."""
    d = rules.duel
    highest: Expr = d.health[0]
    for cell in d.health[1:]:
        highest = larger(highest, cell)
    return all_of(d.health_of(number(seat)) == highest, seat != d.attacker)
