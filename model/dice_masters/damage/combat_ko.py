"""The KOs after combat damage, with what Overcrush has left over and Cleave has struck then."""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.damage.cleave import struck
from dicelaw.model.dice_masters.damage.consequences import felled
from dicelaw.model.dice_masters.damage.falling import WINDOW_FALLS
from dicelaw.model.dice_masters.rules import Demands, Rules, Writes
from dicelaw.model.dice_masters.state.table_state import ATTACK
from dicelaw.model.dice_masters.zones.sparing import spared
from dicelaw.model.kernel.expressions import (
    TRUE,
    Expr,
    all_of,
    any_of,
    at_least,
    implies,
    negate,
    smaller,
    total,
    where,
)
from dicelaw.model.kernel.graph import Agent, Kind


def add_leftovers(rules: Rules) -> None:
    """Attackers with Overcrush that KO all their blockers damage the opponent with the rest.

    So do those with Cleave the dice that they have struck.
    """
    t, timing = rules.table, rules.timing
    attackers, cleavers = _crush_late(rules), t.bearers(Keyword.CLEAVE)
    if not (attackers or cleavers):
        return
    timing.point("leftover", Kind.RULES, "is damage left over after the KOs of combat?")
    lethal, fall = felled(rules)
    deals: Writes = {**fall, t.combat: 1, t.reactor: t.turn}
    cites = ["ko/to-owner-prep", "damage/ko-threshold"]
    crush = rules.cited(*cites, old=["damage/special-ability-to-player"])
    none: Demands = []
    if attackers:
        rest = total(_left_over(rules, die, lethal, t.damage) for die in attackers)
        rule = rules.keyword(f"overcrush@{rules.edition}")
        aimed = t.aimed[t.inactive]
        timing.add(
            "leftover/deal", "leftover", WINDOW_FALLS, Agent.RULES, "KO dice and deal what is left over",
            requires=[(rest >= 1, rule)], effect={**deals, aimed: aimed + rest}, cites=crush,
        )  # fmt: skip
        none.append((rest == 0, rule))
    if cleavers:
        rule = rules.keyword("cleave")
        timing.add(
            "leftover/cleave", "leftover", WINDOW_FALLS, Agent.RULES, "KO dice and deal what Cleave struck",
            requires=[*none, (struck(rules), rule)], effect=deals, cites=cites,
        )  # fmt: skip
        none.append((negate(struck(rules)), rule))
    timing.add("leftover/none", "leftover", "ko", Agent.RULES, "nothing is left over", requires=none)


def _crush_late(rules: Rules) -> list[int]:
    """The dice that deal what they have left over when their blockers are KO'd."""
    return [] if rules.reads("leftover-when", "together") else rules.table.bearers(Keyword.OVERCRUSH)


def left_over_at_once(rules: Rules) -> Writes:
    """What is written as all combat damage is assigned, where what is left over is dealt together with it."""
    t = rules.table
    if not rules.reads("leftover-when", "together"):
        return {}
    worth = [t.damage[die] + t.incoming[die] for die in range(t.count)]
    lethal = [
        all_of(t.fielded(die), worth[die] >= t.defense(die), t.may_fall(die, by_damage=True))
        for die in range(t.count)
    ]
    crushers = t.bearers(Keyword.OVERCRUSH)
    rest = (_left_over(rules, die, lethal, worth) for die in crushers)
    aimed = t.aimed[t.inactive]
    return {aimed: aimed + total(rest)} if crushers else {}


def _left_over(rules: Rules, attacker: int, lethal: list[Expr], worth: Sequence[Expr]) -> Expr:
    """What ``attacker`` has left over, if it has Overcrush, has assigned damage and KO's all its blockers.

    ``lethal`` tells which dice are KO'd, and ``worth`` how much damage each has.
    """
    t = rules.table
    blocks = [all_of(t.of(die, t.inactive, ATTACK), t.blocks[die] == attacker + 1) for die in range(t.count)]
    fights = all_of(t.of(attacker, t.turn, ATTACK), t.assigned[attacker] == 1)
    attacks = all_of(t.has(attacker, Keyword.OVERCRUSH), fights, any_of(*blocks))
    kos_all = all_of(
        *(implies(one, all_of(lethal[die], _gone_by_fall(rules, die))) for die, one in enumerate(blocks))
    )
    strength = t.attack(attacker)
    if rules.reads("leftover", "full-defense"):
        rest = at_least(strength - total(where(one, t.defense(die), 0) for die, one in enumerate(blocks)), 0)
    else:
        excess = (where(one, at_least(worth[die] - t.defense(die), 0), 0) for die, one in enumerate(blocks))
        rest = smaller(strength, total(excess))
    return where(all_of(attacks, kos_all), rest, 0)


def _gone_by_fall(rules: Rules, die: int) -> Expr:
    """Whether the KO of the blocker ``die`` counts for Overcrush, or what happens instead of it.

    By the newer rules it is enough that the blocker is removed; by the older ones it has to be KO'd.
    """
    return TRUE if rules.newer else negate(spared(rules, die))


def after_combat(rules: Rules) -> str:
    """The point at which dice are KO'd after combat damage."""
    t = rules.table
    if t.bearers(Keyword.CLEAVE):
        return "cleave"
    return "leftover" if _crush_late(rules) else "ko"


def drained(rules: Rules) -> Writes:
    """What Energy Drain writes when blockers have been declared: engaged dice spin down, each once."""
    t = rules.table
    drainers = t.bearers(Keyword.ENERGY_DRAIN)
    writes: Writes = {}
    for die in range(t.count) if drainers else ():
        prey = at_least(t.blocks[die] - 1, 0)
        by_attacker = all_of(t.blocks[die] >= 1, t.has(prey, Keyword.ENERGY_DRAIN))
        by_blocker = any_of(
            *(all_of(t.has(one, Keyword.ENERGY_DRAIN), t.blocks[one] == die + 1) for one in drainers)
        )
        spins = all_of(t.zone[die] == ATTACK, t.shown("level", die) >= 2, any_of(by_attacker, by_blocker))
        writes[t.face[die]] = where(spins, at_least(t.face[die] - 1, 0), t.face[die])
    return writes
