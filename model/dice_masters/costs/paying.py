"""Paying energy: what is owed, of which types, and how dice are spent until it is paid."""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_masters.cards.cards import TYPES, Energy, Target
from dicelaw.model.dice_masters.rules import Demands, Rules, Writes, moving
from dicelaw.model.dice_masters.state.table_state import EFFECT, PURCHASE, RESERVE
from dicelaw.model.kernel.expressions import (
    Expr,
    all_of,
    any_of,
    at_least,
    count,
    negate,
    number,
    total,
    where,
)
from dicelaw.model.kernel.graph import Choice, Kind


def owe(rules: Rules, cost: Expr, kind: Expr | int = Energy.NONE) -> Writes:
    """What is written when ``cost`` is to be paid, with energy of ``kind`` among it."""
    t = rules.table
    return {t.owed: cost, t.wants[0]: kind, t.wants[1]: Energy.NONE, t.either: 0}


def begin(
    rules: Rules, cost: Expr, types: tuple[Expr | int, Expr | int], rule: str
) -> tuple[Demands, Writes]:
    """What beginning to pay ``cost`` with energy of each of ``types`` among it requires and writes.

    The older rules know one type a card: of two types either will do.
    """
    t = rules.table
    owed = at_least(cost - t.spare[t.holder], 0)
    wanted = [where(cost >= 1, kind, Energy.NONE) for kind in types]
    either = number(0) if rules.newer else count([all_of(*(kind != Energy.NONE for kind in wanted))])
    types_owed = count(kind != Energy.NONE for kind in wanted) - either
    demands: Demands = [
        (t.stock(t.holder) >= owed, "cost/unpayable-not-used"),
        (all_of(t.has_types(t.holder, wanted, either), owed >= types_owed), rule),
    ]
    if not rules.newer:
        demands.append((any_of(t.spare[t.holder] == 0, cost >= 1), rules.rule("generic-half")))
    writes: Writes = {**owe(rules, owed), **dict(zip(t.wants, wanted, strict=True))}
    return demands, {**writes, t.either: either, t.spare[t.holder]: 0}


def paid(rules: Rules, act: int) -> Demands:
    """That what ``act`` costs has been paid."""
    t = rules.table
    return [(t.owed == 0, "cost/unavoidable"), (t.act == act, "cost/unavoidable")]


def counted(rules: Rules, kind: Expr, seat: Expr) -> Expr:
    """How much energy of ``kind`` the Reserve Pool of ``seat`` shows: symbols, not dice."""
    t = rules.table
    wild = rules.reads("wild-counted", "counts")
    parts = []
    for die in range(t.count):
        is_wild = t.shown("energy type", die) == Energy.WILD
        shown = where(is_wild, t.gives(die), t.symbols(die, kind)) if wild else t.symbols(die, kind)
        parts.append(where(t.of(die, seat, RESERVE), shown, 0))
    return total(parts)


def payer_of(rules: Rules) -> Expr:
    """The player who pays for what is under way."""
    t = rules.table
    return where(t.reacting, t.reactor, where(t.act == EFFECT, rules.queue.owners[0], t.holder))


def types_owed(rules: Rules) -> Expr:
    """How many types of energy have to be among what is still owed."""
    t = rules.table
    return at_least(count(kind != Energy.NONE for kind in t.wants) - t.either, 0)


def _types_left(rules: Rules, symbols: Sequence[Expr], wild: Expr) -> tuple[Expr, Writes]:
    """How many types are owed still when energy of the types ``symbols`` is paid, or ``wild`` energy."""
    t, types = rules.table, types_owed(rules)
    wanted = [[all_of(kind != Energy.NONE, symbol == kind) for kind in t.wants] for symbol in symbols]
    left = at_least(types - where(wild >= 1, wild, count(any_of(*one) for one in wanted)), 0)
    writes: Writes = {
        kind: where(any_of(left == 0, all_of(any_of(*met), t.either == 0)), Energy.NONE, kind)
        for kind, *met in zip(t.wants, *wanted, strict=True)
    }
    return left, {**writes, t.either: where(left == 0, 0, where(all_of(wild >= 1, types == 2), 1, t.either))}


