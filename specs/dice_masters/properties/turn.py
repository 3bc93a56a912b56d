"""Properties of effects at the start and at the end of a turn."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.damage.deadly import doomed
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import BEGINNING, ENDING, NO_ATTACK
from dicelaw.model.dice_masters.timing.answers_to_attack import any_answers
from dicelaw.model.dice_masters.timing.turn_effects import AT_END, AT_START, any_waits
from dicelaw.model.dice_masters.zones.sparing import spared
from dicelaw.model.kernel.expressions import all_of, any_of, implies
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.dice_masters.invariants.invariants import STRUCTURE
from dicelaw.specs.property import Chosen, EachStep, Goal, Never, Property, after


def turn_properties(made: TableMachine) -> list[Property]:
    """They happen before the draw, and before Out of Play is emptied; the active player's come first."""
    t, rules = made.table, made.rules
    at_start = "turn/start-of-turn-effects" if rules.newer else "model/start-of-turn"
    at_end = f"cleanup/end-of-turn-effects@{rules.edition}"
    late = "cleanup/clear" if rules.reads("end-of-turn", "before") else "cleanup/turn-ends"
    dice = range(t.count)
    due = [all_of(t.owner[die] == t.turn, t.arriving[die] >= 1) for die in dice]
    theirs = any_of(*(all_of(Chosen("die") == die, t.owner[die] != t.turn) for die in dice))
    return [
        Property(
            at_start,
            "Nothing is cleared or drawn while an effect of the start of the turn has still to happen.",
            Never(any_of(any_waits(rules, AT_START), rules.queue.length >= 1), "clear/clear"),
            (at_start,),
            using=("queue/nothing-under-way",),
            goal=Goal("an effect of the start of a turn resolves", t.stage == BEGINNING, "resolve"),
            bug=dropping(at_start, "clear/clear"),
        ),
        Property(
            at_end,
            "Out of Play is emptied, and the turn passes, when the effects of its end have happened."
            if rules.newer or late == "cleanup/turn-ends"
            else "Damage is cleared when the effects of the end of the turn have happened.",
            Never(any_of(any_waits(rules, AT_END), rules.queue.length >= 1), late),
            (at_end, "cleanup/oop-last"),
            using=("queue/nothing-under-way",),
            goal=Goal("an effect of the end of a turn resolves", t.stage == ENDING, "resolve"),
            bug=dropping(at_end, late),
        ),
        Property(
            "turn/end-active-first",
            "Of the effects of the end of a turn the active player's enter the queue first.",
            Never(all_of(t.stage == ENDING, theirs, any_of(*due)), "due/arrival"),
            (at_end, "queue/active-first"),
            goal=Goal("effects of both players are due at the end of a turn",
                      all_of(t.stage == ENDING, any_of(*due),
                             any_of(*(all_of(t.owner[die] != t.turn, t.arriving[die] >= 1) for die in dice))),
                      "due"),
            bug=dropping("queue/active-first", "due/arrival"),
        ),
        Property(
            "model/no-attack",
            "Where nobody has attacked, what answers that happens before damage is cleared.",
            Never(any_of(any_answers(rules), rules.queue.length >= 1), "cleanup/clear"),
            ("model/no-attack",),
            using=("queue/nothing-under-way",),
            goal=Goal("an effect of there being no attack resolves", t.stage == NO_ATTACK, "resolve"),
            bug=dropping("model/no-attack", "cleanup/clear"),
        ),
        *_deadly(made),
    ]  # fmt: skip


def _deadly(made: TableMachine) -> list[Property]:
    t, rules = made.table, made.rules
    dice = range(t.count)
    falls = [all_of(doomed(rules, die), ~spared(rules, die)) for die in dice]
    if not t.figures.uses(Op.KO_ENGAGED):
        return []
    return [
        Property(
            "model/deadly",
            "What was engaged with a Deadly die is KO'd by its effect at the end of the turn.",
            EachStep(
                all_of(*(implies(one, ~after(t.fielded(die))) for die, one in enumerate(falls))),
                along="resolve/ko-engaged",
            ),
            ("model/deadly",),
            using=STRUCTURE,
            goal=Goal("the effect of a Deadly die resolves",
                      all_of(t.figures.at("word", t.pc) == Op.KO_ENGAGED, any_of(*falls)), "resolve"),
            bug=rewriting("resolve/ko-engaged", t.zone[0], lambda _: t.zone[0], "one of them stays"),
        )
    ]  # fmt: skip
