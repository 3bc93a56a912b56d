"""Every property of a duel."""

from __future__ import annotations

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.specs.dice_throne.invariants.dice_order import interchangeable_dice
from dicelaw.specs.dice_throne.invariants.instruction_due import instruction_due
from dicelaw.specs.dice_throne.invariants.structure import structure
from dicelaw.specs.dice_throne.properties.action import action_properties, trade_properties
from dicelaw.specs.dice_throne.properties.companion import companion_properties
from dicelaw.specs.dice_throne.properties.damage import damage_properties
from dicelaw.specs.dice_throne.properties.damage_type import damage_type_properties
from dicelaw.specs.dice_throne.properties.economy import economy_properties
from dicelaw.specs.dice_throne.properties.goods import goods_properties
from dicelaw.specs.dice_throne.properties.moment import moment_properties
from dicelaw.specs.dice_throne.properties.named_cards import named_card_properties
from dicelaw.specs.dice_throne.properties.priority import priority_properties
from dicelaw.specs.dice_throne.properties.resource import resource_properties
from dicelaw.specs.dice_throne.properties.roll_phase import roll_phase_properties
from dicelaw.specs.dice_throne.properties.status import status_properties
from dicelaw.specs.dice_throne.properties.step import step_properties
from dicelaw.specs.dice_throne.properties.stun import stun_chain_properties, stun_properties
from dicelaw.specs.dice_throne.properties.turn_order import turn_order_properties
from dicelaw.specs.dice_throne.properties.ultimate import ultimate_properties
from dicelaw.specs.dice_throne.properties.word import word_properties
from dicelaw.specs.property import Property


def properties(made: DuelMachine) -> list[Property]:
    """Every property of a duel, about the fields of ``made``."""
    return [*of_any_number(made), *step_properties(made)]


def of_any_number(made: DuelMachine) -> list[Property]:
    """Those of a duel, or of a game of more players, that do not say all that a single step comes to."""
    return [
        structure(made),
        instruction_due(made),
        *ultimate_properties(made),
        *damage_properties(made),
        *damage_type_properties(made),
        *roll_phase_properties(made),
        *interchangeable_dice(made),
        *companion_properties(made),
        *action_properties(made),
        *resource_properties(made),
        *goods_properties(made),
        *economy_properties(made),
        *word_properties(made),
        *turn_order_properties(made),
        *priority_properties(made),
        *moment_properties(made),
        *stun_properties(made),
        *status_properties(made),
        *trade_properties(made),
        *stun_chain_properties(made),
        *named_card_properties(made),
    ]
