"""The conclusion of a phase: all damage, prevention and healing is applied in one step, to all players."""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_throne.resolution.actions import add_acts
from dicelaw.model.dice_throne.resolution.totals import application, defeated, second, totals
from dicelaw.model.dice_throne.rules import Demands, Rules, Writes, expired, fresh_phase
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.kernel.expressions import (
    Expr,
    all_of,
    any_of,
    at_least,
    at_most,
    negate,
    number,
    where,
)
from dicelaw.model.kernel.graph import Agent, Choice, Kind, rules_where

SUMMED = ("team/damage-hits-shared-dial", "team/simultaneous-damage-summed")
"""The rules by which damage to teammates is taken off the health that they have in common."""


def add_application(
    rules: Rules,
    point: str,
    then: str,
    cites: Sequence[str],
    entering: Writes | None = None,
    window: str = "",
) -> None:
    """The point ``point``: what accumulated is applied; then the game is over, or goes on at ``then``.

    With a ``window`` it goes on there where anything was to be applied. ``entering`` is the effect of that.
    """
    d, timing = rules.duel, rules.timing
    timing.point(point, Kind.RULES, "damage and healing of the phase are due")
    checking = f"{point}/check"
    coming: Demands = []
    if window:
        coming = [(d.pending_harm, "damage/accumulate-in-roll-phase")]
        timing.add(
            f"{point}/nothing", point, then, Agent.RULES, "go on, since there is nothing to apply",
            requires=[(negate(d.pending_harm), "damage/accumulate-in-roll-phase")],
            effect={**(entering or {}), **d.forget_damage()}, cites=["turn/phase-order"],
        )  # fmt: skip
    timing.add(
        f"{point}/apply", point, checking, Agent.RULES, "apply all damage and healing at once",
        requires=coming,
        effect={**application(rules), **d.forget_damage()},
        cites=[*cites, "damage/accumulate-in-roll-phase", *_applying(d), *rules.of_teams(*SUMMED)],
    )  # fmt: skip
    timing.point(checking, Kind.RULES, "damage and healing of the phase are applied")
    lost = defeated(rules)
    timing.add(
        f"{point}/defeat", checking, "over", Agent.RULES, "end the game",
        requires=[(lost, "health/zero-is-defeat")], cites=["health/simultaneous-zero-draw"],
    )  # fmt: skip
    timing.add(
        f"{point}/go-on", checking, window or then, Agent.RULES, "go on",
        requires=[(negate(lost), "health/zero-is-defeat"), *turn_goes_on(rules)],
        effect=entering or {}, cites=["turn/phase-order"],
    )  # fmt: skip
    add_lost_turn(rules, f"{point}/lost-turn", checking)


def turn_goes_on(rules: Rules) -> Demands:
    """What going on with a turn requires: that its player has not been defeated, where others play on."""
    d = rules.duel
    return [] if d.seats.duel else [(d.plays(d.turn), "health/zero-is-defeat")]


def add_lost_turn(rules: Rules, id: str, source: str) -> None:
    """From ``source`` on the turn of a player who is defeated while others play on is over."""
    d = rules.duel
    if d.seats.duel:
        return
    rule = "health/zero-is-defeat"
    rules.timing.add(
        id, source, "turn-lost", Agent.RULES, "leave the turn of a defeated player",
        requires=[(negate(defeated(rules)), rule), (negate(d.plays(d.turn)), rule)],
    )  # fmt: skip


def add_conclusion(rules: Rules) -> None:
    """The conclusion of a Roll Phase: the split with a companion, the application, and what comes after."""
    d, timing = rules.duel, rules.timing
    _add_split(rules)
    if not d.seats.duel:
        _add_split_beside(rules)
    timing.point("conclusion/apply", Kind.RULES, "damage and healing of the Roll Phase are due")
    timing.add(
        "conclusion/apply/all", "conclusion/apply", "conclusion/check", Agent.RULES,
        "apply all damage and healing at once",
        effect={
            **_delayed(rules),
            **application(rules),
            **_hurt_companions(rules),
            **expired(rules, d.attacker, "phase", d.extra == 0),
            d.tried: where(d.attacker == d.turn, d.made, d.tried),
            **d.forget_attack(),
        },
        cites=[
            "defense/apply-all-at-conclusion", *_concluding(d), *_applying(d), *rules.of_teams(*SUMMED)
        ],
    )  # fmt: skip
    _add_check(rules)


def _applying(d: Duel) -> tuple[str, ...]:
    """What the application of damage and healing rests on, where it makes a difference."""
    multiplied = any_of(*(cell >= 1 for cell in (*d.halved, *d.doubled)))
    halved = any_of(*(cell >= 1 for cell in d.halved), d.reflects >= 1)
    healed = any_of(*(cell >= 1 for cell in d.healing), d.drains == 1)
    saved = any_of(*(d.has_trait(seat, lambda status: status.saves) for seat in d.seats.numbers))
    return rules_where({
        "damage/total/step-order": multiplied,
        "damage/total/division-rounds-up": halved,
        "health/heal-cap": healed,
        "status/blessing-of-divinity/set-health-one": saved,
        "status/blessing-of-divinity/health-never-zero": saved,
        "status/blessing-of-divinity/keeps-status-effects": saved,
    })  # fmt: skip


