"""The table of steps: when cards, tokens and board actions are used, and what is paid for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicelaw.model.dice_throne.language import DamageType, Timing, When, Who
from dicelaw.model.dice_throne.resolution.totals import attack_total, final_total
from dicelaw.model.dice_throne.rules import Rules, site
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import (
    ABILITY_ROLL,
    ACTION_ROLL,
    DEFENSE,
    DEFENSE_ROLL,
    FRAMES,
    NO_ROLL,
    NOTHING,
    OFFENSE_ROLL,
    TARGET_ROLL,
)
from dicelaw.model.kernel.expressions import TRUE, Expr, all_of, any_of, at_least, implies, total, where
from dicelaw.specs.dice_throne.invariants.contexts import in_phase
from dicelaw.specs.dice_throne.properties.players import (
    Makes,
    engaged,
    following,
    of,
    opponent_of,
    opposed,
    picked_nobody,
    struck,
    target,
)
from dicelaw.specs.dice_throne.properties.steps import (
    attacks,
    first_to_act,
    held,
    held_of,
    kinds,
    may_act,
    tokens_of,
)
from dicelaw.specs.property import Chosen
from dicelaw.specs.steps import Step, put, step

TIMING, CP, CARD, TOKEN, TOKENS, MARKED = (
    Chosen(name) for name in ("timing", "cp", "is_card", "token", "tokens", "marked")
)
TOUCHES = Chosen("touches")
WINDOWS = ("main-1", "discard", "offense/rolled", "resolve/dice", "interrupt", "conclusion")
"""Windows of each sort: what is demanded is the same in all of them, which another property says."""


def steps_of_actions(rules: Rules) -> list[Step]:
    """The rows about what players use."""
    d = rules.duel
    seat, active = d.holder, d.holder == d.turn
    usable = all_of(may_act(rules, seat), *_usable(rules, seat))
    instant = TIMING == Timing.INSTANT
    rolling = in_phase(d, "offense", "targeting", "defense")
    plain = all_of(TIMING != Timing.INSTANT, TIMING != Timing.UPGRADE)
    later = all_of(plain, implies(TIMING == Timing.ROLL, rolling), d.depth <= 1)
    answering = d.turn if d.seats.duel else d.holder
    declared = following(d, d.turn) if d.seats.duel else d.declarer
    answered = all_of(may_act(rules, answering), *_usable(rules, answering))
    declaring: Makes = {} if d.seats.duel else {d.declarer: seat}
    carried = all_of(may_act(rules, declared), *_usable(rules, declared))
    sane = any_of(TOKENS == 0, TOKEN >= 1)
    if rules.reads("fresh-chi", "per-token"):  # what counts old tokens names their kind
        sane = all_of(sane, implies(_when(When.NOT_TURN_GAINED), TOKEN >= 1))
    lost: Makes = {d.declared: 0, d.returning: d.declared_at}
    if rules.reads("lost-instant", "wasted"):
        lost |= _wasted(d, declared)
    begun, begun_later = (
        {**_paid(rules, seat), **_under_way(d, seat, swift=swift), **first_to_act(d)} for swift in (1, 0)
    )
    return [
        step("use/act", "The active player uses an instant at once, at any time.",
             all_of(active, instant, usable), begun,
             ("cards/instant/any-time", "priority/active-player-first"),
             given=sane, besides=("pc", "back"), along=_at("act")),
        step("use/declare", "The other player declares an instant, and the active player may go first.",
             all_of(~active, instant, d.declared == 0, usable),
             {d.declared: 1, **declaring, **first_to_act(d)},
             ("priority/active-player-first",), given=sane, besides=("declared_at",), along=_at("declare")),
        step("use/play-main", "In a Main Phase the active player plays Main Phase Actions, too.",
             all_of(later, implies(TIMING == Timing.MAIN, active), usable), begun_later,
             ("cards/main/own-main-phase-only", "cards/cost-paid"), given=sane, besides=("pc", "back"),
             along="main-*/play"),
        step("use/play", "Elsewhere only Roll Phase Actions are played besides instants.",
             all_of(later, TIMING != Timing.MAIN, usable), begun_later,
             ("cards/roll/phases", "cards/cost-paid"), given=sane, besides=("pc", "back"),
             along=("offense/rolled/play", "resolve/dice/play", "conclusion/play")),
        step("answer/act", "The active player puts an instant in front of one that was declared.",
             all_of(instant, answered),
             {**_paid(rules, answering), **_under_way(d, answering, swift=1, back=site("answer"))},
             ("priority/active-player-first", "cards/instant/interrupts"), given=sane, besides=("pc",)),
        step("answer/carry-out", "What was declared is carried out if that can still be done.",
             all_of(d.declared >= 1, carried),
             {**_paid(rules, declared), **_under_way(d, declared, swift=1, back=d.declared_at),
              d.declared: 0},
             ("cards/instant/interrupted-completes",), given=sane, besides=("pc",)),
        step("answer/lost", "What can no longer be done is dropped.", all_of(d.declared >= 1, ~carried), lost,
             ("priority/example-active-keeps-token",), given=sane),
    ]  # fmt: skip


def _at(way: str) -> tuple[str, ...]:
    """The transitions by which something is used in a ``way``."""
    return tuple(f"{window}/{way}" for window in WINDOWS)


def _wasted(d: Duel, seat: Expr) -> Makes:
    """The card of ``seat`` is gone and paid for."""
    hand = of(d.hand, seat)
    return {
        **put([*d.cp], seat, lambda old: at_least(old - CP, 0)),
        **put([*d.hand], seat, lambda old: at_least(old - CARD, 0)),
        **put([*d.pile], seat, lambda old: old + where(hand >= 1, CARD, 0)),
    }


def _when(one: When) -> Expr:
    """Whether the action is for this situation."""
    return Chosen(f"when_{one.name.lower()}") == 1


def returned(d: Duel) -> list[Expr]:
    """What comes back to the attacker."""
    return [d.reflects, d.recoil, *([] if d.seats.duel else [d.beside_reflects])]


def incoming(d: Duel, seat: Expr) -> Expr:
    """Whether damage that can be avoided is coming to ``seat``."""
    back = any_of(*(cell >= 1 for cell in returned(d)))
    bound = any_of(*(held(d, d.attacker, kind) >= 1 for kind in kinds(d, lambda s: s.deals_nothing)))
    by_ability = any_of(
        all_of(attacks(d), struck(d, seat), d.ultimate == 0),
        all_of(attacks(d), seat == d.attacker, back),
        of(d.collateral, seat) >= 1,
    )
    given_up = all_of(d.activated == 1, d.ultimate == 0, bound)
    return any_of(all_of(by_ability, ~given_up), of(d.dealt, seat) >= 1)


def whose_dice(d: Duel) -> Expr:
    """Whose dice lie on the table; in a roll-off each player has one."""
    by_action = of_roll(d, d.owner)
    whose = where(d.live == DEFENSE_ROLL, target(d), where(d.live == ABILITY_ROLL, d.owner[0], by_action))
    if not d.seats.duel:
        whose = where(d.live == TARGET_ROLL, d.attacker, whose)
    return where(d.live == OFFENSE_ROLL, d.attacker, whose)


def of_roll(d: Duel, cells: Sequence[Expr]) -> Expr:
    """What ``cells`` have of the action whose dice lie on the table."""
    return total(where(d.roll_frame == frame, cells[frame], 0) for frame in range(FRAMES))


def whose_other_die(d: Duel) -> Expr:
    """Whose the second die of a roll-off is."""
    mine = where(d.live == ABILITY_ROLL, d.owner[0], of_roll(d, d.owner))
    rival = d.seats.duel or where(d.live == ABILITY_ROLL, d.rival[0], of_roll(d, d.rival))
    return opponent_of(d, mine, rival)


def roll_off(d: Duel) -> Expr:
    """Whether a die of each player lies on the table."""
    return any_of(
        all_of(d.live == ABILITY_ROLL, d.versus[0] == 1), all_of(d.live == ACTION_ROLL, d.versus[1] == 1)
    )


def _usable(rules: Rules, seat: Expr) -> Iterator[Expr]:
    """What using an action demands besides its time: that it is paid for, and of use."""
    d = rules.duel
    mark = next((kind for kind, status in enumerate(d.statuses) if kind and status.sign == "mark"), 0)
    yield any_of(CARD == 1, TOKENS >= 1, CP >= 1, MARKED == 1)
    yield implies(MARKED == 1, mark != TOKEN)
    yield implies(CARD == 1, of(d.hand, seat) >= 1)
    yield of(d.cp, seat) >= CP
    yield implies(TOKENS >= 1, held_of(d, seat, TOKEN) >= TOKENS)
    if mark:
        most = d.statuses[mark].limit + of([d.raised[s * d.kinds + mark - 1] for s in d.seats.numbers], seat)
        yield implies(MARKED == 1, held(d, seat, mark) < most)
    for one, holds in _situations(rules, seat).items():
        yield implies(_when(one), holds)
    yield from _figures(rules, seat)
    if not d.seats.duel:
        yield implies(all_of(_when(When.MODIFIER), Chosen("meets") == 1), engaged(d, seat))
    yield from _about_dice(d, seat)
    yield d.depth < FRAMES - 1


def _situations(rules: Rules, seat: Expr) -> dict[When, Expr]:
    """What has to be the case for an action that is for a situation."""
    d = rules.duel
    mine, theirs = all_of(attacks(d), seat == d.attacker), all_of(attacks(d), struck(d, seat))
    roll = where(d.live == ACTION_ROLL, d.live_before, d.live)
    concluding = all_of(in_phase(d, "offense"), d.activated == 1, d.program == NOTHING)
    nyra, fresh = of(d.has_companion, seat) == 1, of(d.fresh, seat)
    old = fresh == 0
    if rules.reads("fresh-chi", "per-token"):
        old = held_of(d, seat, TOKEN) > fresh
    waits = any_of(seat != d.turn, d.offense_begun == 0)
    return {
        When.MODIFIER: all_of(mine, d.kind != DamageType.PURE),
        When.ATTACKED: all_of(theirs, in_phase(d, "defense")),
        When.INCOMING: incoming(d, seat),
        When.BEFORE_DEFENSE: d.defended == 0,
        When.AFTER_DEFENSE: all_of(d.defended == 1, roll != DEFENSE_ROLL, d.program != DEFENSE),
        When.OFFENSE_END: concluding,
        When.NOT_TURN_GAINED: old,
        When.COMPANION_ACTIVE: all_of(nyra, of(d.companion_up, seat) == 1),
        When.COMPANION_HURT: all_of(nyra, of(d.companion, seat) < 7),
        When.UNTIL_OFFENSE: TRUE if rules.reads("knockdown-payment", "next-phase") else waits,
        When.OWN_MAIN: all_of(seat == d.turn, in_phase(d, "main-1", "main-2")),
        When.OWN_OFFENSE: all_of(in_phase(d, "offense"), seat == d.attacker),
        When.OWN_UPKEEP: all_of(seat == d.turn, in_phase(d, "upkeep")),
        When.DEFENSE_PHASE: in_phase(d, "defense"),
        When.ROLL_PHASE: in_phase(d, "offense", "targeting", "defense"),
        When.ULTIMATE: all_of(d.ultimate == 1, seat == d.attacker),
        When.SPARE_CARD: of(d.hand, seat) >= 1 + CARD,
        When.AIMED_AT: all_of(aimed(d), theirs),
        When.ATTACKING: mine,
    }


def aimed(d: Duel) -> Expr:
    """Whether an ability has been carried out and has a target, which it has not struck yet."""
    if d.seats.duel:
        return all_of(in_phase(d, "offense"), d.activated == 1, d.program == NOTHING)
    return all_of(in_phase(d, "targeting"), d.target >= 1)


def _figures(rules: Rules, seat: Expr) -> Iterator[Expr]:
    """What has to come to so much."""
    d = rules.duel
    coming, printed, whole = (Chosen(name) for name in ("incoming_at_least", "at_least", "total_at_least"))
    yield implies(coming >= 1, final_total(rules, seat) >= coming)
    yield implies(printed >= 1, d.printed >= printed)
    yield implies(whole >= 1, all_of(attacks(d), seat == d.attacker, attack_total(rules) >= whole))


def _about_dice(d: Duel, seat: Expr) -> Iterator[Expr]:
    """What lies on the table: dice to alter, or none in the way of those that are to be rolled."""
    own, others, any_of_them = (1 + who for who in (Who.SELF, Who.OPPONENT, Who.CHOSEN))
    yield implies(Chosen("rolls") == 1, d.live != ACTION_ROLL)
    rolling = in_phase(d, "offense", "targeting", "defense")
    timely = any_of(TIMING != Timing.ROLL, rolling)
    yield implies(all_of(TOUCHES >= 1, timely), d.live != NO_ROLL)
    mine = whose_dice(d) == seat
    rolled = [whose_dice(d)] if d.seats.duel else [whose_dice(d), whose_other_die(d)]
    own_die, other_die = (
        any_of(test(rolled[0]), *(all_of(roll_off(d), test(one)) for one in rolled[1:]))
        for test in (lambda whose: whose == seat, lambda whose: opposed(d, whose, seat))
    )
    fit = any_of(
        any_of_them == TOUCHES, all_of(own == TOUCHES, own_die), all_of(others == TOUCHES, other_die),
        *([roll_off(d)] if d.seats.duel else []),
    )  # fmt: skip
    yield implies(all_of(TOUCHES >= 1, d.live != NO_ROLL), fit)
    spent = of_roll(d, d.spent)
    named = all_of(Chosen("on_dice") == 1, Chosen("dice_of") >= 1)
    yield implies(named, all_of(d.live == ACTION_ROLL, spent == Chosen("dice_of"), mine))


def _paid(rules: Rules, seat: Expr) -> Makes:
    """``seat`` pays for the action: combat points, tokens, the card; a use that is counted is marked."""
    d = rules.duel
    paid: Makes = {
        **put([*d.cp], seat, lambda old: old - CP), **put([*d.hand], seat, lambda old: old - CARD),
    }  # fmt: skip
    for one in d.seats.numbers:
        for kind in range(1, d.kinds + 1):
            had = tokens_of(d, one, kind)
            marks = where(MARKED == 1, 1, 0) if d.statuses[kind].sign == "mark" else 0
            spent = where(all_of(TOKENS >= 1, kind == TOKEN), TOKENS, 0)
            paid[had] = where(seat == one, had - spent + marks, had)
    if rules.reads("fresh-chi", "per-token"):
        keeps = [kind for kind, status in enumerate(d.statuses) if kind and any(
            When.NOT_TURN_GAINED in action.when for action in status.spend)]  # fmt: skip
        fresh = all_of(any_of(*(kind == TOKEN for kind in keeps)), ~_when(When.NOT_TURN_GAINED), TOKENS >= 1)
        paid |= put([*d.fresh], seat, lambda old: at_least(old - where(fresh, TOKENS, 0), 0))
    return paid


def _under_way(d: Duel, seat: Expr, *, swift: int, back: Expr | int | None = None) -> Makes:
    """The action is the topmost under way."""
    frame = d.depth + 1
    noted = {
        "owner": seat, "swift": swift, "enhancing": where(_when(When.MODIFIER), 1, 0), "played": CARD,
        "spent": where(TOKENS >= 1, TOKEN, 0), **({} if back is None else {"back": back}),
    }  # fmt: skip
    found: Makes = {d.depth: frame, **picked_nobody(d, frame)}
    for name, value in noted.items():
        for place, cell in enumerate(getattr(d, name)):
            found[cell] = where(frame == place, value, cell)
    return found
