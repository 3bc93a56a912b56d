"""Using cards, tokens and board actions: who may use what when, and whose instant comes first.

The active player's instants take effect as soon as they are used. An instant of the other player is only
declared: the active player may put instants in front of it, and then it is carried out if it still can be.
Cards that are not instants wait in the interrupt window, so that instants can be put in front of them.
"""

from __future__ import annotations

from dicelaw.model.dice_throne.dice import live_owner, rolling_off
from dicelaw.model.dice_throne.duel import Duel
from dicelaw.model.dice_throne.duel_state import ACTION_ROLL, DISCARD, FRAMES, IN_PLAY, NO_ROLL, WINDOWS
from dicelaw.model.dice_throne.language import DamageType, Timing, When, Who
from dicelaw.model.dice_throne.own_rules import rule_of_gone_dice, rule_of_mark
from dicelaw.model.dice_throne.rows import ActionRow
from dicelaw.model.dice_throne.rules import Demands, Rules, Writes, site
from dicelaw.model.dice_throne.totals import attack_total, final_total
from dicelaw.model.dice_throne.triggers import AFTER
from dicelaw.model.kernel.expressions import (
    TRUE,
    Expr,
    all_of,
    any_of,
    at_least,
    at_most,
    implies,
    negate,
    number,
    where,
)
from dicelaw.model.kernel.fragments.priority_window import Window
from dicelaw.model.kernel.graph import Agent, Kind, RuleByCase, rules_where

NON_INSTANT_DEPTH = 1
"""How many actions may be under way when a card that is not an instant is played."""
ONLY_INSTANTS = (
    "interrupt", "upkeep", "income/begin", "income/paid", "main-1/over", "discard", "turn-end",
)  # fmt: skip
"""The windows in which no card can be played that is not an instant."""


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
    enough = d.token(seat, row.token) >= row.tokens
    any_dice = any_of(row.touches == 1 + Who.CHOSEN, rolling_off(d))
    own_dice = where(row.touches == 1 + Who.SELF, live_owner(d) == seat, live_owner(d) != seat)
    timely_dice = all_of(row.touches >= 1, any_of(row.timing != Timing.ROLL, d.rolling))
    marked = d.token(seat, row.mark) < d.limit(seat, row.mark)
    rolled_by = all_of(d.live == ACTION_ROLL, d.spent[d.roll_frame] == row.dice_of, live_owner(d) == seat)
    unread = d.live == ACTION_ROLL
    return [
        (row.held(seat), "cards/lost-card-unusable"),
        (implies(row.card == 1, d.hand[seat] >= 1), "cards/lost-card-unusable"),
        (d.cp[seat] >= row.cp, "cards/cost-paid"),
        (implies(row.tokens >= 1, enough), row.price),
        (implies(when(When.MODIFIER), all_of(d.is_attack, d.attacker == seat)), "modifier/needs-attack"),
        (implies(when(When.MODIFIER), d.kind != DamageType.PURE), "damage/pure/enhanceable"),
        (
            implies(when(When.ATTACKED), all_of(being_attacked(rules), d.defender == seat)),
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
        (implies(when(When.UNTIL_OFFENSE), until_offense(rules, seat)), "status/knockdown/pay-to-remove"),
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
            implies(all_of(row.touches >= 1, d.live != NO_ROLL), any_of(any_dice, own_dice)),
            row.own("model/printed-condition"),
        ),
        (d.depth < FRAMES - 1, "model/nesting"),
    ]


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
            all_of(d.offense_concluding, d.is_attack, seat == d.defender),
            row.own("companion/dryad/effects"),
        ),
        (When.ATTACKING, attacking, row.own("status/blood-power/four-tokens-heal")),
    )
    return [(implies(row.when(when), holds), rule) for when, holds, rule in phases]


def being_attacked(rules: Rules) -> Expr:
    """Whether an attack has reached its target."""
    return all_of(rules.duel.is_attack, rules.in_phase("defense"))


def until_offense(rules: Rules, seat: Expr) -> Expr:
    """Whether the Offensive Roll Phase that ``seat`` would skip has not begun."""
    d = rules.duel
    if rules.reads("knockdown-payment", "next-phase"):
        return TRUE
    return any_of(seat != d.turn, d.offense_begun == 0)


def companion_hurt(rules: Rules, seat: Expr) -> Expr:
    """Whether the companion of ``seat`` is below its full health."""
    d = rules.duel
    return all_of(d.has_companion[seat] == 1, d.companion[seat] < rules.content.companion(seat).most)


