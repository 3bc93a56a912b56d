"""Globals that react to nothing: their use, one by one or, by the older rules, several as one effect.

Rulebook of 2016, Using Global Abilities; rulebook of 2018, More About Global Abilities.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_masters.cards.cards import Energy, Moment, Op
from dicelaw.model.dice_masters.costs.paying import begin, paid
from dicelaw.model.dice_masters.costs.prices import global_price
from dicelaw.model.dice_masters.rules import Demands, Rules, Writes
from dicelaw.model.dice_masters.state.table_state import GLOBAL, NO_ACT
from dicelaw.model.dice_masters.zones.targets import dice_payable, globally_legal
from dicelaw.model.kernel.expressions import (
    FALSE,
    Expr,
    all_of,
    any_of,
    at_least,
    at_most,
    negate,
    number,
    total,
    where,
)
from dicelaw.model.kernel.fragments.priority_window import Window
from dicelaw.model.kernel.graph import Agent, Choice, Kind
from dicelaw.model.kernel.lookups import lookup

BATCH = "global/batch-one-effect"


def add_globals(rules: Rules, window: Window, rule: str) -> None:
    """Globals that react to nothing may be used by the player with priority."""
    if not _some(rules):
        return
    ability = _ability(rules)
    requires, writes = _use(rules, ability)
    window.act(
        "global", "pay", "use the Global {ability}",
        choices=[ability], requires=requires, effect=writes,
        cites=_use_rules(rules, ability, rule),
        returns_priority=False,
        family="global",
    )  # fmt: skip


def _use_rules(rules: Rules, ability: Choice, rule: str) -> Sequence[str]:
    """The rules about the use of the Global ``ability`` in the window of ``rule``, each where it matters."""
    t, edition = rules.table, rules.edition
    inactive, again = t.holder != t.turn, t.used[ability] >= 1
    here: dict[str, Expr] = {
        "global/both-players": inactive,
        f"global/repeat@{edition}": again,
        f"priority/inactive-one-ability@{edition}": inactive,
        f"priority/inactive-options@{edition}": inactive,
    }
    newer = {"global/unlimited": again, "global/windows-for-limited-unlimited": inactive}
    always = [rule, "global/always-available", f"global/def@{edition}"]
    return [*always, *rules.cited_where(here, newer)]


def _some(rules: Rules) -> bool:
    return any(not one.reactive for one in rules.table.dice.globals)


def _ability(rules: Rules) -> Choice:
    abilities = rules.table.dice.globals
    return Choice("ability", 0, len(abilities) - 1, tuple(one.id for one in abilities))


def _use(rules: Rules, ability: Choice) -> tuple[Demands, Writes]:
    """What the use of the Global ``ability`` by the player with priority requires and writes."""
    t, figures = rules.table, rules.table.figures
    price = global_price(rules, ability, t.holder)
    types = (figures.at("global type", ability), Energy.NONE)
    demands, writes = begin(rules, price, types, "global/pay-energy")
    limited = figures.at("global limit", ability) == 1
    limit = "global/limited" if rules.newer else "global/repeat@2016"
    legal = globally_legal(rules, ability)
    reactive = lookup("reactive", [int(one.reactive) for one in t.dice.globals], ability)
    requires: Demands = [
        (reactive == 0, f"global/reactive-def@{rules.edition}"),
        (any_of(negate(limited), t.holder == t.turn), limit),
        (any_of(negate(limited), t.used[ability] == 0), limit),
        (dice_payable(rules, ability, legal), "cost/unpayable-not-used"),
        *demands,
    ]
    if rules.newer:
        requires.append((legal, rules.rule("idle-global")))
    return requires, {**writes, t.act: GLOBAL, t.subject: ability}


def add_paid(rules: Rules) -> None:
    """A Global that is paid for enters the queue, by some readings with others that are paid for first."""
    t, timing = rules.table, rules.timing
    if not _some(rules):
        return
    used = at_most(t.subject, len(t.dice.globals) - 1)
    then: dict[Expr, Expr | int] = (
        {t.batch[used]: t.batch[used] + 1} if t.batches else _entered(rules, t.subject)
    )
    timing.add(
        "pay/global", "pay", "batch" if t.batches else "due", Agent.RULES, "the Global is paid",
        requires=paid(rules, GLOBAL),
        effect={**then, t.used[used]: 1, t.act: NO_ACT, t.subject: 0},
        cites=rules.cited(new=["global/no-static"]),
    )  # fmt: skip
    if t.batches:
        _add_batch(rules)


def _entered(rules: Rules, ability: Expr) -> Writes:
    """What is written when the Global ``ability`` of the player with priority enters the queue."""
    t = rules.table
    return rules.queue.entered([(t.holder, len(Moment) * t.count + ability + 1)], t.turn)


def _add_batch(rules: Rules) -> None:
    """Before anything that was paid for resolves more may be: but for what costs a die.

    Such a cost is paid as the effect resolves, too late for others that are paid for together with it. What a
    batch is the rulebook of 2016 does not say (Using Global Abilities): see the open point ``global-batch``.
    """
    t, timing = rules.table, rules.timing
    timing.point("batch", Kind.DECISION, "more may be paid for together")
    ability = _ability(rules)
    requires, writes = _use(rules, ability)
    costs_die = t.figures.at("word", t.figures.at("global program", ability)) == Op.SACRIFICE
    same = [] if rules.reads("global-batch", "parts") else [(t.batch[ability] >= 1, BATCH)]
    timing.add(
        "batch/more", "batch", "pay", t.holder, "use the Global {ability} together with it",
        choices=[ability],
        requires=[*requires, *same, (negate(costs_die), "cost/unavoidable")],
        effect=writes,
        cites=[BATCH],
    )  # fmt: skip
    first: Expr = number(0)
    for place in reversed(range(len(t.dice.globals))):
        first = where(t.batch[place] >= 1, place, first)
    timing.add(
        "batch/enough", "batch", "due", t.holder, "let it resolve",
        effect=_entered(rules, first), cites=[BATCH],
    )  # fmt: skip


def waiting(rules: Rules) -> Expr:
    """Whether the effect that resolves is one of Globals, parts of which have not begun."""
    t = rules.table
    if not _together(rules, "parts"):
        return FALSE
    return all_of(of_global(rules), any_of(*(uses >= 1 for uses in t.batch)))


def global_begins(rules: Rules, ability: Expr, program: Expr) -> tuple[Expr, Writes]:
    """Where the effect of the Global ``ability`` begins, which has ``program``, and what is written then.

    Where different Globals are one effect, their player chooses which is first.
    """
    t = rules.table
    if not _together(rules, "parts"):
        return program, {}
    uses = t.batch[ability]
    alone = total(t.batch) == uses
    return where(alone, program, 0), {
        uses: where(all_of(of_global(rules), alone), at_least(uses - 1, 0), uses)
    }


def times(rules: Rules, amount: Expr) -> Expr:
    """``amount``, for each use of the Global that is paid for together with it."""
    t = rules.table
    if not _together(rules, "sum"):
        return amount
    return where(of_global(rules), amount * total(t.batch), amount)


def over(rules: Rules) -> Writes:
    """What is written when an effect has resolved."""
    t = rules.table
    return {uses: where(of_global(rules), 0, uses) for uses in t.batch} if t.batches else {}


def add_parts(rules: Rules, ended: Expr) -> None:
    """The Globals that resolve as one effect follow each other, in the order that their player chooses."""
    t = rules.table
    if not _together(rules, "parts"):
        return
    ability = _ability(rules)
    uses = t.batch[ability]
    rules.timing.add(
        "resolve/part", "resolve", "resolve", rules.queue.owners[0], "go on with the Global {ability}",
        choices=[ability],
        requires=[(all_of(ended, of_global(rules), uses >= 1), BATCH)],
        effect={t.pc: t.figures.at("global program", ability), uses: at_least(uses - 1, 0)},
    )  # fmt: skip


def _together(rules: Rules, answer: str) -> bool:
    """Whether there are Globals several of which may be one effect, in the way of ``answer``."""
    return rules.table.batches and rules.reads("global-batch", answer)


def of_global(rules: Rules) -> Expr:
    """Whether the first effect in the queue is that of a Global."""
    return rules.queue.effects[0] > len(Moment) * rules.table.count
