"""Anti-Breath Weapon: whoever is hit by a Breath Weapon may pay as much to prevent its damage."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.costs.paying import owe
from dicelaw.model.dice_masters.rules import Rules, Writes
from dicelaw.model.dice_masters.state.table_state import ANTI_BREATH, ATTACK, FIELD, NO_ACT
from dicelaw.model.dice_masters.zones.targets import source
from dicelaw.model.kernel.expressions import FALSE, Expr, all_of, any_of, at_least, where
from dicelaw.model.kernel.fragments.priority_window import Window
from dicelaw.model.kernel.graph import Agent


def breathed(rules: Rules) -> Expr:
    """Whether the damage on its way is that of a Breath Weapon."""
    t = rules.table
    breather = source(rules)[0]
    dealt = t.figures.at("word", _dealing(rules)) == Op.HURT_OPPOSING
    return all_of(t.combat == 0, t.pc >= 1, t.source >= 1, t.has(breather, Keyword.BREATH_WEAPON), dealt)


def _dealing(rules: Rules) -> Expr:
    """The step that has put the damage on its way."""
    return at_least(rules.table.pc - 1, 0)


def _cost(rules: Rules) -> Expr:
    """How much energy answers the Breath Weapon: as much as it deals."""
    return rules.table.figures.at("amount", _dealing(rules))


def protects(rules: Rules, die: int, seat: Expr) -> Expr:
    """Whether ``die`` is one of ``seat`` in the Field Zone with Anti-Breath Weapon."""
    t = rules.table
    return all_of(t.has(die, Keyword.ANTI_BREATH_WEAPON), t.of(die, seat, FIELD, ATTACK))


def _saved(rules: Rules, seat: Expr) -> dict[Expr, Expr]:
    """What is on its way that ``seat`` can prevent: each amount, with whether it is prevented."""
    t = rules.table
    bearers = t.bearers(Keyword.ANTI_BREATH_WEAPON)
    if rules.reads("anti-breath-weapon", "die"):
        return {t.incoming[die]: protects(rules, die, seat) for die in bearers}
    active = any_of(*(protects(rules, die, seat) for die in bearers))
    return dict.fromkeys((*t.aimed, *t.incoming), active)


def can_prevent(rules: Rules, seat: Expr) -> Expr:
    """Whether ``seat`` can use Anti-Breath Weapon now."""
    t = rules.table
    if not (t.bearers(Keyword.ANTI_BREATH_WEAPON) and t.bearers(Keyword.BREATH_WEAPON)):
        return FALSE
    breather = source(rules)[0]
    saves = any_of(*(all_of(cell >= 1, holds) for cell, holds in _saved(rules, seat).items()))
    payable = t.stock(seat) >= _cost(rules)
    return all_of(breathed(rules), seat != t.owner[breather], saves, payable)


def add_anti_breath(rules: Rules, window: Window) -> None:
    """The answer to a Breath Weapon in ``window``, its payment and what that prevents."""
    t, rule = rules.table, rules.keyword("anti-breath-weapon")
    if not (t.bearers(Keyword.ANTI_BREATH_WEAPON) and t.bearers(Keyword.BREATH_WEAPON)):
        return
    breather = source(rules)[0]
    cost = _cost(rules)
    saved = _saved(rules, t.reactor)
    window.act(
        "anti-breath-weapon", "pay", "use Anti-Breath Weapon",
        requires=[
            (breathed(rules), rule),
            (t.reactor != t.owner[breather], rule),
            (any_of(*(all_of(cell >= 1, holds) for cell, holds in saved.items())), rule),
            (t.stock(t.reactor) >= cost, "cost/unpayable-not-used"),
        ],
        effect={t.act: ANTI_BREATH, **owe(rules, cost)},
        cites=[rule, "effects/while-active"],
        returns_priority=False,
    )  # fmt: skip
    prevented: Writes = {cell: where(holds, 0, cell) for cell, holds in saved.items()}
    lost: Writes = {} if rules.newer else {t.spare[t.reactor]: 0}
    rules.timing.add(
        "pay/anti-breath-weapon", "pay", window.id, Agent.RULES, "Anti-Breath Weapon takes effect",
        requires=[(t.owed == 0, "cost/unavoidable"), (t.act == ANTI_BREATH, "cost/unavoidable")],
        effect={**lost, t.act: NO_ACT, **window.resumed(), **prevented},
        cites=[rule, "prevent/def", "prevent/no-refund"],
    )  # fmt: skip
