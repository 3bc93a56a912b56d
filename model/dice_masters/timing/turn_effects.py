"""Effects at the start and at the end of a turn: of active cards, and of dice that were used in the turn."""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_masters.cards.cards import Moment
from dicelaw.model.dice_masters.damage.consequences import counts
from dicelaw.model.dice_masters.rules import Demands, Rules, Writes
from dicelaw.model.dice_masters.state.table_state import ARRIVALS, BEGINNING, ENDING
from dicelaw.model.kernel.expressions import FALSE, Expr, all_of, any_of, negate, number, truth, where
from dicelaw.model.kernel.graph import Agent, Choice

AT_START = (Moment.TURN_BEGINS,)
AT_END = (Moment.TURN_ENDS, Moment.LATER)


def used_later(rules: Rules, die: Choice) -> Writes:
    """What the use of the action die ``die`` writes, if it has an effect at the end of the turn."""
    t = rules.table
    return {
        t.later[place]: where(all_of(die == one, t.program(one, Moment.LATER) >= 1), 1, t.later[place])
        for place, one in enumerate(t.delayed)
        if t.dice.kinds[t.dice.dice[one]].acts
    }


def waits(rules: Rules, die: int, moment: Moment) -> Expr:
    """Whether the effect of ``die`` for ``moment`` has still to enter the queue.

    An active card has it once, however many of its dice are in the Field Zone; every used die has its own.
    """
    t = rules.table
    if not t.has_program(die, moment):
        return FALSE
    if moment is Moment.LATER:
        return t.later[t.delayed.index(die)] == 1
    if t.dice.kinds[t.dice.dice[die]].acts:
        return FALSE
    stage = BEGINNING if moment in AT_START else ENDING
    leads = t.leads(die, t.owner[die])
    return all_of(t.stage != stage, leads, t.ready(die, moment), counts(rules, die, moment))


def any_waits(rules: Rules, moments: Sequence[Moment]) -> Expr:
    """Whether any effect for one of ``moments`` has still to enter the queue."""
    dice = range(rules.table.count)
    return any_of(FALSE, *(waits(rules, die, moment) for moment in moments for die in dice))


def add_start(rules: Rules, settled: Demands) -> Demands:
    """The effects of the start of a turn enter the queue, once ``settled``; what is required to go on."""
    rule = "turn/start-of-turn-effects" if rules.newer else "model/start-of-turn"
    effects = "let the effects of the start of the turn enter the queue"
    found = _add(rules, "clear", effects, AT_START, BEGINNING, rule, settled)
    if found:
        t = rules.table
        rules.timing.add(
            "stage/beginning", "stage", "clear", Agent.RULES, "go on with the turn",
            requires=[(t.stage == BEGINNING, rule)], effect=dict.fromkeys((*t.spare, *t.virtual), 0),
        )  # fmt: skip
    return found


def add_end(rules: Rules, point: str, settled: Sequence[tuple[Expr | bool, str]] = ()) -> Demands:
    """Those of the end of a turn do so at ``point``, once ``settled``; what is required to go on from there.

    The Cleanup Step is gone through again after them, as what they apply ends with the turn.
    """
    rule = f"cleanup/end-of-turn-effects@{rules.edition}"
    effects = "let the effects of the end of the turn enter the queue"
    found = _add(rules, point, effects, AT_END, ENDING, rule, settled)
    if found:
        t = rules.table
        rules.timing.add(
            "stage/ending", "stage", "cleanup", Agent.RULES, "go on with the Cleanup Step",
            requires=[(t.stage == ENDING, rule)], effect=dict.fromkeys((*t.spare, *t.virtual), 0),
            cites=[f"effects/duration@{rules.edition}"],
        )  # fmt: skip
    return found


def _add(
    rules: Rules,
    point: str,
    says: str,
    moments: Sequence[Moment],
    stage: int,
    rule: str,
    settled: Sequence[tuple[Expr | bool, str]] = (),
) -> Demands:
    t = rules.table
    some = any_waits(rules, moments)
    if truth(some) is FALSE:
        return []
    writes: Writes = {t.stage: stage}
    for die in range(t.count):
        arrives: Expr = number(0)
        for moment in reversed(moments):
            arrives = where(waits(rules, die, moment), ARRIVALS[moment], arrives)
        writes[t.arriving[die]] = arrives
    for place, die in enumerate(t.delayed if Moment.LATER in moments else ()):
        stays = waits(rules, die, Moment.TURN_ENDS)
        writes[t.later[place]] = where(stays, t.later[place], 0)
    rules.timing.add(
        f"{point.partition('/')[0]}/effects", point, "due", Agent.RULES, says,
        requires=[*settled, (some, rule)], effect=writes,
    )  # fmt: skip
    return [(negate(some), rule)]
