"""The table of steps: what is paid with which energy, what is paid for, and what is used for nothing."""

from __future__ import annotations

from functools import partial

from dicelaw.model.dice_masters.cards.cards import Energy, Target
from dicelaw.model.dice_masters.costs.paying import payer_of
from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.dice_masters.state.table_state import (
    CARD,
    EFFECT,
    FIELD,
    FIELDING,
    GLOBAL,
    NO_ACT,
    OUT,
    PURCHASE,
    RESERVE,
    USED,
)
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, any_of, where
from dicelaw.specs.dice_masters.steps.row import (
    AMOUNT,
    DIE,
    QUEUE,
    TYPE,
    of_die,
    resumed,
    sent,
    worth_of_die,
)
from dicelaw.specs.dice_masters.steps.row_of_price import Prices
from dicelaw.specs.steps import Makes, Step, put, step, to

TYPES_OWED = ("wants", "either")
"""Which types are owed still: other properties tell what becomes of them."""


def steps_of_energy(rules: Rules) -> list[Step]:
    """The rows about energy and what it pays for."""
    return [*_spend(rules), *_begin(rules), *_paid(rules)]


def _spend(rules: Rules) -> list[Step]:
    t, newer = rules.table, rules.newer
    payer, dice = payer_of(rules), range(t.count)
    typeless = all_of(*(kind == Energy.NONE for kind in t.wants), t.either == 0)
    lying = [t.of(die, payer, RESERVE) for die in dice]
    gives, face = worth_of_die(rules, t.gives), worth_of_die(rules, lambda die: t.shown("spun face", die))
    generic = of_die(t, lambda die: t.shown("energy type", die) == Energy.GENERIC)
    rest = gives - AMOUNT
    keeps = all_of(rest >= 1, ~generic)
    goes = where(payer == t.turn, OUT, USED)
    spent: dict[Expr, Expr | int] = {}
    for die in dice:
        spent |= sent(t, die, goes, all_of(die == DIE, ~keeps))
        spent[t.face[die]] = where(die == DIE, where(keeps, face, 0), t.face[die])
        if t.figures.aims(Target.IN_RESERVE):
            spent[t.partial[die]] = where(die == DIE, where(keeps, 1, 0), t.partial[die])
    kept = put([*t.virtual], payer, lambda old: old + where(generic, rest, 0)) if newer else put(
        [*t.spare], payer, lambda old: where(all_of(generic, rest >= 1), 1, old)
    )  # fmt: skip
    whole = any_of(rest == 0, all_of(generic, t.owed == AMOUNT), all_of(~generic, face >= 1))
    half = (f"energy/partial-generic@{rules.edition}", "energy/partial-typed-double")
    found = [
        step("pay/pay", "Energy of the payer's own dice is spent while it is owed, and no more of it.",
             all_of(of_die(t, lambda die: lying[die]), t.owed >= AMOUNT, gives >= AMOUNT, whole),
             {**spent, **kept, t.owed: t.owed - AMOUNT},
             ("energy/spend-own-turn", "energy/no-pointless-spend", *half), typeless, (*TYPES_OWED, "text")),
        step("pay/virtual", "Energy that no die shows is spent one by one.",
             all_of(t.owed >= 1, any_of(*(all_of(payer == seat, t.virtual[seat] >= 1) for seat in range(2)))),
             {**put([*t.virtual], payer, lambda old: old - 1), t.owed: t.owed - 1},
             (rules.rule("shortage-energy"),), typeless),
    ]  # fmt: skip
    if not t.figures.mixes():
        return found
    first, second = (
        worth_of_die(rules, part) for part in (lambda die: t.shown("energy type", die), t.second_energy)
    )
    other = where(first == TYPE, second, first)
    single = worth_of_die(
        rules, lambda die: t.figures.at("single face", t.figures.kind(die) * len(Energy) + other)
    )
    turned = put([*t.face], DIE, to(single))
    if t.figures.aims(Target.IN_RESERVE):
        turned |= put([*t.partial], DIE, to(1))
    return [
        *found,
        step("pay/half", "Of a face with two types one is spent, and the die is turned to the other.",
             all_of(of_die(t, lambda die: lying[die]), t.owed >= 1, second != Energy.NONE,
                    any_of(first == TYPE, second == TYPE), single >= 1),
             {**turned, t.owed: t.owed - 1}, ("energy/doubles-mixed" if newer else "energy/doubles",),
             typeless, TYPES_OWED),
    ]  # fmt: skip


