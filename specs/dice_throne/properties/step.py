"""Properties of single steps: each may be taken just where the text allows it, and does just what it says."""

from __future__ import annotations

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.specs.dice_throne.invariants.structure import STRUCTURE
from dicelaw.specs.dice_throne.properties.steps_of_roll_phases import steps_of_roll_phases
from dicelaw.specs.dice_throne.properties.steps_of_turns import steps_of_turns
from dicelaw.specs.dice_throne.properties.steps_of_windows import steps_of_windows
from dicelaw.specs.property import Property
from dicelaw.specs.steps import step_property


def step_properties(made: DuelMachine) -> list[Property]:
    """A property of each row of the table."""
    rules = made.rules
    rows = (*steps_of_turns(rules), *steps_of_roll_phases(rules), *steps_of_windows(rules))
    return [step_property(made.machine, row, STRUCTURE, made.duel.cp[0]) for row in rows]