def may_add(rules: Rules, seat: Expr, token: Expr) -> Expr:
    """Whether ``seat`` holds a token of that kind that was not gained in this turn."""
    d = rules.duel
    if rules.reads("fresh-chi", "per-token"):
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


def paid(rules: Rules, seat: Expr, row: ActionRow) -> Writes:
    """The effect of paying for an action: combat points, tokens, and the card leaves the hand.

    Where each token counts by itself, those gained this turn are used first for what they may be used for.
    """
    d = rules.duel
    left = d.token(seat, row.token)
    writes: Writes = {
        d.cp[seat]: at_least(d.cp[seat] - row.cp, 0),
        d.tokens[d.place(seat, row.token)]: where(row.tokens >= 1, at_least(left - row.tokens, 0), left),
        d.hand[seat]: at_least(d.hand[seat] - row.card, 0),
    }
    if d.kinds_with(lambda status: status.sign == "mark"):
        used = d.token(seat, row.mark)
        writes[d.tokens[d.place(seat, row.mark)]] = used + where(row.mark >= 1, 1, 0)
    if d.zone is not None:
        card = at_most(row.code, len(d.zone) - 1)
        writes[d.zone[card]] = where(row.card == 1, IN_PLAY, d.zone[card])
    if rules.reads("fresh-chi", "per-token"):
        fresh = all_of(d.kept_fresh(row.token) == 1, negate(row.when(When.NOT_TURN_GAINED)))
        writes[d.fresh[seat]] = at_least(d.fresh[seat] - where(fresh, row.tokens, 0), 0)
    return writes


def started(rules: Rules, seat: Expr, row: ActionRow, at: Expr | int, *, instant: bool) -> Writes:
    """The effect of beginning an action that is paid: it is the topmost under way."""
    d = rules.duel
    frame = at_most(d.depth + 1, FRAMES - 1)
    writes: Writes = {
        **paid(rules, seat, row),
        d.depth: frame,
        d.pc[frame]: row.start,
        d.owner[frame]: seat,
        d.back[frame]: at,
        d.swift[frame]: int(instant),
        d.enhancing[frame]: number(row.when(When.MODIFIER)),
        d.spent[frame]: where(row.tokens >= 1, row.token, 0),
        d.played[frame]: where(row.card == 1, row.code + (1 if d.zone is not None else 0), 0),
    }
    return {place: _begun(d, place, number(value)) for place, value in writes.items()}


def _begun(d: Duel, place: Expr, value: Expr) -> Expr:
    """``value``, which the beginning of any action writes to ``place``."""
    array = place.args[2] if place.op == "cell" else place.args[1]
    return d.definitions.said(f"an action begins with {array}", value)


def rule_of_kind(row: ActionRow, at: str) -> str:
    """The rule by which only an instant is used: where no other card can be played, the rule of its kind."""
    kinds: dict[int, str] = {Timing.MAIN: "cards/main/own-main-phase-only", Timing.ROLL: "cards/roll/phases"}
    usual = "cards/instant/any-time"
    return RuleByCase.made(usual, row.timing, kinds) if at in ONLY_INSTANTS else usual


def add_acts(rules: Rules, window: Window) -> None:
    """What the player with priority may use in ``window``."""
    d = rules.duel
    seat, at = window.holder, window.id
    row = rules.content.action(d, seat)
    instant: Demands = [(row.timing == Timing.INSTANT, rule_of_kind(row, at))]
    window.act(
        "act",
        "resolve/next",
        "use {action} at once",
        choices=row.choices,
        requires=[
            (seat == d.turn, "priority/active-player-first"),
            *instant,
            *demands(rules, seat, row),
        ],
        effect=started(rules, seat, row, site(at), instant=True),
        cites=rules_where(
            {
                "cards/instant/interrupts": row.card == 1,
                "cards/instant/not-interruptible": row.card == 1,
                "priority/spending-token-is-instant": row.tokens >= 1,
                "status/spend-any-time": row.tokens >= 1,
                "status/spent-uninterruptible": row.tokens >= 1,
            }
        ),
    )
    row = rules.content.action(d, seat)
    window.act(
        "declare",
        "answer",
        "declare {action}",
        choices=row.choices,
        requires=[
            (seat != d.turn, "priority/active-player-first"),
            (d.declared == 0, "model/one-declaration"),
            (row.timing == Timing.INSTANT, rule_of_kind(row, at)),
            *demands(rules, seat, row),
        ],
        effect={d.declared: row.code + (1 if d.zone is not None else 0), d.declared_at: site(at)},
        cites=["priority/active-player-first", "status/spend-any-time"],
    )
    if at in ONLY_INSTANTS:
        return
    row = rules.content.action(d, seat)
    window.act(
        "play",
        "interrupt",
        "play {action}",
        choices=row.choices,
        requires=[
            (row.timing != Timing.INSTANT, "cards/play-time-by-kind"),
            *timely(rules, seat, row, at),
            *demands(rules, seat, row),
        ],
        effect=started(rules, seat, row, site(at), instant=False),
        cites=[
            "cards/main-and-roll-interruptible",
            "priority/noninstant-interruptible-before-completion",
            *rules_where(
                {
                    "cards/roll/any-turn": row.timing == Timing.ROLL,
                    "def/roll-phase": row.timing == Timing.ROLL,
                    "main/action-card-procedure": row.timing == Timing.MAIN,
                    "cards/zero-cost-free": row.cp == 0,
                    "cp/uses": row.cp >= 1,
                }
            ),
        ],
    )


