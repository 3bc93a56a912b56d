"""What using a card, token or board action requires: that it is there, paid for, of use, and of its time."""

from __future__ import annotations

from dicelaw.model.dice_throne.language import DamageType, Timing, When, Who
from dicelaw.model.dice_throne.resolution.totals import attack_total, final_total
from dicelaw.model.dice_throne.rules import Demands, Rules
from dicelaw.model.dice_throne.state.dice import live_owner, live_rival, rolling_off, whose_die
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import ACTION_ROLL, FRAMES, NO_ROLL
from dicelaw.model.dice_throne.state.rows import ActionRow
from dicelaw.model.dice_throne.tables.own_rules import rule_of_gone_dice, rule_of_mark, rule_of_modifier
from dicelaw.model.kernel.expressions import (
    FALSE,
    TRUE,
    Expr,
    all_of,
    any_of,
    implies,
    negate,
    where,
)

NON_INSTANT_DEPTH = 1
"""How many actions may be under way when a card that is not an instant is played."""


def demands(rules: Rules, seat: Expr, row: ActionRow) -> Demands:
    """What using the action ``row`` requires of ``seat``, but for its timing."""
    holds = rules.duel.definitions.holds
    return [
        (holds(f"demand {place} of an action", condition), rule)
        for place, (condition, rule) in enumerate(_demanded(rules, seat, row))
    ]


def _demanded(rules: Rules, seat: Expr, row: ActionRow) -> Demands:
    d = rules.duel
    when = row.when
    pays_off = when(When.UNTIL_OFFENSE)
    enough = d.token(seat, row.token) >= row.tokens
    chosen = row.touches == 1 + Who.CHOSEN
    timely_dice = all_of(row.touches >= 1, any_of(row.timing != Timing.ROLL, d.rolling))
    marked = d.token(seat, row.mark) < d.limit(seat, row.mark)
    rolled_by = all_of(d.live == ACTION_ROLL, d.spent[d.roll_frame] == row.dice_of, live_owner(d) == seat)
    unread = d.live == ACTION_ROLL
    return [
        (row.held(seat), row.unheld),
        (implies(row.card == 1, d.hand[seat] >= 1), "cards/lost-card-unusable"),
        (d.cp[seat] >= row.cp, "cards/cost-paid"),
        (implies(row.tokens >= 1, enough), row.price),
        (implies(when(When.MODIFIER), all_of(d.is_attack, d.attacker == seat)), rule_of_modifier(d, seat)),
        (implies(when(When.MODIFIER), d.kind != DamageType.PURE), "damage/pure/enhanceable"),
        (
            implies(when(When.ATTACKED), all_of(being_attacked(rules), _struck(d, seat))),
            row.own("def/defender"),
        ),
        (implies(when(When.INCOMING), d.incoming(seat)), "damage/incoming-definition"),
        (implies(when(When.BEFORE_DEFENSE), d.defended == 0), "nyra/after-defense-roll-no-pass"),
        (
            implies(when(When.AFTER_DEFENSE), all_of(d.defended == 1, negate(d.in_defense))),
            "defense/last-window",
        ),
        (
            implies(when(When.OFFENSE_END), d.offense_concluding),
            row.own("status/accuracy/makes-undefendable"),
        ),
        (implies(when(When.NOT_TURN_GAINED), may_add(rules, seat, row.token)), "status/chi/not-turn-gained"),
        (
            implies(
                any_of(when(When.COMPANION_ACTIVE), when(When.COMPANION_HURT)), d.has_companion[seat] == 1
            ),
            "nyra/bond-only-own-nyra",
        ),
        (implies(when(When.COMPANION_ACTIVE), d.companion_up[seat] == 1), "status/nyras-bond/distribute"),
        (implies(when(When.COMPANION_HURT), companion_hurt(rules, seat)), "nyra/bond-heal-must-be-possible"),
        (implies(pays_off, until_offense(rules, seat, pays_off)), "status/knockdown/pay-to-remove"),
        *_moments(rules, seat, row),
        (row.permitted(seat), row.own("model/printed-condition")),
        (implies(row.mark >= 1, marked), rule_of_mark(d, row)),
        (implies(row.dice_of >= 1, rolled_by), "model/printed-condition"),
        (
            implies(row.incoming_at_least >= 1, final_total(rules, seat) >= row.incoming_at_least),
            row.own("companion/heal-bot/activation"),
        ),
        (
            implies(row.at_least >= 1, d.printed >= row.at_least),
            "status/crit/threshold-before-modification",
        ),
        (
            implies(
                row.total_at_least >= 1,
                all_of(d.is_attack, d.attacker == seat, attack_total(rules) >= row.total_at_least),
            ),
            "damage/total/final-total-definition",
        ),
        (implies(row.rolls == 1, negate(unread)), "model/nesting"),
        (implies(timely_dice, d.live != NO_ROLL), rule_of_gone_dice(d)),
        (
            implies(all_of(row.touches >= 1, d.live != NO_ROLL), _touched(rules, seat, row, chosen)),
            row.own("model/printed-condition"),
        ),
        (d.depth < FRAMES - 1, "model/nesting"),
        *_aimed(rules, seat, row),
    ]


