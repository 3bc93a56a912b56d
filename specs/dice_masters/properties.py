"""Every property of a game of Dice Masters."""

from __future__ import annotations

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.specs.dice_masters.damage_properties import damage_properties
from dicelaw.specs.dice_masters.dice_properties import dice_properties
from dicelaw.specs.dice_masters.invariants import structure, zones_in_combat
from dicelaw.specs.dice_masters.priority_properties import priority_properties
from dicelaw.specs.property import Property


def properties(made: TableMachine) -> list[Property]:
    """Every property, about the fields of ``made``."""
    return [
        structure(made),
        zones_in_combat(made),
        *dice_properties(made),
        *priority_properties(made),
        *damage_properties(made),
    ]
