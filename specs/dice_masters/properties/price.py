"""Properties of prices: what purchases cost, what cards change, and which types are among what is paid."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Energy
from dicelaw.model.dice_masters.costs.paying import types_owed
from dicelaw.model.dice_masters.costs.prices import free_to_purchase
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import CARD, PURCHASE, SEATS
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, count, implies, larger, smaller
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.dice_masters.invariants.invariants import STRUCTURE, TURN_ENDS
from dicelaw.specs.property import Always, EachStep, Goal, Property, after


def price_properties(made: TableMachine) -> list[Property]:
    """Reductions have a floor and are spent, and of each type something is paid."""
    t, rules = made.table, made.rules
    cheaper = any_of(*(cell >= 1 for cell in t.rebates))
    two_types = t.some(lambda die: all_of(t.zone[die] == CARD, _types(made, die) == 2))
    types = types_owed(rules)
    both = all_of(*(kind != Energy.NONE for kind in t.wants))
    found = [
        Property(
            "purchase/rebate-once",
            "What makes the next purchase cheaper is spent by it, and is gone when a turn ends.",
            Always(all_of(*(cell == 0 for cell in t.rebates)), TURN_ENDS),
            ("purchase/pay-cost", f"effects/duration@{rules.edition}"),
            goal=Goal("the next purchase costs less", cheaper, "main"),
            bug=rewriting("cleanup/clear", t.rebates[0], lambda _: t.rebates[0], "it lasts"),
        ),
        Property(
            "purchase/rebate-spent",
            "A purchase that is paid makes no other one cheaper.",
            EachStep(
                all_of(*(implies(t.holder == seat, after(t.rebates[seat]) == 0) for seat in range(SEATS))),
                along="pay/purchase",
            ),
            ("purchase/pay-cost",),
            using=STRUCTURE,
            goal=Goal("a purchase is paid that costs less",
                      all_of(t.act == PURCHASE, t.owed == 0, cheaper), "pay"),
            bug=rewriting("pay/purchase", t.rebates[0], lambda _: t.rebates[0], "it is cheaper for good"),
        ),
        Property(
            "energy/type-still-owed",
            "As long as types have still to be paid, so has at least as much energy.",
            Always(all_of(types <= t.owed, implies(t.either == 1, both)), "pay"),
            (f"purchase/type-match@{rules.edition}", "model/payment"),
            goal=Goal("two types are owed, or one of two", both, "pay"),
            bug=dropping("model/payment"),
        ),
        Property(
            f"purchase/type-match@{rules.edition}",
            f"Of a card with two types {'each' if rules.newer else 'one'} is owed.",
            EachStep(
                all_of(
                    *(implies(after(t.subject) == die, _owes(made, die)) for die in range(t.count))
                ),
                along="main/buy",
            ),
            (f"purchase/type-match@{rules.edition}",),
            using=STRUCTURE,
            goal=Goal("there is a card with two types", two_types, "main"),
            bug=rewriting("main/buy", t.either, lambda old: 1 - old, "the other edition's rule is followed"),
        ),
    ]  # fmt: skip
    if not rules.newer:
        return found
    return [
        *found,
        Property(
            "purchase/reduction-floor",
            "No purchase costs less than 1, or than the card has types, unless that is printed or the card "
            "makes it free.",
            EachStep(
                all_of(
                    *(
                        implies(all_of(after(t.subject) == die, ~free_to_purchase(rules, die, t.holder)),
                                after(t.owed) >= _floor(made, die))
                        for die in range(t.count)
                    )
                ),
                along="main/buy",
            ),
            ("purchase/reduction-floor",),
            using=(*STRUCTURE, "energy/no-spare-half"),
            goal=Goal("a die with a printed cost costs less", all_of(t.act == PURCHASE, t.owed == 1, any_of(
                *(all_of(t.subject == die, t.printed("cost", die) >= 2) for die in range(t.count)))), "pay"),
            bug=rewriting("main/buy", t.owed, lambda old: at_least(old - 1, 0), "all is one cheaper"),
        ),
    ]  # fmt: skip


def _types(made: TableMachine, die: int) -> Expr:
    return count(made.table.printed(name, die) != Energy.NONE for name in ("type", "second type"))


def _floor(made: TableMachine, die: int) -> Expr:
    return smaller(made.table.printed("cost", die), larger(_types(made, die), 1))


def _owes(made: TableMachine, die: int) -> Expr:
    t = made.table
    enough = after(t.either) == int(not made.rules.newer)
    return implies(all_of(_types(made, die) == 2, after(t.owed) >= 1),
                   all_of(enough, *(after(kind) != Energy.NONE for kind in t.wants)))  # fmt: skip
