"""Continuous dice that act on the opponent's turn, as an attack is declared or as there is none."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import ON_ATTACK, Moment
from dicelaw.model.dice_masters.rules import Demands, Rules, Writes, moving
from dicelaw.model.dice_masters.state.table_state import ARRIVALS, IN_PLAY, MAIN, NO_ATTACK, OUT, USED
from dicelaw.model.dice_masters.zones.equip import taken_off
from dicelaw.model.kernel.expressions import FALSE, Expr, all_of, any_of, negate, truth, where
from dicelaw.model.kernel.graph import Agent, Choice
from dicelaw.model.kernel.lookups import lookup

RULE = "model/no-attack"


def _moment(rules: Rules, die: Expr | int) -> Expr:
    """What the attack of the opponent is for ``die``, whose face may have two bursts."""
    return where(rules.table.shown("action", die) == 3, ON_ATTACK[1], ON_ATTACK[0])


def answers(rules: Rules, die: int) -> Expr:
    """Whether ``die`` is in the Field Zone of the inactive player and acts as the attack is declared."""
    t = rules.table
    if not (t.dice.kinds[t.dice.dice[die]].acts and any(t.has_program(die, one) for one in ON_ATTACK)):
        return FALSE
    return all_of(t.of(die, t.inactive, IN_PLAY), t.program(die, _moment(rules, die)) >= 1)


def may_answer(rules: Rules) -> bool:
    """Whether any die of the game has an effect as the opponent attacks."""
    return any(answers(rules, die) is not FALSE for die in range(rules.table.count))


def any_answers(rules: Rules) -> Expr:
    """Whether any die does, and it is still open whether there is an attack."""
    there = any_of(FALSE, *(answers(rules, die) for die in range(rules.table.count)))
    return FALSE if truth(there) is FALSE else all_of(rules.table.stage == MAIN, there)


def answering(rules: Rules, arriving: Writes) -> Writes:
    """``arriving`` with what is due of these dice."""
    t = rules.table
    arrives: Writes = dict(arriving)
    for die in range(t.count):
        there = answers(rules, die)
        if there is not FALSE:
            now = lookup("arrival", [ARRIVALS.get(one, 0) for one in Moment], _moment(rules, die))
            arrives[t.arriving[die]] = where(there, now, arrives[t.arriving[die]])
    return arrives


def add_no_attack(rules: Rules) -> Demands:
    """They act as the Cleanup Step begins, where nobody has attacked; what is required to go on then."""
    t, timing = rules.table, rules.timing
    some = any_answers(rules)
    if truth(some) is FALSE:
        return []
    timing.add(
        "cleanup/no-attack", "cleanup", "due", Agent.RULES, "let what answers no attack enter the queue",
        requires=[(some, RULE)],
        effect={**answering(rules, {cell: cell for cell in t.arriving}), t.stage: NO_ATTACK},
    )  # fmt: skip
    timing.add(
        "stage/no-attack", "stage", "cleanup", Agent.RULES, "go on with the Cleanup Step",
        requires=[(t.stage == NO_ATTACK, RULE)], effect=dict.fromkeys((*t.spare, *t.virtual), 0),
    )  # fmt: skip
    return [(negate(some), RULE)]


def leaves_by_choice(rules: Rules, die: Choice) -> Demands:
    """That nothing but its player's choice sends the Continuous die ``die`` on."""
    t = rules.table
    waits = [one for one in range(t.count) if t.has_program(one, ON_ATTACK[0])]
    if not waits:
        return []
    return [(t.program(die, ON_ATTACK[0]) == 0, "keyword/continuous-leave")]


def add_send_this(rules: Rules, says: tuple[Expr, str], onward: Writes) -> None:
    """The word by which the Continuous die of the effect is sent on; ``says`` that it comes next."""
    t = rules.table
    die = t.source_die
    there = all_of(t.source >= 1, t.zone[die] == IN_PLAY)
    zone = where(t.owner[die] == t.turn, OUT, USED) if rules.newer else USED
    rules.timing.add(
        "resolve/send-this", "resolve", "ko", Agent.RULES, "send the die of the effect to the Used Pile",
        requires=[says, (there, says[1])],
        effect={**moving(t, die, zone), **taken_off(rules, die), **onward},
        cites=[rules.rule("sent-to-used"), "keyword/continuous-leave"],
    )  # fmt: skip
