"""Every property of a game of Dice Conquest."""

from __future__ import annotations

from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.specs.dice_conquest.invariants.structure import structure
from dicelaw.specs.dice_conquest.properties.card import card_properties
from dicelaw.specs.dice_conquest.properties.damage import damage_properties
from dicelaw.specs.dice_conquest.properties.dice import dice_properties
from dicelaw.specs.dice_conquest.properties.progress import progress_properties
from dicelaw.specs.dice_conquest.properties.step import step_properties
from dicelaw.specs.dice_conquest.properties.turn import turn_properties
from dicelaw.specs.property import Property


def properties(made: QuestMachine) -> list[Property]:
    """Every property of a game, about the fields of ``made``."""
    return [
        structure(made),
        *dice_properties(made),
        *damage_properties(made),
        *turn_properties(made),
        *card_properties(made),
        *progress_properties(made),
        *step_properties(made),
    ]
