"""Which dice effects may be about: what lines and sentences call them, and what they are in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.model.dice_masters.cards.cards import Target as Number
from dicelaw.model.effects.targets import Found, Target
from dicelaw.model.kernel.expressions import Expr, negate, number

if TYPE_CHECKING:
    from dicelaw.model.dice_masters.rules import Rules

Die = Expr | int
VILLAIN = "villain"


def _mine(rules: Rules, die: Die, seat: Expr) -> Expr:
    return rules.table.owner[die] == seat


def _this(rules: Rules, die: Die) -> Expr:
    return rules.table.source == number(die) + 1


def _starting(rules: Rules, die: Die) -> Expr:
    return rules.table.figures.kind(die) == 0


def _villain(rules: Rules, die: Die) -> Expr:
    return rules.table.affiliated(die, VILLAIN)


def _attacks(rules: Rules, die: Die) -> Expr:
    return rules.table.in_attack(die)


IN_FIELD = (
    Target("die", Number.DIE, aim=lambda _rules, _die, _seat: ()),
    Target("own die", Number.OWN, aim=lambda rules, die, seat: (_mine(rules, die, seat),)),
    Target(
        "opposing die", Number.OPPOSING,
        aim=lambda rules, die, seat: (negate(_mine(rules, die, seat)),),
    ),
    Target(
        "attacker", Number.ATTACKER,
        aim=lambda rules, die, _seat: (_attacks(rules, die), rules.table.owner[die] == rules.table.turn),
    ),
    Target(
        "opposing sidekick", Number.SIDEKICK,
        aim=lambda rules, die, seat: (_starting(rules, die), negate(_mine(rules, die, seat))),
    ),
    Target(
        "opposing non-villain die", Number.NO_VILLAIN,
        aim=lambda rules, die, seat: (negate(_villain(rules, die)), negate(_mine(rules, die, seat))),
    ),
    Target(
        "opposing die in combat", Number.FIGHTING,
        aim=lambda rules, die, seat: (_attacks(rules, die), negate(_mine(rules, die, seat))),
    ),
    Target(
        "this die", Number.THIS, "the die of the effect", Found.SELF,
        aim=lambda rules, die, _seat: (_this(rules, die),),
    ),
    Target(
        "fielded die", Number.NEWCOMER, "the die that was fielded", Found.SELF,
        aim=lambda rules, die, _seat: (rules.table.newcomer == number(die) + 1,),
    ),
    Target(
        "this die if it survives", Number.SURVIVOR, "the die of the effect, if it survives", Found.SELF,
        aim=lambda rules, die, _seat: (_this(rules, die), rules.table.source_survives),
    ),
)  # fmt: skip
"""The character dice in the Field Zone, each with all that it has to be there."""
ELSEWHERE = (
    Target("continuous die", Number.IN_PLAY),
    Target("used sidekick", Number.USED_SIDEKICK),
    Target("own die in reserve", Number.IN_RESERVE),
)
"""The dice that some words find elsewhere."""
TARGETS = (*IN_FIELD, *ELSEWHERE)