def _begin(rules: Rules) -> list[Step]:
    t = rules.table
    mine, prices = t.holder == t.turn, Prices(rules)
    plain, payable = prices.plain, prices.payable
    cost = worth_of_die(rules, lambda die: t.printed("cost", die))
    fielding = worth_of_die(rules, lambda die: t.shown("fielding cost", die))
    typed = [
        where(cost >= 1, worth_of_die(rules, partial(t.printed, name)), Energy.NONE)
        for name in ("type", "second type")
    ]
    whose = [any_of(t.owner[die] == t.holder, TRUE if t.dice.kinds[kind].basic else ~TRUE)
             for die, kind in enumerate(t.dice.dice)]  # fmt: skip
    before = [t.zone[die - 1] != CARD if t.dice.alike(die) else TRUE for die in range(t.count)]
    bought = of_die(t, lambda die: all_of(t.zone[die] == CARD, whose[die], before[die]))
    rolled = of_die(t, lambda die: all_of(t.of(die, t.holder, RESERVE), t.shown("level", die) >= 1))
    return [
        step("main/buy", "The active player purchases dice of own and Basic Action Cards for their cost.",
             all_of(mine, bought, payable(cost, *typed)), prices.owing(cost, PURCHASE, DIE, *typed),
             ("purchase/own-turn-only", "purchase/own-cards-only-owner", "purchase/pay-cost",
              "purchase/finite-supply"),
             plain),
        step("main/field", "The active player fields rolled characters for their fielding cost.",
             all_of(mine, rolled, payable(fielding)), prices.owing(fielding, FIELDING, DIE),
             ("field/main-step-only", "field/pay-cost", "field/unpaid-impossible"), plain),
    ]  # fmt: skip


def _paid(rules: Rules) -> list[Step]:
    t = rules.table
    dice = range(t.count)
    this = [t.subject == die for die in dice]
    paid = "cost/unavoidable"
    bought: dict[Expr, Expr | int] = {}
    fielded: dict[Expr, Expr | int] = {}
    for die, one in enumerate(this):
        bought |= {t.zone[die]: where(one, USED, t.zone[die]),
                   t.owner[die]: where(one, t.holder, t.owner[die])}  # fmt: skip
        fielded[t.zone[die]] = where(one, FIELD, t.zone[die])
    over: Makes = {t.act: NO_ACT, t.subject: 0}
    half: Makes = {} if rules.newer else put([*t.spare], rules.queue.owners[0], to(0))
    return [
        step("pay/purchase", "A die that is paid for goes to the Used Pile of its buyer.",
             all_of(t.owed == 0, t.act == PURCHASE),
             {**bought, **over, **resumed(rules), **put([*t.rebates], t.holder, to(0))},
             ("purchase/to-used", paid)),
        step("pay/fielding", "A character that is paid for enters the Field Zone on the face that it shows.",
             all_of(t.owed == 0, t.act == FIELDING),
             {**fielded, **over, t.newcomer: t.subject + 1, **put([*t.has_fielded], t.holder, to(1))},
             (f"fielded/def@{rules.edition}", "zone/field-def", paid), besides=("arriving", "text")),
        step("pay/effect", "An effect that is paid for goes on.", all_of(t.owed == 0, t.act == EFFECT),
             {t.act: NO_ACT, **half}, (paid,)),
        *_globals(rules),
    ]  # fmt: skip


def _globals(rules: Rules) -> list[Step]:
    t = rules.table
    used: Makes = {cell: where(t.subject == at, 1, cell) for at, cell in enumerate(t.used)}
    return [
        step("pay/global", "A Global that is paid for has been used, and its effect is pending.",
             all_of(t.owed == 0, t.act == GLOBAL), {**used, t.act: NO_ACT, t.subject: 0},
             ("cost/unavoidable",), t.subject < len(t.dice.globals),
             (*QUEUE, "batch")),
    ]  # fmt: skip
