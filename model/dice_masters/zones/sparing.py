"""Dice to which something happens instead of a KO: they are rolled, or return to level 1."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.kernel.expressions import FALSE, Expr, all_of, any_of, negate


def rolled_instead(rules: Rules, die: Expr | int) -> Expr:
    """Whether ``die`` is rolled when it would be KO'd: a controlled one is not."""
    t = rules.table
    return all_of(t.has(die, Keyword.REGENERATE), negate(t.controlled(die)))


def returns(rules: Rules, die: Expr | int) -> Expr:
    """Whether ``die`` returns to level 1 when it would be KO'd."""
    t = rules.table
    kinds = t.figures.kinds_with("returns")
    may = any_of(FALSE, *(t.figures.kind(die) == kind for kind in kinds))
    shows = all_of(t.shown("burst", die) == 1, negate(t.controlled(die)))
    return all_of(may, t.printed("returns", die) == 1, shows, negate(t.has(die, Keyword.REGENERATE)))


def spared(rules: Rules, die: Expr | int) -> Expr:
    """Whether something happens to ``die`` instead of its being KO'd."""
    return any_of(rolled_instead(rules, die), returns(rules, die))


def can_fall(rules: Rules, die: Expr | int) -> Expr:
    """Whether a KO of ``die`` by no damage would happen."""
    return all_of(negate(spared(rules, die)), rules.table.may_fall(die, by_damage=False))
