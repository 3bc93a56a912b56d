"""The points at which effects that run by themselves are due, and the order in which they run.

Each of them runs like an action of its bearer's. The active player picks which comes first.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_throne.language import Moment
from dicelaw.model.dice_throne.rules import Rules, Writes, site
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, negate
from dicelaw.model.kernel.graph import Agent, Choice, Kind

GROUPS = {
    "setup": (Moment.SETUP,),
    "upkeep": (Moment.UPKEEP,),
    "concluding": (Moment.CONCLUDING,),
    "attacking": (Moment.ATTACKING,),
    "phase-over": (Moment.PHASE_OVER, Moment.OPPONENT_PHASE_OVER),
    "turn-end": (Moment.TURN_END,),
}
"""The points, and the moments whose effects are due there."""
ORDER_RULE = "turn/upkeep/order-by-active-player"


def noted(rules: Rules, group: str) -> tuple[list[Choice], Writes]:
    """The effect of noting what is due at ``group``, with the choices that it depends on."""
    choices, writes = rules.content.due(rules.duel, GROUPS[group])
    return list(choices), dict(writes)


def add_due(rules: Rules, group: str, says: str, then: Sequence[tuple[str, str, Expr, Writes]]) -> None:
    """The point ``group``/due; when nothing is due any more play goes on to one of ``then``.

    Each of these is the name of the transition, its target, when it is taken, and its effect.
    """
    d, timing = rules.duel, rules.timing
    point = f"{group}/due"
    timing.point(point, Kind.DECISION, says)
    several = rules.content.trigger(d, GROUPS[group]).kinds_due >= 2
    silent = rules.barred(d.turn)
    row = rules.content.trigger(d, GROUPS[group])
    timing.add(
        f"{point}/pick", point, "resolve/next", d.turn, "resolve {effect} first",
        choices=row.choices,
        requires=[
            *rules.free(d.turn),
            (several, ORDER_RULE),
            (d.due[row.number] >= 1, ORDER_RULE),
        ],
        effect=_begun(rules, group, row.number, row.started(row.number)), cites=[ORDER_RULE],
    )  # fmt: skip
    row = rules.content.trigger(d, GROUPS[group])
    timing.add(
        f"{point}/run", point, "resolve/next", Agent.RULES, "resolve what is due",
        choices=[] if row.number is not row.first else row.choices,
        requires=[
            (row.kinds_due >= 1, "turn/upkeep/resolve-maintenance"),
            (any_of(negate(several), silent), ORDER_RULE),
        ],
        effect=_begun(rules, group, row.first, row.started(row.first)),
        cites=["turn/upkeep/resolve-maintenance"],
    )  # fmt: skip
    done = all_of(*(cell == 0 for cell in d.due))
    for name, target, given, effect in then:
        timing.add(
            name, point, target, Agent.RULES, "go on, since nothing more is due",
            requires=[(done, "turn/upkeep/resolve-maintenance"), (given, "turn/phase-order")],
            effect=effect,
        )  # fmt: skip


def _begun(rules: Rules, group: str, which: Expr, started: tuple[Expr, Expr]) -> Writes:
    """The effect of beginning a program that is due: nobody plays a card or spends a token for it."""
    d = rules.duel
    start, owner = started
    return {
        d.due[which]: d.definitions.said("due once less", at_least(d.due[which] - 1, 0)),
        d.depth: 1,
        d.pc[1]: start,
        d.owner[1]: owner,
        d.back[1]: site(f"{group}/due"),
    }
