"""Properties of single steps: each may be taken just where the text allows it, and does just what it says."""

from __future__ import annotations

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.specs.dice_throne.invariants.structure import STRUCTURE
from dicelaw.specs.dice_throne.properties.steps_of_abilities import steps_of_abilities
from dicelaw.specs.dice_throne.properties.steps_of_actions import steps_of_actions
from dicelaw.specs.dice_throne.properties.steps_of_dice import steps_of_dice
from dicelaw.specs.dice_throne.properties.steps_of_effects import steps_of_effects
from dicelaw.specs.dice_throne.properties.steps_of_roll_phases import steps_of_roll_phases
from dicelaw.specs.dice_throne.properties.steps_of_tokens import steps_of_tokens
from dicelaw.specs.dice_throne.properties.steps_of_turns import steps_of_turns
from dicelaw.specs.dice_throne.properties.steps_of_windows import steps_of_windows
from dicelaw.specs.property import Property
from dicelaw.specs.steps import step_property


def step_properties(made: DuelMachine) -> list[Property]:
    """A property of each row of the table."""
    rules = made.rules
    rows = (
        *steps_of_turns(rules),
        *steps_of_roll_phases(rules),
        *steps_of_windows(rules),
        *steps_of_abilities(rules),
        *steps_of_actions(rules),
        *steps_of_effects(rules),
        *steps_of_dice(rules),
        *steps_of_tokens(rules),
    )
    return [step_property(made.machine, row, STRUCTURE, made.duel.cp[0]) for row in rows]