def add_paying(rules: Rules) -> None:
    """Energy is spent die by die until what is owed is paid."""
    t, timing = rules.table, rules.timing
    timing.point("pay", Kind.DECISION, "energy is to be spent")
    payer = payer_of(rules)
    die, amount = rules.die(), Choice("amount", 1, 2)
    gives, rest = t.gives(die), at_least(t.gives(die) - amount, 0)
    generic = t.shown("energy type", die) == Energy.GENERIC
    symbols = [t.shown("energy type", die), *([t.second_energy(die)] if t.figures.mixes() else ())]
    wild = where(t.shown("energy type", die) == Energy.WILD, amount, 0)
    types_left, typed = _types_left(rules, symbols, wild)
    spun = t.shown("spun face", die)
    keeps = all_of(rest >= 1, negate(generic))
    away = moving(t, die, rules.spent_to(payer))
    half: Writes = (
        {t.virtual[payer]: t.virtual[payer] + where(generic, rest, 0)}
        if rules.newer
        else {t.spare[payer]: where(all_of(generic, rest >= 1), 1, t.spare[payer])}
    )
    due = t.owed >= 1
    whole = (
        any_of(negate(generic), rest == 0, amount == t.owed),
        "model/payment" if rules.newer else rules.rule("generic-half"),
    )
    timing.add(
        "pay/pay", "pay", "pay", payer, "spend {amount} of {die}",
        choices=[die, amount],
        requires=[
            (t.of(die, payer, RESERVE), "energy/spend-own-turn"),
            (all_of(due, amount <= t.owed), "energy/no-pointless-spend"),
            (amount <= gives, "energy/purpose"),
            (t.owed - amount >= types_left, "model/payment"),
            (any_of(rest == 0, generic, spun >= 1), "energy/partial-typed-double"),
            whole,
        ],
        effect={
            **{place: where(keeps, place, value) for place, value in away.items()},
            t.face[die]: where(keeps, spun, 0),
            **({t.partial[die]: where(keeps, 1, 0)} if t.figures.aims(Target.IN_RESERVE) else {}),
            t.owed: at_least(t.owed - amount, 0),
            **typed,
            **half,
        },
        cites=_payment_rules(rules, die, rest, payer),
    )  # fmt: skip
    if t.figures.mixes():
        _add_halves(rules, payer)
    timing.add(
        "pay/virtual", "pay", "pay", payer, "spend virtual energy",
        requires=[
            (due, "energy/no-pointless-spend"),
            (t.virtual[payer] >= 1, rules.rule("shortage-energy")),
            (t.owed - 1 >= types_owed(rules), "model/payment"),
        ],
        effect={t.virtual[payer]: at_least(t.virtual[payer] - 1, 0), t.owed: at_least(t.owed - 1, 0)},
    )  # fmt: skip


def _payment_rules(rules: Rules, die: Choice, rest: Expr, payer: Expr) -> Sequence[str]:
    """The rules about a payment with ``die``, of whose energy ``rest`` is left, each where it matters."""
    t, edition = rules.table, rules.edition
    generic, theirs = t.shown("energy type", die) == Energy.GENERIC, payer != t.turn
    kept = all_of(generic, rest >= 1)
    here: dict[str, Expr] = {
        "energy/spend-opponents-turn": theirs,
        "energy/save-for-opponents-turn": theirs,
        f"energy/wild@{edition}": t.shown("energy type", die) == Energy.WILD,
        "zone/used-direct-on-opponents-turn": theirs,
        "energy/spend-own-turn": negate(theirs),
        f"zone/oop-contents@{edition}": negate(theirs),
        "energy/doubles": all_of(t.gives(die) >= 2, negate(generic)),
        "energy/four-types": any_of(*(kind != Energy.NONE for kind in t.wants)),
        "energy/generic-no-type": generic,
        f"energy/generic-amount@{edition}": generic,
        rules.rule("generic-half"): kept,
    }
    newer = {
        "energy/virtual-def": kept,
        "energy/virtual-generic": kept,
        "purchase/exact-amount": t.act == PURCHASE,
    }
    older = {"energy/multi-cost-at-once": kept}
    return rules.cited_where(here, newer, older)


def _add_halves(rules: Rules, payer: Expr) -> None:
    """Of a face with energy of two types one symbol is spent: the die is spun to the other (2018, Energy)."""
    t = rules.table
    die = rules.die()
    kind = Choice("type", TYPES[0], TYPES[-1], tuple(one.name.lower() for one in TYPES))
    first, second = t.shown("energy type", die), t.second_energy(die)
    kept = where(kind == first, second, first)
    face = t.figures.at("single face", t.figures.kind(die) * len(Energy) + kept)
    types_left, typed = _types_left(rules, [kind], number(0))
    rules.timing.add(
        "pay/half", "pay", "pay", payer, "spend the {type} of {die}",
        choices=[die, kind],
        requires=[
            (t.of(die, payer, RESERVE), "energy/spend-own-turn"),
            (t.owed >= 1, "energy/no-pointless-spend"),
            (all_of(second != Energy.NONE, t.shows(die, kind)), "energy/purpose"),
            (t.owed - 1 >= types_left, "model/payment"),
            (face >= 1, "energy/partial-typed-double"),
        ],
        effect={
            t.face[die]: face,
            **({t.partial[die]: 1} if t.figures.aims(Target.IN_RESERVE) else {}),
            t.owed: at_least(t.owed - 1, 0),
            **typed,
        },
        cites=["energy/doubles-mixed" if rules.newer else "energy/doubles"],
    )  # fmt: skip
