"""Cleave: an attacker that KO's a blocker damages another die of the opponent with half its A."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.interrupts import Source
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.damage.interrupting import taken
from dicelaw.model.dice_masters.rules import Rules, Writes
from dicelaw.model.dice_masters.state.table_state import ATTACK, FIELD
from dicelaw.model.dice_masters.zones.sparing import spared
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, negate, total, where
from dicelaw.model.kernel.graph import Agent, Kind


def cleaves(rules: Rules, attacker: int) -> Expr:
    """Whether ``attacker`` has Cleave, KO's a blocker with its combat damage and has not cleaved yet."""
    t = rules.table
    place = t.bearers(Keyword.CLEAVE).index(attacker)
    kos = t.some(
        lambda die: all_of(
            t.of(die, t.inactive, ATTACK),
            t.blocks[die] == attacker + 1,
            _falls(rules, die),
            negate(spared(rules, die)),
        )
    )
    assigned = all_of(t.of(attacker, t.turn, ATTACK), t.assigned[attacker] == 1)
    return all_of(
        t.has(attacker, Keyword.CLEAVE), assigned, t.cleaved[place] == 0, half(rules, attacker) >= 1, kos
    )


def _falls(rules: Rules, die: Expr | int) -> Expr:
    """Whether the damage on ``die`` KO's it, or what happens instead."""
    t = rules.table
    return all_of(t.damage[die] >= t.defense(die), t.may_fall(die, by_damage=True))


def half(rules: Rules, attacker: int) -> Expr:
    """Half the A of ``attacker``, rounded down."""
    return rules.table.attack(attacker) // 2


def may_be_cleaved(rules: Rules, die: Expr | int) -> Expr:
    """Whether ``die`` is another die of the opponent than those that are KO'd."""
    return all_of(rules.table.of(die, rules.table.inactive, FIELD, ATTACK), negate(_falls(rules, die)))


def struck(rules: Rules) -> Expr:
    """Whether Cleave has put damage on its way."""
    return any_of(*(cell >= 1 for cell in rules.table.incoming))


def add_cleave(rules: Rules) -> None:
    """Before the KOs of combat its damage is put on its way, one attacker after another."""
    t, timing = rules.table, rules.timing
    bearers = t.bearers(Keyword.CLEAVE)
    if not bearers:
        return
    timing.point("cleave", Kind.DECISION, "attackers with Cleave have KO'd blockers")
    die, rule, once = rules.die(), rules.keyword("cleave"), rules.keyword("cleave-once")
    due = [cleaves(rules, one) for one in bearers]
    first = [all_of(one, negate(any_of(*due[:place]))) for place, one in enumerate(due)]
    strength = total(where(now, half(rules, one), 0) for one, now in zip(bearers, first, strict=True))
    cell = t.incoming[die]
    hit: Writes = {cell: cell + taken(rules, die, strength, Source.COMBAT)}
    some = t.some(lambda one: may_be_cleaved(rules, one))
    timing.add(
        "cleave/strike", "cleave", "cleave", t.turn, "cleave into {die}",
        choices=[die],
        requires=[(any_of(*due), once), (may_be_cleaved(rules, die), rule)],
        effect={**hit, **{t.cleaved[place]: where(now, 1, t.cleaved[place])
                          for place, now in enumerate(first)}},
        cites=[rule],
    )  # fmt: skip
    timing.add(
        "cleave/done", "cleave", "leftover", Agent.RULES, "no attacker cleaves any more",
        requires=[(negate(all_of(any_of(*due), some)), rule)],
    )  # fmt: skip
