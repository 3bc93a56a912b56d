"""The effect language of Dice Throne: what abilities, cards and status effects are made of.

An effect is a program: a row of instructions, run one after another. Content files are compiled to this form,
and the machine reads it through tables, so a card is data to every reader.
"""

from dicelaw.model.dice_throne.language.content import (
    EXPIRES,
    RAISED_MOST,
    SIGNS,
    Ability,
    Action,
    Card,
    Companion,
    Hero,
    Moment,
    Needs,
    Pack,
    Status,
    Timing,
    Trigger,
    Upgrade,
    When,
)
from dicelaw.model.dice_throne.language.instructions import (
    AFTER_DAMAGE,
    Count,
    DamageType,
    Instruction,
    Op,
    Pool,
    Program,
    Test,
    Who,
)

__all__ = [
    "AFTER_DAMAGE",
    "EXPIRES",
    "RAISED_MOST",
    "SIGNS",
    "Ability",
    "Action",
    "Card",
    "Companion",
    "Count",
    "DamageType",
    "Hero",
    "Instruction",
    "Moment",
    "Needs",
    "Op",
    "Pack",
    "Pool",
    "Program",
    "Status",
    "Test",
    "Timing",
    "Trigger",
    "Upgrade",
    "When",
    "Who",
]