def _aimed(rules: Rules, seat: Expr, row: ActionRow) -> Demands:
    """That an Attack Modifier that speaks of the opponent finds the target known, if it is one of several."""
    if rules.duel.seats.duel:
        return []
    modifies = all_of(row.when(When.MODIFIER), row.meets)
    return [(implies(modifies, rules.duel.engaged(seat)), "modifier/needs-attack")]


def _touched(rules: Rules, seat: Expr, row: ActionRow, anybody: Expr) -> Expr:
    """Whether a die that may be altered is of a player whose dice ``row`` is for, as ``seat`` uses it."""
    d = rules.duel
    own = row.touches == 1 + Who.SELF
    if d.seats.duel:
        theirs = d.opposed(live_owner(d), seat)
        return any_of(any_of(anybody, rolling_off(d)), where(own, live_owner(d) == seat, theirs))
    roller, rival = (whose_die(d, one, seat, own, row.wide) for one in (live_owner(d), live_rival(d)))
    return any_of(anybody, roller, all_of(rolling_off(d), rival))


def _moments(rules: Rules, seat: Expr, row: ActionRow) -> Demands:
    """The phases that an action is for, as far as the kind of a card does not tell."""
    d = rules.duel
    mine = seat == d.turn
    attacking = all_of(d.is_attack, d.attacker == seat)
    phases = (
        (
            When.OWN_MAIN,
            all_of(mine, rules.in_phase("main-1", "main-2")),
            row.own("status/wellspring/heal-half-die"),
        ),
        (
            When.OWN_OFFENSE,
            all_of(rules.in_phase("offense"), seat == d.attacker),
            row.own("status/flight/offense-undefendable"),
        ),
        (When.OWN_UPKEEP, all_of(mine, rules.in_phase("upkeep")), row.own("companion/nanobot/activation")),
        (
            When.DEFENSE_PHASE,
            rules.in_phase("defense"),
            row.own("status/flight/avoid-only-in-defense-phase"),
        ),
        (When.ROLL_PHASE, d.rolling, "cards/roll/phases"),
        (When.ULTIMATE, all_of(d.ultimate == 1, d.attacker == seat), "ultimate/enhanceable-by-attacker"),
        (When.SPARE_CARD, d.hand[seat] >= 1 + row.card, "cards/cost-paid"),
        (
            When.AIMED_AT,
            all_of(d.aimed, d.is_attack, d.attacked(seat)),
            row.own("companion/dryad/effects"),
        ),
        (When.ATTACKING, attacking, row.own("status/blood-power/four-tokens-heal")),
    )
    return [(implies(row.when(when), holds), rule) for when, holds, rule in phases]


def _struck(d: Duel, seat: Expr) -> Expr:
    """Whether the attack strikes ``seat``."""
    return d.defender == seat if d.seats.duel else d.attacked(seat)


def being_attacked(rules: Rules) -> Expr:
    """Whether an attack has reached its target."""
    return all_of(rules.duel.is_attack, rules.in_phase("defense"))


def until_offense(rules: Rules, seat: Expr, asked: Expr) -> Expr:
    """Whether the Offensive Roll Phase that ``seat`` would skip has not begun, where that is ``asked``."""
    d = rules.duel
    if rules.reads("knockdown-payment", "next-phase", asked is not FALSE):
        return TRUE
    return any_of(seat != d.turn, d.offense_begun == 0)


def companion_hurt(rules: Rules, seat: Expr) -> Expr:
    """Whether the companion of ``seat`` is below its full health."""
    d = rules.duel
    return all_of(d.has_companion[seat] == 1, d.companion[seat] < rules.content.companion(seat).most)


def may_add(rules: Rules, seat: Expr, token: Expr) -> Expr:
    """Whether ``seat`` holds a token of that kind that was not gained in this turn."""
    d = rules.duel
    if rules.reads("fresh-chi", "per-token", d.kept_fresh_kinds):
        return d.token(seat, token) > d.fresh[seat]
    return d.fresh[seat] == 0


def timely(rules: Rules, seat: Expr, row: ActionRow, at: str) -> Demands:
    """When an action that is not an instant may be used."""
    main = at in ("main-1", "main-2")
    nested = at in ("interrupt", "answer")
    return [
        (row.timing != Timing.UPGRADE, "upgrade/main-phase-only"),
        (
            implies(row.timing == Timing.MAIN, all_of(main, seat == rules.duel.turn)),
            "cards/main/own-main-phase-only",
        ),
        (implies(row.timing == Timing.ROLL, rules.duel.rolling), "cards/roll/phases"),
        (not nested, "cards/instant/interrupts"),
        (rules.duel.depth <= NON_INSTANT_DEPTH, "model/nesting"),
    ]
