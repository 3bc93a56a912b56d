"""Infiltrate and Call Out: what attackers choose about being blocked."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.damage.falling import INFILTRATE_FALLS, add_falls_before
from dicelaw.model.dice_masters.rules import Demands, Rules, Writes
from dicelaw.model.dice_masters.state.table_state import ASSIGNING, ATTACK, BLOCKERS, FIELD, NOT_BLOCK
from dicelaw.model.kernel.expressions import FALSE, TRUE, Expr, all_of, any_of, implies, negate, where
from dicelaw.model.kernel.graph import Agent, Kind, rules_where
from dicelaw.model.kernel.lookups import lookup


def infiltrates_early(rules: Rules) -> bool:
    """Whether Infiltrate is decided on right after the blockers have been declared."""
    return bool(rules.table.bearers(Keyword.INFILTRATE)) and not rules.reads("infiltrate", "assign-damage")


def infiltrates_late(rules: Rules) -> bool:
    """Whether Infiltrate is decided on when combat damage is to be assigned."""
    return bool(rules.table.bearers(Keyword.INFILTRATE)) and rules.reads("infiltrate", "assign-damage")


def add_infiltrate(rules: Rules) -> None:
    """Unblocked attackers with Infiltrate may go back to the Field and deal 1 damage instead of their A."""
    t, timing = rules.table, rules.timing
    if not t.bearers(Keyword.INFILTRATE):
        return
    early = infiltrates_early(rules)
    stage = BLOCKERS if early else ASSIGNING
    timing.point("infiltrate", Kind.DECISION, "attackers that nobody blocks may infiltrate")
    add_falls_before(rules, INFILTRATE_FALLS, "infiltrate")
    die, aimed = rules.die(), t.aimed[t.inactive]
    choice, deals = rules.keyword("infiltrate-choice"), rules.keyword("infiltrate-damage")
    timing.add(
        "infiltrate/leave", "infiltrate", INFILTRATE_FALLS, t.turn, "infiltrate with {die}",
        choices=[die],
        requires=[
            (t.has(die, Keyword.INFILTRATE), choice),
            (t.of(die, t.turn, ATTACK), choice),
            (t.blocked[die] == 0, choice),
        ],
        effect={
            t.zone[die]: FIELD, t.blocks[die]: 0, aimed: aimed + 1,
            t.arriving[die]: 0 if early else t.arriving[die],
        },
        cites=[deals],
    )  # fmt: skip
    timing.add(
        "infiltrate/go", "infiltrate", "damage/react", t.turn, "let the others attack",
        requires=[(aimed >= 1, deals)], effect={t.stage: stage, t.reactor: t.turn},
        cites=rules_where({"model/infiltrate": aimed >= 2}),
    )  # fmt: skip
    timing.add(
        "infiltrate/pass", "infiltrate", "ko", t.turn, "infiltrate with none",
        requires=[(aimed == 0, choice)], effect={t.stage: stage},
    )  # fmt: skip
    if not early:
        timing.add(
            "stage/assigning", "stage", "assign", Agent.RULES, "go on",
            requires=[(t.stage == ASSIGNING, f"queue/resolve-fully@{rules.edition}")],
        )  # fmt: skip


def called_by(rules: Rules, caller: Expr | int) -> Expr:
    """The number, from 1, of the die that ``caller`` has called out; 0 is none."""
    t = rules.table
    places = {die: place for place, die in enumerate(t.bearers(Keyword.CALL_OUT))}
    if isinstance(caller, int):
        return t.called[places[caller]]
    return t.called[lookup("caller", [places.get(die, 0) for die in range(t.count)], caller)]


def may_block(rules: Rules, die: Expr, attacker: Expr) -> Demands:
    """What Call Out requires of ``die`` blocking ``attacker``."""
    t = rules.table
    callers = t.bearers(Keyword.CALL_OUT)
    if not callers:
        return []
    free: Expr = TRUE
    alone: Expr = TRUE
    for caller in callers:
        target = called_by(rules, caller)
        holds = _holds(rules, caller, callers)
        free = all_of(free, implies(all_of(holds, target == die + 1), attacker == caller))
        alone = all_of(alone, implies(all_of(holds, attacker == caller), target == die + 1))
    return [
        (free, rules.keyword("call-out-only-blocks")),
        (alone, rules.keyword("call-out-no-other-blocker")),
    ]


def kept_from_blocking(rules: Rules, die: Expr | int) -> Expr:
    """Whether an effect keeps ``die`` from blocking."""
    t = rules.table
    return t.bound[die] == NOT_BLOCK if t.figures.uses(Op.NO_BLOCK) else FALSE


def could_block(rules: Rules, die: int) -> Expr:
    """Whether ``die`` is a die of the defender that no effect keeps from blocking."""
    t = rules.table
    return all_of(t.of(die, t.inactive, FIELD, ATTACK), negate(kept_from_blocking(rules, die)))


def _holds(rules: Rules, caller: int, callers: list[int]) -> Expr:
    """Whether ``caller`` attacks and whom it called out, and nobody else did, could block it."""
    t = rules.table
    target = called_by(rules, caller)
    there = any_of(*(all_of(target == one + 1, could_block(rules, one)) for one in range(t.count)))
    rivals = [
        all_of(t.of(other, t.turn, ATTACK), called_by(rules, other) == target)
        for other in callers
        if other != caller
    ]
    return all_of(t.of(caller, t.turn, ATTACK), there, negate(any_of(*rivals)))


def calling(rules: Rules, caller: Expr, die: Expr) -> Writes:
    """What ``caller`` calling out ``die`` writes; nothing, where it is no die with Call Out."""
    cell = called_by(rules, caller)
    bearer = lookup(
        "calls out", [int(one in rules.table.bearers(Keyword.CALL_OUT)) for one in range(rules.table.count)],
        caller,
    )  # fmt: skip
    return {cell: where(bearer == 1, die + 1, cell)}