def _concluding(d: Duel) -> tuple[str, ...]:
    """What else the conclusion of a Roll Phase rests on, where it makes a difference."""
    changed = any_of(d.added >= 1, *(cell >= 1 for cell in (*d.prevented, *d.halved, *d.doubled)))
    several = any_of(*(d.halved[seat] + d.doubled[seat] >= 2 for seat in d.seats.numbers))
    came = d.printed + d.added
    saved = d.has_trait(d.defender, lambda status: status.saves)
    hidden = any_of(*(d.has_trait(seat, lambda status: status.no_offense_damage) for seat in d.seats.numbers))
    return rules_where({
        "damage/total/computed-after-actions": changed,
        "damage/total/each-multiplier-from-subtotal": several,
        "damage/total/floor-zero": d.prevented[d.defender] > came + d.other_damage(d.defender),
        "status/shadows/no-damage": hidden,
        "status/evasive/final-total-zero": any_of(*(cell == 1 for cell in d.avoided)),
        "status/blessing-of-divinity/after-ultimate": all_of(d.ultimate == 1, saved),
        "ultimate/no-reduction-or-avoidance": d.ultimate == 1,
        "damage/ultimate/avoidable": d.ultimate == 1,
        "def/conclusion-of-roll-phase": d.extra == 1,
        "ultimate/enhanceable-by-attacker": all_of(d.ultimate == 1, d.added >= 1),
    })  # fmt: skip


def _delayed(rules: Rules) -> Writes:
    """The effect of placing the tokens that were to wait for the end of the attack."""
    if not rules.delays_stun:
        return {}
    d, seat = rules.duel, rules.duel.defender
    writes: Writes = {}
    for kind in d.kinds_with(lambda status: status.bars_actions):
        later = d.later[kind - 1]
        writes[d.tokens[d.place(seat, kind)]] = at_most(d.token(seat, kind) + later, d.limit(seat, kind))
        writes[later] = 0
    return writes


def _hurt_companions(rules: Rules) -> Writes:
    """The effect of the damage that companions take: the defender's, and that of another who is struck."""
    d = rules.duel
    writes: Writes = {}
    for seat in (d.defender,) if d.seats.duel else map(number, d.seats.numbers):
        left = at_least(d.companion[seat] - totals(rules, seat).companion, 0)
        hurt = left == 0 if d.seats.duel else all_of(d.attacked(seat), left == 0)
        writes[d.companion[seat]] = left
        writes[d.companion_up[seat]] = where(hurt, 0, d.companion_up[seat])
    return writes


def _add_split(rules: Rules) -> None:
    d, timing = rules.duel, rules.timing
    then = "conclusion/apply" if d.seats.duel else "conclusion/beside"
    timing.point("conclusion/split", Kind.DECISION, "damage may be split with the companion")
    share = Choice("share", 0, 7)
    splitting = all_of(d.shared == 1, negate(rules.barred(d.defender)))
    timing.add(
        "conclusion/split/choose", "conclusion/split", then, d.defender,
        "give the companion {share} of the damage",
        choices=[share],
        requires=[
            (splitting, "status/nyras-bond/distribute"),
            (share <= d.companion[d.defender], "companion/nyra/max-health"),
        ],
        effect={d.split: share}, cites=["status/nyras-bond/distribute"],
    )  # fmt: skip
    timing.add(
        "conclusion/split/none", "conclusion/split", then, Agent.RULES, "split nothing",
        requires=[(negate(splitting), "status/nyras-bond/distribute")], effect={d.split: 0},
    )  # fmt: skip


def _add_split_beside(rules: Rules) -> None:
    """Whoever is struck beside the target, and has no defence to lose, may let the companion take damage."""
    d, timing, seat = rules.duel, rules.timing, second(rules.duel)
    point, then, rule = "conclusion/beside", "conclusion/apply", "companion/nyra/pass-damage"
    asked = all_of(
        d.is_attack, d.ultimate == 0, d.beside >= 1, d.beside != d.target, d.companion_up[seat] == 1,
        negate(rules.barred(seat)), d.plays(seat),
    )  # fmt: skip
    bond = (d.beside_shared == 1, "status/nyras-bond/distribute")
    timing.point(point, Kind.DECISION, "whoever is struck beside the target may use the companion")
    timing.add(
        f"{point}/companion", point, then, seat, "pass all of the damage to the companion",
        requires=[(asked, rule), (negate(bond[0]), bond[1])], effect={d.beside_passed: 1},
        cites=[rule, "nyra/status-stays-on-huntress"],
    )  # fmt: skip
    timing.add(
        f"{point}/decline", point, then, seat, "pass nothing to the companion",
        requires=[(asked, rule), (negate(bond[0]), bond[1])],
    )  # fmt: skip
    share = Choice("share", 0, 7)
    timing.add(
        f"{point}/choose", point, then, seat, "give the companion {share} of the damage", choices=[share],
        requires=[(asked, rule), bond, (share <= d.companion[seat], "companion/nyra/max-health")],
        effect={d.beside_split: share}, cites=["status/nyras-bond/distribute"],
    )  # fmt: skip
    timing.add(
        f"{point}/none", point, then, Agent.RULES, "pass nothing on, since nobody can",
        requires=[(negate(asked), rule)],
    )  # fmt: skip


