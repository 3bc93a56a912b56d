"""Triggered effects: who puts which into the queue, what they do, and where play goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dicelaw.model.dice_masters.cards.cards import BURSTS, REACTIONS, Moment, Op
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.damage.combat_ko import after_combat
from dicelaw.model.dice_masters.rules import Demands, Rules, Writes
from dicelaw.model.dice_masters.state.table_state import (
    ANSWERING,
    ARRIVALS,
    ATTACKERS,
    BLOCKERS,
    DAMAGED,
    FALLEN,
    FALLS,
    HURTS,
    MAIN,
    OVER,
    WINDOW,
)
from dicelaw.model.dice_masters.timing.global_abilities import add_parts, global_begins, over, waiting
from dicelaw.model.dice_masters.words.words import Words
from dicelaw.model.kernel.expressions import (
    FALSE,
    TRUE,
    Expr,
    all_of,
    any_of,
    at_least,
    at_most,
    negate,
    number,
    where,
)
from dicelaw.model.kernel.fragments.priority_window import Window
from dicelaw.model.kernel.graph import Agent, Choice, Kind, rules_where
from dicelaw.model.kernel.lookups import lookup
from dicelaw.model.kernel.state import ArrayField

GLOBALS_FROM = len(Moment)
"""Effect numbers are ``moment * dice + die + 1``; those of Globals follow."""


def add_due(rules: Rules) -> None:
    """Of effects triggered together the active player's enter the queue first, each's own in any order."""
    t, timing, queue = rules.table, rules.timing, rules.queue
    timing.point("due", Kind.DECISION, "triggered effects are put in order")
    mine = any_of(*(_is_due(rules, die, t.turn) for die in range(t.count)))
    theirs = any_of(*(_is_due(rules, die, t.inactive) for die in range(t.count)))
    decider = where(mine, t.turn, t.inactive)
    moments: list[tuple[str, ArrayField, Callable[[Expr], Expr | int]]] = [
        ("arrival", t.arriving, lambda die: lookup("moment", [0, *ARRIVALS], t.arriving[die])),
        ("damage", t.hurt, lambda die: lookup("hurt", HURTS, t.hurt[die])),
        ("ko", t.fallen, lambda die: lookup("fall", FALLS, t.fallen[die])),
    ]
    edition = rules.edition
    waits = t.stage == ANSWERING if rules.reads("combat-ko", "damaged") else FALSE
    enters = [] if waits is FALSE else [(negate(waits), rules.rule("ko-order"))]
    for name, flags, moment in moments:
        die = rules.die()
        code = moment(die) * t.count + die + 1
        queue.trigger(
            f"due/{name}", "due", "due", decider, "put the effect of {die} next into the queue",
            entries=[(t.owner[die], code)],
            active=t.turn,
            choices=[die],
            requires=[(flags[die] >= 1, "queue/own-order-chosen"),
                      (t.owner[die] == decider, "queue/active-first"), *enters],
            effect=_taken(rules, flags, die, moment),
            cites=_trigger_rules(rules, name, flags, die, moment(die)),
            family="due",
        )  # fmt: skip
    over: Demands = [(any_of(waits, negate(any_of(mine, theirs))), "queue/own-order-chosen")]
    begun: Writes = {} if waits is FALSE else {t.stage: where(t.stage == DAMAGED, ANSWERING, t.stage)}
    under_way, pending = t.pc >= 1, queue.length >= 1
    rule = f"queue/resolve-fully@{edition}"
    ways: list[tuple[str, str, Expr, Writes]] = [
        ("resume", "resolve", under_way, {}),
        ("take", "resolve/read", all_of(negate(under_way), pending), begun),
        ("done", "stage", negate(any_of(under_way, pending)), {}),
    ]
    for name, target, holds, writes in ways:
        timing.add(
            f"due/{name}", "due", target, Agent.RULES, "go on", requires=[*over, (holds, rule)], effect=writes
        )


def _trigger_rules(
    rules: Rules, name: str, flags: ArrayField, die: Choice, moment: Expr | int
) -> Sequence[str]:
    """The rules about the effect of ``die`` that is due by its ``name``, each where it matters."""
    t, edition, waits = rules.table, rules.edition, number(moment)
    attacks = any_of(*(waits == one for one in (Moment.ATTACKS, Moment.ATTACKS_BURST)))
    kind = t.figures.kind
    more = t.some(lambda one: all_of(die != one, flags[one] >= 1, kind(die) == kind(one)))
    of_kind: dict[str, dict[str, Expr]] = {
        "arrival": {
            f"combat/when-attacks@{edition}": attacks,
            "combat/block-effects-order": waits == Moment.BLOCKS,
            **({"effects/applied-per-die": more} if rules.newer else {}),
        },
        "damage": {rules.rule("ko-order"): TRUE, **({"queue/per-die-trigger": more} if rules.newer else {})},
        "ko": {rules.rule("ko-order"): TRUE},
    }
    cites = of_kind[name]
    if t.figures.bursts():
        bursts = [
            "burst/place", "burst/one-or-two", "burst/exact-match", f"burst/mandatory@{edition}",
            "burst/adds-or-replaces" if rules.newer else "roll/effects-of-rolls@2016",
        ]  # fmt: skip
        cites |= dict.fromkeys(bursts, any_of(*(waits == one for one in BURSTS.values())))
    if t.firsts:
        once = ["queue/first-time-by-card", "queue/first-time-simultaneous"]
        only = t.limited(die, moment) == 1
        cites |= dict.fromkeys(rules.cited("model/first-time", new=once), only)
    return rules_where(cites)


def _taken(rules: Rules, flags: ArrayField, die: Choice, moment: Callable[[Expr], Expr | int]) -> Writes:
    """What is written when the effect of ``die`` enters the queue, if only the first of a turn counts.

    Of dice of one card that wait for the same only the one that its player takes first has its effect.
    """
    t = rules.table
    if not t.firsts:
        return {flags[die]: 0}
    kinds, place = t.figures.kind, t.card(die)
    only = t.limited(die, moment(die)) == 1
    writes: Writes = {t.happened[place]: where(only, 1, t.happened[place])}
    for one in range(t.count):
        like = all_of(only, kinds(die) == kinds(one), flags[one] == flags[die])
        writes[flags[one]] = where(any_of(die == one, like), 0, flags[one])
    return writes


def _is_due(rules: Rules, die: int, seat: Expr) -> Expr:
    t = rules.table
    return all_of(t.owner[die] == seat, any_of(t.arriving[die] >= 1, t.hurt[die] >= 1, t.fallen[die] >= 1))


def add_stages(rules: Rules, main: Window, window: Window) -> None:
    """Where play goes on when nothing is pending."""
    t, timing = rules.table, rules.timing
    timing.point("stage", Kind.RULES, "nothing is pending")
    lost: Writes = {(t.virtual if rules.newer else t.spare)[t.inactive]: 0}
    kept: Writes = lost if rules.newer else {}
    rule = f"queue/resolve-fully@{rules.edition}"
    stages: list[tuple[str, int, str, Writes]] = [
        ("main", MAIN, "main", {**main.resumed(), **lost}),
        ("attackers", ATTACKERS, "block", kept),
        ("blockers", BLOCKERS, "attack/window", {**window.opening(), t.stage: WINDOW, **kept}),
        ("window", WINDOW, "attack/window", {**window.resumed(), **lost}),
        ("damaged", DAMAGED, after_combat(rules), {t.stage: FALLEN, **kept}),
    ]
    for name, stage, target, writes in stages:
        if stage == DAMAGED and not rules.newer:
            continue
        here = rules.before_kos if stage == DAMAGED else t.stage == stage
        timing.add(
            f"stage/{name}", "stage", target, Agent.RULES, "go on", requires=[(here, rule)], effect=writes,
        )  # fmt: skip
    timing.add(
        "stage/over", "stage", "cleanup", Agent.RULES, "go on with the Cleanup Step",
        requires=[(t.stage == OVER, rule)], effect=dict.fromkeys((*t.spare, *t.virtual), 0),
    )  # fmt: skip
    fallen = (t.stage == FALLEN, rule)
    if t.bearers(Keyword.FAST):
        timing.add(
            "stage/slower", "stage", "assign", Agent.RULES, "go on with the dice that have not Fast",
            requires=[fallen, (t.quick == 1, rules.keyword("fast"))], effect={t.quick: 0},
            cites=[rules.keyword("fast-together")],
        )  # fmt: skip
    timing.add(
        "stage/fallen", "stage", "attack/over", Agent.RULES, "go on",
        requires=[fallen, (t.quick == 0, rules.keyword("fast"))],
    )  # fmt: skip


def add_resolution(rules: Rules) -> None:
    """The head of the queue resolves, step by step of its program."""
    t, timing, queue, figures = rules.table, rules.timing, rules.queue, rules.table.figures
    timing.point("resolve/read", Kind.RULES, "the first effect in the queue begins")
    timing.point("resolve", Kind.DECISION, "an effect resolves")
    head = at_least(queue.effects[0] - 1, 0)
    die, moment = head % t.count, at_most(head // t.count, len(Moment) - 1)
    begins = t.program(die, moment)
    parts: Writes = {}
    if t.dice.globals:
        ability = at_most(at_least(head - GLOBALS_FROM * t.count, 0), len(t.dice.globals) - 1)
        of_global, parts = global_begins(rules, ability, figures.at("global program", ability))
        begins = where(head < GLOBALS_FROM * t.count, begins, of_global)
    timing.add(
        "resolve/read/begin", "resolve/read", "resolve", Agent.RULES, "begin",
        effect={t.pc: begins, t.source: where(head < GLOBALS_FROM * t.count, die + 1, 0), **parts},
        cites=rules.cited(
            new=["queue/trigger-and-resolution"], old=["priority/no-response-to-started-effect"]
        ),
    )  # fmt: skip
    word = figures.at("word", t.pc)
    ended = any_of(t.pc == 0, *(word == op for op in (Op.END, *sorted(REACTIONS))), t.pc == figures.steps - 1)
    again: Expr = FALSE
    if t.copiers:
        second = t.second_program(t.source_die, moment)
        again = all_of(t.source >= 1, t.again == 0, second >= 1)
        timing.add(
            "resolve/again", "resolve", "resolve", Agent.RULES, "go on with the copied effect",
            requires=[(all_of(ended, again), "model/copied-text")], effect={t.pc: second, t.again: 1},
        )  # fmt: skip
    add_parts(rules, ended)
    queue.finish(
        "resolve/over", "resolve", Agent.RULES, "the effect has resolved",
        requires=[
            (all_of(ended, negate(again), negate(waiting(rules))), f"queue/resolve-fully@{rules.edition}")
        ],
        effect={t.pc: 0, t.source: 0, t.again: 0, **over(rules)},
    )  # fmt: skip
    Words(rules, negate(ended), word).add()
