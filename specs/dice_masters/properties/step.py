"""Properties of single steps: each may be taken just where the text allows it, and does just what it says.

From each row of the table of steps follows one over all content: what it names becomes so much, and all else
that players, dice and the course of play have is what it was.
"""

from __future__ import annotations

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.specs.dice_masters.invariants.invariants import STRUCTURE
from dicelaw.specs.dice_masters.steps.combat import steps_of_combat
from dicelaw.specs.dice_masters.steps.effects import steps_of_effects
from dicelaw.specs.dice_masters.steps.energy import steps_of_energy
from dicelaw.specs.dice_masters.steps.turns import steps_of_turns
from dicelaw.specs.property import Property
from dicelaw.specs.steps import step_property

RESTS_ON = (*STRUCTURE, "combat/attack-zone-empty", "queue/nothing-under-way", "play/possible")


def step_properties(made: TableMachine) -> list[Property]:
    """A property of each row of the table whose step there is."""
    tables = (steps_of_turns, steps_of_energy, steps_of_combat, steps_of_effects)
    rows = [row for table in tables for row in table(made.rules)]
    there = [row for row in rows if row.id in made.machine.transition_index]
    return [step_property(made.machine, row, RESTS_ON, made.table.life[0]) for row in there]
