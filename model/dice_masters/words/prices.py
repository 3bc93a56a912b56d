"""The words by which a player pays with a die, and those that change what a player pays this turn."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.damage.capture_and_control import Says
from dicelaw.model.dice_masters.damage.consequences import felled_by_effect
from dicelaw.model.dice_masters.rules import Rules, Writes
from dicelaw.model.dice_masters.zones.targets import may_be_paid
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Agent, Choice

PRICE_WORDS = (Op.SACRIFICE, Op.REBATE, Op.FREES)


def add_price_words(rules: Rules, says: Says, amount: Expr, onward: Writes) -> None:
    """The words about prices; ``says`` has for each word in use that it comes next, with ``amount``."""
    t, timing, seat = rules.table, rules.timing, rules.queue.owners[0]
    if Op.SACRIFICE in says:
        die = rules.die()
        timing.add(
            "resolve/pay-die", "resolve", "ko", seat, "KO {die} as a cost",
            choices=[die],
            requires=[says[Op.SACRIFICE], (may_be_paid(rules, die, t.pc, seat), "cost/unavoidable")],
            effect={**felled_by_effect(rules, die), **onward},
            cites=rules.cited(
                new=["cost/detrimental-is-cost", "cost/energy-plus-effect",
                     "cost/different-kind-first-is-cost", "target/each-player-selects-not-targeting"]
            ),
        )  # fmt: skip
    lasts = f"effects/duration@{rules.edition}"
    if Op.REBATE in says:
        timing.add(
            "resolve/rebate", "resolve", "resolve", Agent.RULES, "the next purchase costs less",
            requires=[says[Op.REBATE]],
            effect={t.rebates[seat]: t.rebates[seat] + amount, **onward},
            cites=[lasts, rules.rule("price-floor")],
        )  # fmt: skip
    if Op.FREES in says and not t.freed:
        timing.add(
            "resolve/name-any", "resolve", "resolve", Agent.RULES, "no card has an affiliation to name",
            requires=[says[Op.FREES]], effect=onward,
        )  # fmt: skip
    elif Op.FREES in says:
        names = tuple(t.freed)
        chosen = Choice("affiliation", 0, len(names) - 1, names)
        timing.add(
            "resolve/name", "resolve", "resolve", seat, "make {affiliation} free to field this turn",
            choices=[chosen],
            requires=[says[Op.FREES]],
            effect={t.frees[seat * len(names) + chosen]: 1, **onward},
            cites=[lasts, "field/zero-cost"],
        )  # fmt: skip
