"""Continuous action dice: used by going to the Field Zone, they stay there until they send themselves on."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Moment
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.rules import Demands, Rules, moving
from dicelaw.model.dice_masters.state.table_state import IN_PLAY, OUT, USED
from dicelaw.model.dice_masters.timing.answers_to_attack import leaves_by_choice
from dicelaw.model.dice_masters.zones.equip import taken_off
from dicelaw.model.dice_masters.zones.targets import step_possible
from dicelaw.model.kernel.expressions import Expr, all_of, at_least, at_most, where
from dicelaw.model.kernel.fragments.priority_window import Window


def effect_of(rules: Rules, die: Expr) -> Expr:
    """The number of the effect of the action face that ``die`` shows."""
    t = rules.table
    return (Moment.USED + at_least(t.shown("action", die) - 1, 0)) * t.count + die + 1


def _program_of(rules: Rules, die: Expr) -> Expr:
    """Where the program of the action face that ``die`` shows begins; 0 where it has none."""
    t = rules.table
    bursts = at_least(t.shown("action", die) - 1, 0)
    return t.program(die, at_most(Moment.USED + bursts, Moment.USED_DOUBLE))


def begins_with_something(rules: Rules, die: Expr) -> Expr:
    """Whether the effect of the action face that ``die`` shows has something to be about at its beginning."""
    return step_possible(rules, _program_of(rules, die), rules.table.holder, of_action=True)


def add_sending(rules: Rules, window: Window) -> None:
    """A Continuous die in the Field Zone is sent to the Used Pile by its player, for its effect."""
    t = rules.table
    if not t.bearers(Keyword.CONTINUOUS):
        return
    die = rules.die()
    sent = [(t.holder, effect_of(rules, die))]
    zone = where(t.holder == t.turn, OUT, USED) if rules.reads("continuous-sent", "out-of-play") else USED
    free: Demands = [(t.spare[t.holder] == 0, rules.rule("generic-half"))]
    if rules.newer:
        free = [(begins_with_something(rules, die), rules.rule("idle-action"))]
    window.act(
        "send-on", "ko", "send {die} to the Used Pile",
        choices=[die],
        requires=[
            (all_of(t.zone[die] == IN_PLAY, t.owner[die] == t.holder), "keyword/continuous-leave"),
            (t.has(die, Keyword.CONTINUOUS), f"keyword/continuous@{rules.edition}"),
            (_program_of(rules, die) >= 1, "keyword/continuous-leave"),
            *(leaves_by_choice(rules, die)),
            *free,
        ],
        effect={**moving(t, die, zone), **taken_off(rules, die), **rules.queue.entered(sent, t.turn)},
        cites=rules.cited(new=["action/continuous-activation-not-use", "global/timed-abilities"]),
        returns_priority=False,
        family="send-on",
    )  # fmt: skip
