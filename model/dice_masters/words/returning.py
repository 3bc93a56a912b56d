"""Dice that return to the Field Zone by their own effect, after a KO."""

from __future__ import annotations

from dicelaw.model.dice_masters.rules import Rules, Writes
from dicelaw.model.dice_masters.state.table_state import FIELD, LEVELS
from dicelaw.model.dice_masters.zones.targets import face_of_level, fallen_source
from dicelaw.model.kernel.expressions import Expr, at_least, at_most
from dicelaw.model.kernel.graph import Agent


def add_returning(rules: Rules, says: tuple[Expr, str], onward: Writes) -> None:
    """The word by which the KO'd die of the effect returns, on a level; ``says`` that it comes next."""
    t = rules.table
    die, there = fallen_source(rules)
    level = at_least(at_most(t.figures.at("amount", t.pc), LEVELS), 1)
    rules.timing.add(
        "resolve/return", "resolve", "ko", Agent.RULES, "return the die to the Field",
        requires=[says, (there, says[1])],
        effect={t.zone[die]: FIELD, t.face[die]: face_of_level(rules, die, level),
                t.text[die]: t.text[die] if t.keeps_applied else 0, **onward},
        cites=rules.cited(f"fielded/def@{rules.edition}", old=["effects/duration@2016"]),
    )  # fmt: skip
