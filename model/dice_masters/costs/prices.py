"""What purchases, fieldings and Globals cost now: what is printed, more, and less down to a floor."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.price_changes import FREE, THIS, Payer, PriceChange, Priced
from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.kernel.expressions import (
    FALSE,
    TRUE,
    Expr,
    all_of,
    any_of,
    at_least,
    count,
    larger,
    number,
    smaller,
    total,
    where,
)
from dicelaw.model.kernel.lookups import lookup

OF_TEXTS = ("dice/affiliation-always", "effects/text-needs-field")
"""What the texts that change a price rest on: they look at affiliations wherever the dice are, and at who is
in the Field Zone."""


def purchase_price(rules: Rules, die: Expr, seat: Expr) -> Expr:
    """What ``die`` on its card costs ``seat``.

    Reductions end at 1, or at the number of types; by the older rules, which name no such floor, at nothing.
    """
    t = rules.table
    types = count(t.printed(name, die) >= 1 for name in ("type", "second type"))
    floor = larger(number(1), types)
    if not (rules.newer or rules.reads("price-floor", "one")):
        floor = number(0)
    else:
        floor = where(free_to_purchase(rules, die, seat), 0, floor)
    less = _less(rules, Priced.PURCHASE, die, seat) + t.rebates[seat]
    raised = t.printed("cost", die) + _more(rules, Priced.PURCHASE, die, seat)
    return larger(at_least(raised - less, 0), smaller(raised, floor))


def free_to_purchase(rules: Rules, die: Expr | int, seat: Expr) -> Expr:
    """Whether a text of its own makes ``die`` free to purchase for ``seat``, going before the floor."""
    t = rules.table
    if not rules.reads("free-purchase", "free"):
        return FALSE
    texts = [
        all_of(
            t.figures.at("price less", place) >= FREE,
            any_of(*(t.figures.at("price payer", place) == one for one in THIS)),
            _applies(rules, place, Priced.PURCHASE, number(die), seat),
        )
        for place in range(len(t.dice.price_changes))
    ]
    return any_of(FALSE, *texts)


def fielding_price(rules: Rules, die: Expr, seat: Expr) -> Expr:
    """What fielding ``die`` from the Reserve Pool costs ``seat``; an affiliation may be free this turn."""
    t = rules.table
    raised = t.shown("fielding cost", die) + _more(rules, Priced.FIELDING, die, seat)
    price = at_least(raised - _less(rules, Priced.FIELDING, die, seat), 0)
    free = any_of(
        FALSE,
        *(
            all_of(t.frees[seat * len(t.freed) + at] == 1, among(rules, die, t.dice.affiliated(one)))
            for at, one in enumerate(t.freed)
        ),
    )
    return where(free, 0, price)


def global_price(rules: Rules, ability: Expr | int, seat: Expr) -> Expr:
    """How much energy the Global ``ability`` costs ``seat``."""
    raised = rules.table.figures.at("global cost", ability) + _more(rules, Priced.GLOBAL, None, seat)
    return at_least(raised - _less(rules, Priced.GLOBAL, None, seat), 0)


def among(rules: Rules, die: Expr, kinds: list[int]) -> Expr:
    """Whether the card of ``die`` is one of ``kinds``."""
    figures = rules.table.figures
    belongs = [int(kind in kinds) for kind in range(len(rules.table.dice.kinds))]
    return lookup("of these cards", belongs, figures.kind(die)) == 1


def _less(rules: Rules, priced: Priced, die: Expr | None, seat: Expr) -> Expr:
    return _changed(rules, priced, die, seat, "less")


def _more(rules: Rules, priced: Priced, die: Expr | None, seat: Expr) -> Expr:
    return _changed(rules, priced, die, seat, "more")


def _changed(rules: Rules, priced: Priced, die: Expr | None, seat: Expr, way: str) -> Expr:
    t = rules.table
    parts: list[Expr] = []
    for place, (_, change) in enumerate(t.dice.price_changes):
        times = [t.active(one, seat) for one in t.dice.affiliated(change.per)] if change.per else [TRUE]
        applies, amount = _applies(rules, place, priced, die, seat), t.figures.at(f"price {way}", place)
        parts += [where(all_of(applies, once), amount, 0) for once in times]
    return total(parts)


def _applies(rules: Rules, place: int, priced: Priced, die: Expr | None, seat: Expr) -> Expr:
    """Whether price change number ``place`` is about ``priced`` of ``die`` for ``seat``."""
    t = rules.table
    kind, change = t.dice.price_changes[place]
    whose, by = t.figures.at("price payer", place), t.active(kind, seat)
    against = t.active(kind, t.other(seat))
    own = FALSE if die is None else t.figures.kind(die) == kind
    works = any_of(by, _works_inactive(rules, place, priced), whose == Payer.ALWAYS)
    return all_of(
        t.figures.at("price priced", place) == priced,
        _concerns(rules, change, die),
        any_of(
            all_of(any_of(*(whose == one for one in THIS)), own, works),
            all_of(any_of(whose == Payer.OWN, whose == Payer.ANY), by),
            all_of(any_of(whose == Payer.OPPOSING, whose == Payer.ANY), against),
        ),
    )


def _works_inactive(rules: Rules, place: int, priced: Priced) -> Expr | bool:
    """Whether what a card says of the price of its own dice holds without one in the Field Zone.

    By the older rules only for dice that are fielded free; a text of its own goes before them.
    """
    if rules.newer:
        return True
    free = rules.table.figures.at("price less", place) >= FREE
    return free if priced is Priced.FIELDING else FALSE


def _concerns(rules: Rules, change: PriceChange, die: Expr | None) -> Expr:
    kinds = rules.table.dice.kinds
    if die is None or not (change.of or change.but):
        return all_of()
    named = rules.table.dice.affiliated(change.of) if change.of else list(range(len(kinds)))
    return among(rules, die, [kind for kind in named if kind or not change.but])
