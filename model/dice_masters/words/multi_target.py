"""Words about several dice at once: two that a player chooses, or all own starting dice in the Field Zone."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.damage.capture_and_control import Says
from dicelaw.model.dice_masters.damage.targeting import targeted
from dicelaw.model.dice_masters.rules import Rules, Writes, leaving_where
from dicelaw.model.dice_masters.state.table_state import PREP
from dicelaw.model.dice_masters.zones.targets import is_starting, is_target
from dicelaw.model.kernel.expressions import Expr, all_of, at_most, count, total, where
from dicelaw.model.kernel.graph import Agent

SEVERAL = (Op.ATTACK_TWO, Op.RECALL)


def add_several(rules: Rules, says: Says, amount: Expr, onward: Writes) -> None:
    """The words about several dice; ``says`` has for each word in use that it comes next."""
    if Op.ATTACK_TWO in says:
        _add_attack_two(rules, says[Op.ATTACK_TWO], amount, onward)
    if Op.RECALL in says:
        _add_recall(rules, says[Op.RECALL], amount, onward)


def _add_attack_two(rules: Rules, says: tuple[Expr, str], amount: Expr, onward: Writes) -> None:
    """The word by which two dice get A; where only one die can, that one does."""
    t, seat = rules.table, rules.queue.owners[0]
    die, other, target = rules.die(), rules.die("other"), t.figures.at("target", t.pc)
    rule = "target/field-characters-only"
    alone = "cost/same-kind-as-much-as-possible" if rules.newer else rule
    fitting = count(is_target(rules, one, target, seat) for one in range(t.count))
    kinds = ("effects/applied-sources", "effects/applied-kinds", "effects/applied-not-undone")
    cites = rules.cited("effects/modifier-meaning", new=kinds)
    stronger: Writes = {t.plus_attack[die]: t.plus_attack[die] + amount}
    rules.timing.add(
        "resolve/strengthen-two", "resolve", "resolve", seat, "give A to {die} and {other}",
        choices=[die, other],
        requires=[
            says,
            (is_target(rules, die, target, seat), rule),
            (all_of(is_target(rules, other, target, seat), die != other), rule),
        ],
        effect={**stronger, t.plus_attack[other]: t.plus_attack[other] + amount, **onward,
                **targeted(rules, die, other)},
        cites=cites,
    )  # fmt: skip
    rules.timing.add(
        "resolve/strengthen-one", "resolve", "resolve", seat, "give A to {die}, as there is no other",
        choices=[die],
        requires=[says, (is_target(rules, die, target, seat), rule), (fitting == 1, alone)],
        effect={**stronger, **onward, **targeted(rules, die)},
        cites=cites,
    )  # fmt: skip


def _add_recall(rules: Rules, says: tuple[Expr, str], amount: Expr, onward: Writes) -> None:
    """The word that moves all own starting dice to the Prep Area, and gains life for each."""
    t, seat = rules.table, rules.queue.owners[0]
    mine = [all_of(t.fielded(die), t.owner[die] == seat, is_starting(rules, die)) for die in range(t.count)]
    gained = total(where(goes, amount, 0) for goes in mine)
    writes: Writes = {t.life[seat]: at_most(t.life[seat] + gained, t.life_start), **onward}
    for die, goes in enumerate(mine):
        writes |= leaving_where(t, die, goes, PREP)
    rules.timing.add(
        "resolve/recall", "resolve", "ko", Agent.RULES, "move all own starting dice to the Prep Area",
        requires=[says], effect=writes,
        cites=rules.cited("life/cap", new=["keyword/prep"]),
    )  # fmt: skip
