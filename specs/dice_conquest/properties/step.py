"""Properties of single steps: each may be taken just where the text allows it, and does just what it says."""

from __future__ import annotations

from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.specs.dice_conquest.invariants.structure import STRUCTURE
from dicelaw.specs.dice_conquest.properties.steps_of_rounds import steps_of_rounds
from dicelaw.specs.dice_conquest.properties.steps_of_turns import steps_of_turns
from dicelaw.specs.property import Property
from dicelaw.specs.steps import properties_of, rows_of

RESTS_ON = (STRUCTURE, "dice/rolled-before-use", "play/pending", "damage/all-is-allotted")


def step_properties(made: QuestMachine) -> list[Property]:
    """A property of each row of the table."""
    rows = rows_of(made.rules, (steps_of_rounds, steps_of_turns), made.quest)
    return properties_of(made.machine, made.rules, rows, RESTS_ON, made.quest.hurt[1])
