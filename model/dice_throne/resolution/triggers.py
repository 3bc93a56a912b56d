"""The points at which effects that run by themselves are due, and the order in which they run.

Each of them runs like an action of its bearer's. The active player picks which comes first. Before one that
was picked, and after each, there is a window: instants and tokens can be used at any time of a turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_throne.declared.moments import TRIGGERS
from dicelaw.model.dice_throne.language import Moment
from dicelaw.model.dice_throne.rules import Rules, Writes, site
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.rows import TriggerRow
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, constant, negate, number, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind

GROUPS = {
    group: tuple(Moment(one.number) for one in TRIGGERS if group in one.uses)
    for group in dict.fromkeys(group for one in TRIGGERS for group in one.uses)
}
"""The points, and the moments whose effects are due there."""
BETWEEN = {group: window for one in TRIGGERS for group, windows in one.uses.items() for window in windows}
"""The window between two effects that are due at a point. Set-up has none, as it belongs to nobody's turn."""
AFTER = {f"{group}/due": window for group, window in BETWEEN.items()}
"""Where play goes on when an effect that was due at a point is resolved."""
ORDER_RULE = "turn/upkeep/order-by-active-player"


def noted(rules: Rules, group: str) -> tuple[list[Choice], Writes]:
    """The effect of noting what is due at ``group``, with the choices that it depends on."""
    choices, writes = rules.content.due(rules.duel, GROUPS[group])
    return list(choices), dict(writes)


def add_due(rules: Rules, group: str, says: str, then: Sequence[tuple[str, str, Expr, Writes]]) -> None:
    """The point ``group``/due; when nothing is due any more play goes on to one of ``then``.

    Each of these is the name of the transition, its target, when it is taken, and its effect. The window
    between two effects is the caller's; play comes back to it, and from it to the point.
    """
    d, timing = rules.duel, rules.timing
    point = f"{group}/due"
    timing.point(point, Kind.DECISION, says)
    window = BETWEEN.get(group)
    row = rules.content.trigger(d, GROUPS[group])
    several = row.kinds_due >= 2
    silent = rules.barred(d.turn)
    timing.add(
        f"{point}/pick", point, window or "resolve/next", d.turn, "resolve {effect} first",
        choices=row.choices,
        requires=[
            *rules.free(d.turn),
            (several, ORDER_RULE),
            (negate(pick_stands(d, row)), ORDER_RULE),
            (row.left(row.number) >= 1, ORDER_RULE),
        ],
        effect=(
            {d.picked: number(row.number) + 1, **rules.opening()}
            if window
            else _begun(rules, group, row, row.number)
        ),
        cites=[ORDER_RULE],
    )  # fmt: skip
    row = rules.content.trigger(d, GROUPS[group])
    picked = pick_stands(d, row)
    which = where(picked, at_least(d.picked - 1, 0), row.first)
    timing.add(
        f"{point}/run", point, "resolve/next", Agent.RULES, "resolve what is due",
        choices=[] if row.number is not row.first else row.choices,
        requires=[
            (row.kinds_due >= 1, "turn/upkeep/resolve-maintenance"),
            (any_of(negate(several), silent, picked), ORDER_RULE),
        ],
        effect=_begun(rules, group, row, which),
        cites=["turn/upkeep/resolve-maintenance"],
    )  # fmt: skip
    done = row.kinds_due == 0
    over: Writes = {d.picked: 0, **dict.fromkeys(d.due, constant(0))}
    for name, target, given, effect in then:
        timing.add(
            name, point, target, Agent.RULES, "go on, since nothing more is due",
            requires=[(done, "turn/upkeep/resolve-maintenance"), (given, "turn/phase-order")],
            effect={**over, **effect},
        )  # fmt: skip


def pick_stands(d: Duel, row: TriggerRow) -> Expr:
    """Whether the active player has picked what of ``row`` is resolved next, and it is still due."""
    there = all_of(d.picked >= 1, row.left(at_least(d.picked - 1, 0)) >= 1)
    return d.definitions.said("what was picked is still due", there)


def _begun(rules: Rules, group: str, row: TriggerRow, which: Expr) -> Writes:
    """The effect of beginning a program that is due: nobody plays a card or spends a token for it.

    Whoever is an opponent of the attacker, at the conclusion of a Roll Phase, means the attacker by it.
    """
    d = rules.duel
    start, owner = row.started(which)
    aim = where(d.opposed(owner, d.attacker), d.attacker + 1, 0) if group == "phase-over" else constant(0)
    return {
        d.due[which]: d.definitions.said("due once less", at_least(row.left(which) - 1, 0)),
        d.picked: 0,
        d.depth: 1,
        d.pc[1]: start,
        d.owner[1]: owner,
        **({} if d.seats.duel else {d.rival[1]: aim}),
        d.back[1]: site(f"{group}/due"),
    }