def add_answer(rules: Rules) -> None:
    """The active player's chance to go first when the other player declared an instant."""
    d, timing = rules.duel, rules.timing
    timing.point("answer", Kind.DECISION, "the active player may go first")
    row = rules.content.action(d, d.turn)
    silent = rules.barred(d.turn)
    may = rules.free(d.turn)
    timing.add(
        "answer/act",
        "answer",
        "resolve/next",
        d.turn,
        "use {action} first",
        choices=row.choices,
        requires=[
            *may,
            (row.timing == Timing.INSTANT, "cards/instant/interrupts"),
            *demands(rules, d.turn, row),
        ],
        effect=started(rules, d.turn, row, site("answer"), instant=True),
        cites=["priority/active-player-first", "priority/example-active-removes-first"],
    )
    timing.add("answer/let", "answer", "answer/carry", d.turn, "let it happen", requires=may)
    timing.add(
        "answer/silent",
        "answer",
        "answer/carry",
        Agent.RULES,
        "go on without an answer",
        requires=[(silent, "status/stun/no-actions")],
    )
    timing.point("answer/carry", Kind.RULES, "the declared instant is due")
    _carry(rules)


def _carry(rules: Rules) -> None:
    d, timing = rules.duel, rules.timing
    seat = 1 - d.turn
    row = rules.content.declared(d, seat)
    waits = (d.declared >= 1, "cards/instant/interrupted-completes")
    needed: Demands = [waits, *rules.free(seat), *demands(rules, seat, row)]
    timing.add(
        "answer/carry-out",
        "answer/carry",
        "resolve/next",
        Agent.RULES,
        "carry out the declared instant",
        choices=row.choices,
        requires=needed,
        effect={**started(rules, seat, row, d.declared_at, instant=True), d.declared: 0},
        cites=[
            "cards/instant/interrupted-completes",
            "cards/instant/not-interruptible",
            "status/spent-uninterruptible",
        ],
    )
    row = rules.content.declared(d, seat)
    lost = negate(
        all_of(negate(rules.barred(seat)), *(condition for condition, _ in demands(rules, seat, row)))
    )
    effect: Writes = {d.declared: 0, d.returning: d.declared_at}
    if rules.reads("lost-instant", "wasted"):
        effect |= {d.cp[seat]: at_least(d.cp[seat] - row.cp, 0), **_thrown_away(rules, seat, row)}
    timing.add(
        "answer/lost",
        "answer/carry",
        "resolve/return",
        Agent.RULES,
        "drop the declared instant, which can no longer be used",
        choices=row.choices,
        requires=[waits, (lost, "priority/example-active-keeps-token")],
        effect=effect,
    )


def _thrown_away(rules: Rules, seat: Expr, row: ActionRow) -> Writes:
    d = rules.duel
    writes: Writes = {
        d.hand[seat]: at_least(d.hand[seat] - row.card, 0),
        d.pile[seat]: d.pile[seat] + where(d.hand[seat] >= 1, row.card, 0),
    }
    if d.zone is not None:
        card = at_most(row.code, len(d.zone) - 1)
        writes[d.zone[card]] = where(row.card == 1, DISCARD, d.zone[card])
    return writes


def add_returns(rules: Rules) -> None:
    """The way back from a finished action to the window that it was used in."""
    d, timing = rules.duel, rules.timing
    there = {point.id for point in timing.points}
    timing.point("resolve/return", Kind.RULES, "an action is over")
    for place, window in enumerate(WINDOWS):
        if window not in there:
            continue
        timing.add(
            f"resolve/return/{window}",
            "resolve/return",
            AFTER.get(window, window),
            Agent.RULES,
            "go on where play was interrupted",
            requires=[(d.returning == place, "cards/instant/interrupted-completes")],
            effect={**rules.opening(), d.returning: 0},
            cites=["priority/turn-order-after-active"],
        )
