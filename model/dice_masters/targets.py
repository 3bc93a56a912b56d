"""Which dice an effect may be about."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards import Op, Target
from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.dice_masters.table_state import ATTACK, PREP, USED
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, lookup, negate

OF_DICE = (
    Op.HURT_DIE,
    Op.KO,
    Op.ATTACK,
    Op.DEFENSE,
    Op.SHIELD,
    Op.WITHDRAW,
    Op.SPIN_UP,
    Op.SPIN_DOWN,
)
"""The words whose effect is about one character die in the Field Zone."""


def is_target(rules: Rules, die: Expr | int, target: Expr, seat: Expr) -> Expr:
    """Whether ``die`` is a character die that ``target`` names, as ``seat`` sees it."""
    t = rules.table
    mine = t.owner[die] == seat
    return all_of(
        t.fielded(die),
        any_of(
            target == Target.DIE,
            all_of(target == Target.OWN, mine),
            all_of(target == Target.OPPOSING, negate(mine)),
            all_of(target == Target.ATTACKER, t.zone[die] == ATTACK, t.owner[die] == t.turn),
        ),
    )


def any_target(rules: Rules, target: Expr, seat: Expr) -> Expr:
    """Whether there is any die that ``target`` names."""
    t = rules.table
    named = (Target.DIE, Target.OWN, Target.OPPOSING, Target.ATTACKER)
    tests = {
        Target.DIE: t.some(t.fielded),
        Target.OWN: t.some(lambda die: all_of(t.fielded(die), t.owner[die] == seat)),
        Target.OPPOSING: t.some(lambda die: all_of(t.fielded(die), t.owner[die] != seat)),
        Target.ATTACKER: t.some(lambda die: t.of(die, t.turn, ATTACK)),
    }
    return any_of(*(all_of(target == one, tests[one]) for one in named))


def is_starting(rules: Rules, die: Expr | int) -> Expr:
    """Whether ``die`` is one of the white starting dice."""
    return rules.table.figures.kind(die) == 0


def spare_sidekick(rules: Rules, die: Expr | int, seat: Expr) -> Expr:
    """Whether ``die`` is a starting die in the Used Pile of ``seat``."""
    return all_of(rules.table.of(die, seat, USED), is_starting(rules, die))


def opposing_prepped(rules: Rules, die: Expr | int, seat: Expr) -> Expr:
    """Whether ``die`` is in the Prep Area of the opponent of ``seat``."""
    return rules.table.of(die, 1 - seat, PREP)


def step_possible(rules: Rules, step: Expr, seat: Expr) -> Expr:
    """Whether step number ``step`` of a program has something to be about."""
    t, figures = rules.table, rules.table.figures
    word, target = figures.at("word", step), figures.at("target", step)
    about_dice = lookup("about dice", [int(op in OF_DICE) for op in Op], word) == 1
    return all_of(
        any_of(negate(about_dice), any_target(rules, target, seat)),
        any_of(word != Op.PREP_USED, t.some(lambda die: spare_sidekick(rules, die, seat))),
        any_of(word != Op.UNPREP, t.some(lambda die: opposing_prepped(rules, die, seat))),
    )


def globally_legal(rules: Rules, ability: Expr) -> Expr:
    """Whether the Global ``ability`` has something to be about, as the player with priority uses it."""
    t = rules.table
    return step_possible(rules, t.figures.at("global program", ability), t.holder)
