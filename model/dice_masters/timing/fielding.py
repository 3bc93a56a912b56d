"""Fielding: from the Reserve Pool for the fielding cost, or from elsewhere by an effect that says so."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Energy, Moment
from dicelaw.model.dice_masters.costs.paying import begin, paid
from dicelaw.model.dice_masters.costs.prices import OF_TEXTS, fielding_price
from dicelaw.model.dice_masters.rules import Rules, Writes
from dicelaw.model.dice_masters.state.table_state import ARRIVALS, ATTACK, FIELD, FIELDING, NO_ACT, RESERVE
from dicelaw.model.dice_masters.zones.targets import level_one, may_be_fielded
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, number, where
from dicelaw.model.kernel.fragments.priority_window import Window
from dicelaw.model.kernel.graph import Agent, rules_where
from dicelaw.model.kernel.lookups import lookup


def add_fielding(rules: Rules, window: Window) -> None:
    """Rolled characters may be fielded."""
    t = rules.table
    die = rules.die()
    price = fielding_price(rules, die, t.holder)
    demands, writes = begin(rules, price, (Energy.NONE, Energy.NONE), "field/unpaid-impossible")
    window.act(
        "field", "pay", "field {die}",
        choices=[die],
        requires=[
            (t.holder == t.turn, "field/main-step-only"),
            (t.of(die, t.holder, RESERVE), "field/pay-cost"),
            (t.shown("level", die) >= 1, "field/pay-cost"),
            *demands,
        ],
        effect={**writes, t.act: FIELDING, t.subject: die},
        cites=rules_where({
            "field/any-energy": price >= 1,
            "field/zero-cost": price == 0,
            **dict.fromkeys([rules.rule("self-cost"), *OF_TEXTS], price != t.shown("fielding cost", die)),
        }),
        returns_priority=False,
    )  # fmt: skip
    fielded = t.subject
    entered = entering(rules, fielded, t.holder)
    triggers = any_of(*(number(entered[cell]) != cell for cell in t.arriving))
    of_effects = rules.cited("field/on-field-effect", "fielded/per-die", new=["fielded/resolves-after-entry"])
    rules.timing.add(
        "pay/fielding", "pay", "ko", Agent.RULES, "the die is fielded",
        requires=paid(rules, FIELDING),
        effect={**entered, t.act: NO_ACT, t.subject: 0},
        cites=[
            "zone/field-def",
            *rules_where(dict.fromkeys([f"fielded/def@{rules.edition}", *of_effects], triggers)),
        ],
    )  # fmt: skip


def entering(rules: Rules, fielded: Expr, seat: Expr) -> Writes:
    """The die ``fielded`` of ``seat`` enters; its own effect becomes due, and those of other cards do."""
    t = rules.table
    moment = t.moment(fielded, Moment.FIELDED)
    own = lookup("arrival", [ARRIVALS.get(one, 0) for one in Moment], moment)
    arrives = where(t.ready(fielded, moment), own, 0)
    copied = t.text[fielded] if t.keeps_applied else 0
    due: Writes = {
        t.zone[fielded]: FIELD, t.text[fielded]: copied, t.newcomer: fielded + 1, t.has_fielded[seat]: 1,
    }  # fmt: skip
    for one, cell in enumerate(t.arriving):
        due[cell] = cell
        if t.has_program(one, Moment.ALLY_FIELDED):
            sees = all_of(t.leads(one, seat), t.ready(one, Moment.ALLY_FIELDED))
            due[cell] = where(sees, ARRIVALS[Moment.ALLY_FIELDED], cell)
        if t.has_program(one, Moment.OPPONENT_FIELDED):
            sees = all_of(t.of(one, t.other(seat), FIELD, ATTACK), t.figures.kind(fielded) >= 1)
            waits = all_of(sees, t.ready(one, Moment.OPPONENT_FIELDED))
            due[cell] = where(waits, ARRIVALS[Moment.OPPONENT_FIELDED], due[cell])
        due[cell] = where(fielded == one, arrives, due[cell])
    return due


def add_fielding_word(rules: Rules, says: tuple[Expr, str], onward: Writes) -> None:
    """The word by which an effect fields a die from the Used Pile: free, and at level 1."""
    t, seat = rules.table, rules.queue.owners[0]
    die = rules.die()
    elsewhere = rules.cited(
        f"fielded/def@{rules.edition}",
        new=["field/from-elsewhere-free", "field/from-elsewhere-level-one", "zone/field-by-effect"],
        old=["fielded/lexicon"],
    )
    rules.timing.add(
        "resolve/field", "resolve", "ko", seat, "field {die} from the Used Pile",
        choices=[die],
        requires=[says, (may_be_fielded(rules, die, t.pc, seat), f"fielded/def@{rules.edition}")],
        effect={**entering(rules, die, seat), t.face[die]: level_one(rules, die), **onward},
        cites=elsewhere,
    )  # fmt: skip
