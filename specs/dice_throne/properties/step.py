"""Properties of single steps: each may be taken just where the text allows it, and does just what it says."""

from __future__ import annotations

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.specs.dice_throne.invariants.structure import STRUCTURE
from dicelaw.specs.dice_throne.properties.steps_of_abilities import steps_of_abilities
from dicelaw.specs.dice_throne.properties.steps_of_actions import steps_of_actions
from dicelaw.specs.dice_throne.properties.steps_of_dice import steps_of_dice
from dicelaw.specs.dice_throne.properties.steps_of_effects import steps_of_effects
from dicelaw.specs.dice_throne.properties.steps_of_roll_phases import steps_of_roll_phases
from dicelaw.specs.dice_throne.properties.steps_of_targets import steps_of_targets
from dicelaw.specs.dice_throne.properties.steps_of_tokens import steps_of_tokens
from dicelaw.specs.dice_throne.properties.steps_of_turns import steps_of_turns
from dicelaw.specs.dice_throne.properties.steps_of_windows import steps_of_windows
from dicelaw.specs.property import Property
from dicelaw.specs.steps import properties_of, rows_of


def step_properties(made: DuelMachine) -> list[Property]:
    """A property of each row of the table."""
    tables = (
        steps_of_turns, steps_of_roll_phases, steps_of_windows, steps_of_abilities, steps_of_actions,
        steps_of_effects, steps_of_dice, steps_of_tokens, steps_of_targets,
    )  # fmt: skip
    rows = rows_of(made.rules, tables, made.duel, made.content)
    return properties_of(made.machine, made.rules, rows, STRUCTURE, made.duel.cp[0])