def _add_check(rules: Rules) -> None:
    d, timing = rules.duel, rules.timing
    timing.point("conclusion/check", Kind.RULES, "the Roll Phase is over")
    lost = defeated(rules)
    timing.add(
        "conclusion/defeat", "conclusion/check", "over", Agent.RULES, "end the game",
        requires=[(lost, "health/zero-is-defeat")],
        cites=["health/simultaneous-zero-draw", "status/stun/forfeit-if-target-gone"],
    )  # fmt: skip
    add_lost_turn(rules, "conclusion/lost-turn", "conclusion/check")
    alive: Demands = [(negate(lost), "health/zero-is-defeat"), *turn_goes_on(rules)]
    free = all_of(*map(negate, _stunned(d)))
    last = (all_of(free, d.extra == 0), "def/conclusion-of-roll-phase")
    main: Writes = {**rules.enter("main-2"), **rules.opening(), **rules.aimless()}
    timing.add(
        "conclusion/go-on", "conclusion/check", "main-2", Agent.RULES, "go on to Main Phase (2)",
        requires=[*alive, last], effect=main, cites=["turn/phase-order"],
    )  # fmt: skip
    timing.add(
        "conclusion/more", "conclusion/check", "conclusion/over", Agent.RULES,
        "come to another Offensive Roll Phase",
        requires=[*alive, (negate(last[0]), "status/stun/extra-offensive-phase")], effect=rules.opening(),
    )  # fmt: skip
    window_says = "a Roll Phase is over, and another is about to begin"
    add_acts(rules, rules.window("conclusion/over", window_says, "conclusion/again"))
    timing.point("conclusion/again", Kind.RULES, "another Offensive Roll Phase is due")
    _add_after_stun(rules)
    timing.add(
        "conclusion/another", "conclusion/again", "offense/roll", Agent.RULES,
        "begin the Offensive Roll Phase that an ability granted",
        requires=[(all_of(free, d.extra == 1), "tactician/profiteer-resets-phase")],
        effect={**fresh_phase(rules, d.attacker), **rules.aimless()},
    )  # fmt: skip
    timing.add(
        "conclusion/no-more", "conclusion/again", "main-2", Agent.RULES,
        "go on to Main Phase (2), since Stun is gone",
        requires=[last], effect=main, cites=["turn/phase-order"],
    )  # fmt: skip
    timing.point("over", Kind.FINAL, "the game is over")


def _stunned(d: Duel) -> tuple[Expr, Expr]:
    """Whether the target of the ability is stunned so that its player goes on, and the other way round."""
    stunned, attacker_too = d.stunned(d.defender), d.stunned(d.attacker)
    if d.seats.duel:
        return stunned, attacker_too
    both_play = all_of(d.target >= 1, d.plays(d.defender), d.plays(d.attacker))
    return all_of(both_play, stunned), all_of(both_play, attacker_too)


def _add_after_stun(rules: Rules) -> None:
    """The Offensive Roll Phase of whoever stunned the other."""
    d = rules.duel
    stunned, attacker_too = _stunned(d)
    barring = d.kinds_with(lambda status: status.bars_actions)
    halting = d.kinds_with(lambda status: status.skips_offense)
    for name, given, seat, attacker in (
        ("extra", stunned, d.defender, d.attacker),
        ("extra-for-defender", all_of(negate(stunned), attacker_too), d.attacker, d.defender),
    ):
        down = d.has_trait(attacker, lambda status: status.skips_offense)
        aim: Writes = {} if d.seats.duel else {d.target: seat + 1}
        removed: Writes = {d.tokens[d.place(seat, kind)]: 0 for kind in barring}
        due = [(given, "status/stun/extra-offensive-phase")]
        rules.timing.add(
            f"conclusion/{name}", "conclusion/again", "offense/roll", Agent.RULES,
            "begin another Offensive Roll Phase by removing Stun",
            requires=[*due, (negate(down), "status/knockdown/skip-offense")],
            effect={**fresh_phase(rules, attacker), **removed, **aim},
            cites=["status/stun/removed-at-second-phase-start", "status/stun/can-chain"],
        )  # fmt: skip
        skipped: Writes = {
            d.tokens[d.place(attacker, kind)]: at_least(d.token(attacker, kind) - 1, 0) for kind in halting
        }
        rules.timing.add(
            f"conclusion/{name}-skipped", "conclusion/again", "conclusion/check", Agent.RULES,
            "remove Stun and skip the other Offensive Roll Phase, being knocked down",
            requires=[*due, (down, "status/knockdown/skip-offense")], effect={**removed, **skipped},
        )  # fmt: skip
