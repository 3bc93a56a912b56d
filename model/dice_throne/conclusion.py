"""The conclusion of a phase: all damage, prevention and healing is applied in one step, to both players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dicelaw.model.dice_throne.duel_state import HEALTH_MAX, SEATS
from dicelaw.model.dice_throne.rules import Rules, Writes
from dicelaw.model.kernel.expressions import (
    Expr,
    all_of,
    any_of,
    at_least,
    at_most,
    half_up,
    implies,
    negate,
    number,
    where,
)
from dicelaw.model.kernel.fragments.simultaneous import applied
from dicelaw.model.kernel.graph import Agent, Choice, Kind


@dataclass(frozen=True)
class Totals:
    """What a player is about to receive: ``final`` damage in all, of which the companion takes a part."""

    final: Expr
    companion: Expr
    player: Expr


def attack_total(rules: Rules) -> Expr:
    """What the attack itself deals, to whoever takes it: 0 where there is none."""
    return totals(rules, rules.duel.defender, 0).final


def totals(rules: Rules, seat: Expr | int, sent_back: Expr | int) -> Totals:
    """The final damage to ``seat``, ``sent_back`` being what effects of the other player return to it."""
    d = rules.duel
    seat = number(seat)
    coming = d.damage_to(seat)
    shadows = d.has_trait(seat, lambda status: status.no_offense_damage)
    attacked = all_of(seat == d.defender, d.activated == 1)
    hidden = all_of(attacked, shadows, d.ultimate == 0)
    avoidable = where(
        any_of(d.avoided[seat] == 1, hidden), 0, with_sent_back(rules, coming.total(), seat, sent_back)
    )
    if rules.reads("shadows-collateral", "received"):
        spared = where(d.avoided[seat] == 1, 0, d.collateral[seat])
        avoidable = where(hidden, spared, avoidable)
    unstoppable = where(all_of(attacked, d.ultimate == 1), d.printed + d.added, 0)
    final = avoidable + unstoppable
    passed = all_of(attacked, d.passed_on == 1)
    room = d.companion[seat]
    wanted = where(passed, final, at_most(d.split * number(attacked), final))
    taken = at_most(wanted, room)
    excess = at_least(final - wanted, 0)
    if rules.reads("companion-excess", "returned"):
        excess = at_least(final - taken, 0)
    return Totals(final, taken, excess)


def with_sent_back(rules: Rules, amount: Expr, seat: Expr, sent_back: Expr | int) -> Expr:
    """``amount`` with what is sent back to ``seat``, which was never incoming and so was not prevented."""
    return amount + sent_back


def sent_back(rules: Rules) -> Expr:
    """What reflecting and recoil deal to the attacker, from the same subtotal as everything else."""
    d = rules.duel
    half = d.damage_to(d.defender).half()
    if rules.reads("subtotal-floor", "after"):
        coming = d.damage_to(d.defender)
        half = half_up(number(coming.base) + coming.added - coming.prevented)
    reflected = where(d.is_attack, d.reflects * half, 0)
    recoil = where(all_of(d.is_attack, attack_total(rules) >= 1), d.recoil, 0)
    return at_least(reflected, 0) + recoil


def final_health(rules: Rules, seat: int) -> tuple[Expr, Expr]:
    """The health of ``seat`` when all is applied, and whether a saving status effect is used up."""
    d = rules.duel
    back = where(d.attacker == seat, sent_back(rules), 0)
    damage = totals(rules, seat, back).player
    healing = d.healing[seat]
    before, gained = d.health[seat], healing
    if rules.reads("heal-cap", "healing"):
        gained = at_most(healing, at_least(HEALTH_MAX - before, 0))
    health = applied(before, damage, gained, HEALTH_MAX)
    saved = all_of(health == 0, before >= 1, d.has_trait(seat, lambda status: status.saves))
    return where(saved, 1, health), saved


def application(rules: Rules) -> Writes:
    """The effect of applying everything that accumulated, to both players at once."""
    d = rules.duel
    writes: Writes = {}
    for seat in range(SEATS):
        health, saved = final_health(rules, seat)
        writes[d.health[seat]] = health
        for kind, status in enumerate(d.statuses):
            if kind and status.saves:
                writes[d.tokens[seat * d.kinds + kind - 1]] = where(saved, 0, d.token(seat, kind))
    return writes


def add_application(rules: Rules, point: str, then: str, cites: Sequence[str]) -> None:
    """The point ``point``: what accumulated is applied; then the game is over, or goes on at ``then``."""
    d, timing = rules.duel, rules.timing
    timing.point(point, Kind.RULES, "damage and healing of the phase are due")
    checking = f"{point}/check"
    timing.add(
        f"{point}/apply", point, checking, Agent.RULES, "apply all damage and healing at once",
        effect={**application(rules), **d.forget_damage()},
        cites=[
            *cites, "damage/accumulate-in-roll-phase", "damage/total/step-order", "damage/total/division-rounds-up",
            "health/heal-cap", "status/blessing-of-divinity/set-health-one",
        ],
    )  # fmt: skip
    timing.point(checking, Kind.RULES, "damage and healing of the phase are applied")
    lost = any_of(d.health[0] == 0, d.health[1] == 0)
    timing.add(
        f"{point}/defeat", checking, "over", Agent.RULES, "end the game",
        requires=[(lost, "health/zero-is-defeat")], cites=["health/simultaneous-zero-draw"],
    )  # fmt: skip
    entering = {"income": {}, "offense/begin": {}, "discard": rules.enter("discard")}[then]
    timing.add(
        f"{point}/go-on", checking, then, Agent.RULES, "go on",
        requires=[(negate(lost), "health/zero-is-defeat")], effect=entering, cites=["turn/phase-order"],
    )  # fmt: skip


def add_conclusion(rules: Rules) -> None:
    """The conclusion of a Roll Phase: the split with a companion, the application, and what comes after."""
    d, timing = rules.duel, rules.timing
    _add_split(rules)
    timing.point("conclusion/apply", Kind.RULES, "damage and healing of the Roll Phase are due")
    delayed = {
        d.tokens[d.place(d.defender, kind)]: at_most(
            d.token(d.defender, kind) + d.later[kind - 1], d.limit(d.defender, kind)
        )
        for kind, status in enumerate(d.statuses)
        if kind and status.bars_actions
    }
    companion = totals(rules, d.defender, 0).companion
    left = at_least(d.companion[d.defender] - companion, 0)
    timing.add(
        "conclusion/apply/all", "conclusion/apply", "conclusion/check", Agent.RULES,
        "apply all damage and healing at once",
        effect={
            **delayed,
            **application(rules),
            d.companion[d.defender]: left,
            d.companion_up[d.defender]: where(left == 0, 0, d.companion_up[d.defender]),
            **d.forget_damage(),
            **dict.fromkeys(d.later, 0),
            d.ultimate: 0,
            d.activated: 0,
        },
        cites=[
            "defense/apply-all-at-conclusion", "damage/total/computed-after-actions", "damage/total/step-order",
            "damage/total/each-multiplier-from-subtotal", "damage/total/floor-zero", "damage/total/division-rounds-up",
            "status/shadows/no-damage", "status/evasive/final-total-zero", "health/heal-cap",
            "status/blessing-of-divinity/set-health-one", "status/blessing-of-divinity/after-ultimate",
            "ultimate/no-reduction-or-avoidance", "def/conclusion-of-roll-phase", "ultimate/enhanceable-by-attacker",
        ],
    )  # fmt: skip
    _add_check(rules)


def _add_split(rules: Rules) -> None:
    d, timing = rules.duel, rules.timing
    timing.point("conclusion/split", Kind.DECISION, "damage may be split with the companion")
    share = Choice("share", 0, 7)
    splitting = all_of(d.shared == 1, negate(rules.barred(d.defender)))
    timing.add(
        "conclusion/split/choose", "conclusion/split", "conclusion/apply", d.defender,
        "give the companion {share} of the damage",
        choices=[share],
        requires=[
            (splitting, "status/nyras-bond/distribute"),
            (share <= d.companion[d.defender], "companion/nyra/max-health"),
        ],
        effect={d.split: share}, cites=["status/nyras-bond/distribute"],
    )  # fmt: skip
    timing.add(
        "conclusion/split/none", "conclusion/split", "conclusion/apply", Agent.RULES, "split nothing",
        requires=[(negate(splitting), "status/nyras-bond/distribute")], effect={d.split: 0},
    )  # fmt: skip


def _add_check(rules: Rules) -> None:
    d, timing = rules.duel, rules.timing
    timing.point("conclusion/check", Kind.RULES, "the Roll Phase is over")
    lost = any_of(d.health[0] == 0, d.health[1] == 0)
    timing.add(
        "conclusion/defeat", "conclusion/check", "over", Agent.RULES, "end the game",
        requires=[(lost, "health/zero-is-defeat")],
        cites=["health/simultaneous-zero-draw", "status/stun/forfeit-if-target-gone"],
    )  # fmt: skip
    stunned = d.stunned(d.defender)
    stunned_attacker = d.stunned(d.attacker)
    kinds = [kind for kind, status in enumerate(d.statuses) if kind and status.bars_actions]
    from dicelaw.model.dice_throne.offense import fresh_phase

    alive = (negate(lost), "health/zero-is-defeat")
    for name, given, seat, attacker in (
        ("extra", stunned, d.defender, d.attacker),
        ("extra-for-defender", all_of(negate(stunned), stunned_attacker), d.attacker, d.defender),
    ):
        timing.add(
            f"conclusion/{name}", "conclusion/check", "offense/roll", Agent.RULES,
            "begin another Offensive Roll Phase by removing Stun",
            requires=[alive, (given, "status/stun/extra-offensive-phase")],
            effect={
                **fresh_phase(rules),
                d.attacker: attacker,
                **{d.tokens[d.place(seat, kind)]: 0 for kind in kinds},
            },
            cites=["status/stun/removed-at-second-phase-start", "status/stun/can-chain"],
        )  # fmt: skip
    more = all_of(negate(stunned), negate(stunned_attacker), d.extra == 1)
    timing.add(
        "conclusion/another", "conclusion/check", "offense/roll", Agent.RULES,
        "begin the Offensive Roll Phase that an ability granted",
        requires=[alive, (more, "tactician/profiteer-resets-phase")], effect=fresh_phase(rules),
    )  # fmt: skip
    plain = all_of(negate(stunned), negate(stunned_attacker), d.extra == 0)
    timing.add(
        "conclusion/go-on", "conclusion/check", "main-2", Agent.RULES, "go on to Main Phase (2)",
        requires=[alive, (plain, "def/conclusion-of-roll-phase")],
        effect={**rules.enter("main-2"), **d.forget_attack(), **rules.opening()},
        cites=["turn/phase-order"],
    )  # fmt: skip
    timing.point("over", Kind.FINAL, "the game is over")


__all__ = [
    "add_application",
    "add_conclusion",
    "attack_total",
    "final_health",
    "implies",
    "sent_back",
    "totals",
]
