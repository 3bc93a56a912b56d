"""Using cards, tokens and board actions: who may use what when, and whose instant comes first.

The active player's instants take effect as soon as they are used. An instant of another player is only
declared: the active player, and then those who come before its player in the order of turns, may put instants
in front of it, and then it is carried out if it still can be.
Cards that are not instants wait in the interrupt window, so that instants can be put in front of them.
"""

from __future__ import annotations

from dicelaw.model.dice_throne.language import Timing, When
from dicelaw.model.dice_throne.resolution.action_demands import demands, timely
from dicelaw.model.dice_throne.resolution.triggers import AFTER
from dicelaw.model.dice_throne.rules import Demands, Rules, Writes, site
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import DISCARD, FRAMES, IN_PLAY, TARGETING_WINDOWS, WINDOWS
from dicelaw.model.dice_throne.state.rows import ActionRow
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.expressions import (
    Expr,
    all_of,
    at_least,
    at_most,
    negate,
    number,
    where,
)
from dicelaw.model.kernel.fragments.priority_window import Window
from dicelaw.model.kernel.graph import Agent, Kind, RuleByCase, rules_where
from dicelaw.model.kernel.state import Cell, Place, as_place

ONLY_INSTANTS = (
    "interrupt", "upkeep", "income/begin", "income/paid", "main-1/over", "discard", "turn-end",
)  # fmt: skip
"""The windows in which no card can be played that is not an instant."""


def paid(rules: Rules, seat: Expr, row: ActionRow) -> Writes:
    """The effect of paying for an action: combat points, tokens, and the card leaves the hand.

    Where each token counts by itself, those gained this turn are used first for what they may be used for.
    """
    d = rules.duel
    left, place = d.token(seat, row.token), d.place(seat, row.token)
    kept = where(row.tokens >= 1, at_least(left - row.tokens, 0), left)
    writes: Writes = {
        d.cp[seat]: at_least(d.cp[seat] - row.cp, 0),
        d.tokens[place]: kept,
        d.hand[seat]: at_least(d.hand[seat] - row.card, 0),
    }
    if d.kinds_with(lambda status: status.sign == "mark") or _counts_uses(rules):
        counted = d.place(seat, row.mark)
        used = where(counted == place, kept, d.token(seat, row.mark))  # of no mark it is the first place
        writes[d.tokens[counted]] = used + where(row.mark >= 1, 1, 0)
    if d.zone is not None:
        card = at_most(row.code, len(d.zone) - 1)
        writes[d.zone[card]] = where(row.card == 1, IN_PLAY, d.zone[card])
    if rules.reads("fresh-chi", "per-token", d.kept_fresh_kinds):
        fresh = all_of(d.kept_fresh(row.token) == 1, negate(row.when(When.NOT_TURN_GAINED)))
        writes[d.fresh[seat]] = at_least(d.fresh[seat] - where(fresh, row.tokens, 0), 0)
    return writes


def _counts_uses(rules: Rules) -> bool:
    """Whether a card, board or token counts its uses by a status effect, whatever sign that has."""
    content = rules.content
    used = content.used() if isinstance(content, TableContent) else ()
    return any(action is not None and action.mark for _, action in used)


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
        **d.forget_picks(frame),
        d.played[frame]: where(row.card == 1, row.code + (1 if d.zone is not None else 0), 0),
    }
    return {place: _begun(d, as_place(place), number(value)) for place, value in writes.items()}


def _begun(d: Duel, place: Place, value: Expr) -> Expr:
    """``value``, which the beginning of any action writes to ``place``."""
    array = place.name if isinstance(place, Cell) else place.slot.name
    return d.definitions.said(f"an action begins with {array}", value)


def rule_of_kind(row: ActionRow, at: str) -> str:
    """The rule by which only an instant is used: where no other card can be played, the rule of its kind."""
    kinds: dict[int, str] = {Timing.MAIN: "cards/main/own-main-phase-only", Timing.ROLL: "cards/roll/phases"}
    usual = "cards/instant/any-time"
    return RuleByCase.made(usual, row.timing, kinds) if at in ONLY_INSTANTS else usual


