"""What the Dice Throne rulebook says, and what must hold in a duel."""

from __future__ import annotations

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.specs.property import Property


def properties(made: DuelMachine) -> list[Property]:
    """Every property of a duel, about the fields of ``made``."""
    from dicelaw.specs.dice_throne.action_properties import action_properties
    from dicelaw.specs.dice_throne.attack_properties import attack_properties
    from dicelaw.specs.dice_throne.structure import due, structure
    from dicelaw.specs.dice_throne.turn_properties import turn_properties

    return [
        structure(made),
        due(made),
        *attack_properties(made),
        *action_properties(made),
        *turn_properties(made),
    ]
