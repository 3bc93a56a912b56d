"""Fabricate: own characters that are KO'd pay for a die, if they cost enough together."""

from __future__ import annotations

from dicelaw.model.dice_masters.damage.consequences import knocked_out
from dicelaw.model.dice_masters.rules import Demands, Rules
from dicelaw.model.dice_masters.state.table_state import CARD, FIELD, USED
from dicelaw.model.dice_masters.zones.sparing import can_fall
from dicelaw.model.kernel.expressions import (
    Expr,
    all_of,
    any_of,
    at_least,
    count,
    number,
    smaller,
    total,
    where,
)
from dicelaw.model.kernel.fragments.priority_window import Window
from dicelaw.model.kernel.graph import Agent, Kind
from dicelaw.model.kernel.lookups import lookup

COSTS = range(1, 10)
"""The purchase costs that cards have, without 0."""


def picked(rules: Rules) -> tuple[Expr, Expr]:
    """How many dice are picked to be KO'd, and what they cost together."""
    t = rules.table
    costs = (where(t.picked[die] == 1, t.printed("cost", die), 0) for die in range(t.count))
    return count(cell == 1 for cell in t.picked), total(costs)


def payable(rules: Rules, built: Expr, die: Expr | None = None) -> Expr:
    """Whether the dice in the Field can pay for ``built`` with those picked already, and with ``die``.

    The dearest ``n`` of some dice cost together, over all costs, the smaller of ``n`` and how many cost as
    much or more.
    """
    t = rules.table
    others = []
    for one in range(t.count):
        free = all_of(t.of(one, t.turn, FIELD), t.picked[one] == 0, can_fall(rules, one))
        others.append(free if die is None else all_of(free, die != one))
    chosen, cost = picked(rules)
    if die is not None:
        chosen, cost = chosen + 1, cost + t.printed("cost", die)
    wanted = at_least(t.printed("fabricate dice", built) - chosen, 0)
    dearest = total(
        smaller(wanted, count(all_of(one, t.printed("cost", at) >= least) for at, one in enumerate(others)))
        for least in COSTS
    )
    enough = cost + dearest >= t.printed("fabricate cost", built)
    return all_of(chosen <= t.printed("fabricate dice", built), count(others) >= wanted, enough)


def add_fabricate(rules: Rules, window: Window) -> None:
    """The purchase of a die with Fabricate by KO'ing own characters in ``window``."""
    t, timing, point, rule = rules.table, rules.timing, "main/fabricating", rules.keyword("fabricate")
    if not t.figures.kinds_with("fabricate dice"):
        return
    die = rules.die()
    before = lookup("alike", [int(t.dice.alike(one)) for one in range(t.count)], die)
    free: Demands = [] if rules.newer else [(t.spare[t.holder] == 0, rules.rule("generic-half"))]
    timing.point(point, Kind.DECISION, "characters are picked to be KO'd for a die with Fabricate")
    window.act(
        "fabricate", point, "fabricate {die}",
        choices=[die],
        requires=[
            (t.holder == t.turn, "purchase/own-turn-only"),
            (t.zone[die] == CARD, "purchase/finite-supply"),
            (t.owner[die] == t.holder, "purchase/own-cards-only-owner"),
            (any_of(before == 0, t.zone[at_least(die - 1, 0)] != CARD), "model/alike-dice"),
            (t.printed("fabricate dice", die) >= 1, rule),
            (payable(rules, die), rule),
            *free,
        ],
        effect={t.subject: die},
        returns_priority=False,
    )  # fmt: skip
    timing.add(
        "main/fabricating/pick", point, point, t.turn, "KO {die} for it",
        choices=[die],
        requires=[
            (t.of(die, t.turn, FIELD), rule),
            (all_of(t.picked[die] == 0, can_fall(rules, die)), rule),
            (payable(rules, t.subject, die), rule),
        ],
        effect={t.picked[die]: 1},
    )  # fmt: skip
    falls = [t.picked[one] == 1 for one in range(t.count)]
    writes = knocked_out(rules, falls, t.turn)
    for one in range(t.count):
        writes[t.zone[one]] = where(t.subject == one, USED, writes[t.zone[one]])
        writes[t.picked[one]] = 0
    chosen, cost = picked(rules)
    timing.add(
        "main/fabricating/purchase", point, "ko", Agent.RULES, "KO them and purchase the die",
        requires=[
            (chosen == t.printed("fabricate dice", t.subject), rule),
            (cost >= t.printed("fabricate cost", t.subject), rule),
        ],
        effect={**writes, t.subject: number(0)},
        cites=rules.cited("ko/to-owner-prep", "purchase/to-used", new=["dice/sidekick-purchase-cost-zero"]),
    )  # fmt: skip