def _with_priority(rules: Rules) -> tuple[ActionRow, Demands]:
    """Any action of the player with priority, and what it requires: the same in every window."""
    seat = rules.duel.holder
    row = rules.content.action(rules.duel, seat)
    return row, demands(rules, seat, row)


def add_acts(rules: Rules, window: Window) -> None:
    """What the player with priority may use in ``window``."""
    d = rules.duel
    seat, at = window.holder, window.id
    row, demanded = rules.once("with priority", lambda: _with_priority(rules))
    instant: Demands = [(row.timing == Timing.INSTANT, rule_of_kind(row, at))]
    window.act(
        "act",
        "resolve/next",
        "use {action} at once",
        choices=row.choices,
        requires=[
            (seat == d.turn, "priority/active-player-first"),
            *instant,
            *demanded,
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
    window.act(
        "declare",
        "answer",
        "declare {action}",
        choices=row.choices,
        requires=[
            (seat != d.turn, "priority/active-player-first"),
            (d.declared == 0, "model/one-declaration"),
            (row.timing == Timing.INSTANT, rule_of_kind(row, at)),
            *demanded,
        ],
        effect={
            d.declared: row.code + (1 if d.zone is not None else 0),
            d.declared_at: site(at),
            **({} if d.seats.duel else {d.declarer: seat}),
        },
        cites=["priority/active-player-first", "status/spend-any-time"],
    )
    if at in ONLY_INSTANTS:
        return
    window.act(
        "play",
        "interrupt",
        "play {action}",
        choices=row.choices,
        requires=[
            (row.timing != Timing.INSTANT, "cards/play-time-by-kind"),
            *timely(rules, seat, row, at),
            *demanded,
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
    """The chance to go first when another player declared an instant: of all before that one."""
    d, timing = rules.duel, rules.timing
    seat = d.turn if d.seats.duel else d.holder
    first = "the active player" if d.seats.duel else "a player before the one who declared"
    timing.point("answer", Kind.DECISION, f"{first} may go first")
    row = rules.content.action(d, seat)
    silent = rules.barred(seat)
    may = rules.free(seat)
    timing.add(
        "answer/act",
        "answer",
        "resolve/next",
        seat,
        "use {action} first",
        choices=row.choices,
        requires=[
            *may,
            (row.timing == Timing.INSTANT, "cards/instant/interrupts"),
            *demands(rules, seat, row),
        ],
        effect=started(rules, seat, row, site("answer"), instant=True),
        cites=["priority/active-player-first", "priority/example-active-removes-first"],
    )
    _add_letting(rules, seat, may, silent)
    timing.point("answer/carry", Kind.RULES, "the declared instant is due")
    _carry(rules)


def _add_letting(rules: Rules, seat: Expr, may: Demands, silent: Expr) -> None:
    """Letting the declared instant happen: for all before its player, one after another."""
    d, timing = rules.duel, rules.timing
    barred = [(silent, "status/stun/no-actions")]
    last: Demands = []
    if not d.seats.duel:
        following, rule = d.seats.next(seat), "priority/turn-order-after-active"
        last = [(following == d.declarer, rule)]
        others: Demands = [(following != d.declarer, rule)]
        on: Writes = {d.holder: following}
        timing.add(
            "answer/let-next", "answer", "answer", seat, "let the next player answer",
            requires=[*may, *others], effect=on,
        )  # fmt: skip
        timing.add(
            "answer/silent-next", "answer", "answer", Agent.RULES, "pass over a player who may not act",
            requires=[*barred, *others], effect=on,
        )  # fmt: skip
    timing.add("answer/let", "answer", "answer/carry", seat, "let it happen", requires=[*may, *last])
    timing.add(
        "answer/silent",
        "answer",
        "answer/carry",
        Agent.RULES,
        "go on without an answer",
        requires=[*barred, *last],
    )


def _carry(rules: Rules) -> None:
    d, timing = rules.duel, rules.timing
    seat = d.seats.opponent(d.turn) if d.seats.duel else d.declarer
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
    for place, window in enumerate((*WINDOWS, *TARGETING_WINDOWS)):
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
