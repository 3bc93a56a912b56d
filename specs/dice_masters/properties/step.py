"""Properties of single steps: each may be taken just where the text allows it, and does just what it says.

From each row of the table of steps follows one over all content and in any state, reachable or not: what it
names becomes so much, and all else that players, dice and the course of play have is what it was.
"""

from __future__ import annotations

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.specs.dice_masters.steps.acts import steps_of_acts
from dicelaw.specs.dice_masters.steps.combat import steps_of_combat
from dicelaw.specs.dice_masters.steps.course import steps_of_course
from dicelaw.specs.dice_masters.steps.effects import steps_of_effects
from dicelaw.specs.dice_masters.steps.energy import steps_of_energy
from dicelaw.specs.dice_masters.steps.moves import steps_of_moves
from dicelaw.specs.dice_masters.steps.reactions import steps_of_reactions
from dicelaw.specs.dice_masters.steps.turns import steps_of_turns
from dicelaw.specs.dice_masters.steps.words import steps_of_words
from dicelaw.specs.property import Property
from dicelaw.specs.steps import properties_of, rows_of


def step_properties(made: TableMachine, name: str) -> list[Property]:
    """A property of each row of the table whose step there is in the game ``made``, called ``name``."""
    tables = (
        steps_of_turns, steps_of_energy, steps_of_combat, steps_of_effects, steps_of_words, steps_of_moves,
        steps_of_course, steps_of_reactions, steps_of_acts,
    )  # fmt: skip
    rows = rows_of(made.rules, tables, made.table)
    there = [row for row in rows if row.id in made.machine.transition_index]
    return properties_of(made.machine, made.rules, there, (), made.table.life[0], name)
