"""The rules that demand the same of several things, each by what it is demanded of, or where it matters."""

from __future__ import annotations

from collections.abc import Callable

from dicelaw.model.dice_throne.language import Status
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import ATTEMPTS
from dicelaw.model.dice_throne.state.rows import ActionRow
from dicelaw.model.kernel.expressions import Expr, all_of, negate, number, where
from dicelaw.model.kernel.graph import RuleByCase, rules_where

KEEPS = frozenset({
    "status/hex/no-transfer", "status/holy-presence/no-transfer", "status/life-siphon/no-transfer",
    "status/dominance/no-transfer", "status/cursed-doubloon/moved-only-by-pirate-board",
    "status/blessing-of-divinity/no-other-removal", "companion/permanent",
})  # fmt: skip
"""The rules by which something is not moved, or not removed."""
SLOWS = frozenset({"status/constrict/one-fewer-attempt", "status/entangle/one-fewer-attempt"})
"""The rules by which there is a Roll Attempt less."""


def rule_of_gone_dice(d: Duel) -> str:
    """The rule by which dice are altered no more: those of the offensive roll, or those of its effects."""
    rolled = where(all_of(d.activated == 1, d.die(2, 0) >= 1), 1, 0)
    return RuleByCase.made(
        "targeting/offense-dice-fixed-before", rolled, {1: "offense/roll-cards-on-effect-dice"}
    )


def rule_of_modifier(d: Duel, seat: Expr) -> str:
    """The rule by which ``seat`` modifies no Attack: there is none, or it is of another, not on ``seat``."""
    others = where(all_of(d.is_attack, negate(d.defender == seat)), 1, 0)
    return RuleByCase.made(
        "modifier/needs-attack", others, {1: "model/own-attack"} if not d.seats.duel else {}
    )


def rule_of_mark(d: Duel, row: ActionRow) -> str:
    """The rule that limits how often in a turn an action is used, by what its uses are counted with."""
    marks = d.kinds_with(lambda status: status.sign == "mark" and bool(status.rules))
    limited = {kind: d.statuses[kind].rules[0] for kind in marks}
    return RuleByCase.made("model/printed-condition", row.mark, limited)


def rule_of_attempts(d: Duel) -> str:
    """The rule by which no Roll Attempt is left: where fewer than three were made, that of what takes one."""
    slow = {
        kind: next(rule for rule in status.rules if rule in SLOWS)
        for kind, status in enumerate(d.statuses)
        if status.fewer_attempts and SLOWS.intersection(status.rules)
    }
    taken: Expr = number(0)
    for kind in slow:
        taken = where(d.has(d.attacker, kind), kind, taken)
    return RuleByCase.made("offense/up-to-three-attempts", where(d.made < ATTEMPTS, taken, 0), slow)


def rule_that_keeps(d: Duel, chosen: Expr, usual: str, free: Callable[[Status], bool]) -> str:
    """The rule by which a status effect stays where it is, for each that is not ``free``."""
    kept = {
        kind: next((rule for rule in status.rules if rule in KEEPS), status.rules[0])
        for kind, status in enumerate(d.statuses)
        if kind and status.rules and not free(status)
    }
    return RuleByCase.made(usual, chosen, kept)


def rules_of_landing(d: Duel) -> tuple[str, ...]:
    """What the end of a landing rests on, where it makes a difference."""
    aimed = d.has_trait(d.defender, lambda status: status.attack_plus and not status.attack_cp)
    return rules_where({
        "status/targeted/plus-two": aimed,
        "status/bounty/plus-damage-and-cp": d.has_trait(d.defender, lambda status: status.attack_cp),
        "companion/nyra/attack-bonus": d.companion_up[d.attacker] == 1,
        "status/targeted/calculated-with-rest": aimed,
    })  # fmt: skip
