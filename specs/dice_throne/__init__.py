"""What the Dice Throne rulebook says, and what must hold in a duel."""

from __future__ import annotations

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.specs.property import Property


def properties(made: DuelMachine) -> list[Property]:
    """Every property of a duel, about the fields of ``made``."""
    from dicelaw.specs.dice_throne.action_properties import action_properties, trade_properties
    from dicelaw.specs.dice_throne.companion_properties import companion_properties
    from dicelaw.specs.dice_throne.damage_properties import damage_properties
    from dicelaw.specs.dice_throne.damage_type_properties import damage_type_properties
    from dicelaw.specs.dice_throne.dice_order import interchangeable_dice
    from dicelaw.specs.dice_throne.economy_properties import economy_properties
    from dicelaw.specs.dice_throne.goods_properties import goods_properties
    from dicelaw.specs.dice_throne.instruction_due import instruction_due
    from dicelaw.specs.dice_throne.moment_properties import moment_properties
    from dicelaw.specs.dice_throne.named_cards import named_card_properties
    from dicelaw.specs.dice_throne.priority_properties import priority_properties
    from dicelaw.specs.dice_throne.resource_properties import resource_properties
    from dicelaw.specs.dice_throne.roll_phase_properties import roll_phase_properties
    from dicelaw.specs.dice_throne.status_properties import status_properties
    from dicelaw.specs.dice_throne.step_properties import step_properties
    from dicelaw.specs.dice_throne.structure import structure
    from dicelaw.specs.dice_throne.stun_properties import stun_chain_properties, stun_properties
    from dicelaw.specs.dice_throne.turn_order_properties import turn_order_properties
    from dicelaw.specs.dice_throne.ultimate_properties import ultimate_properties
    from dicelaw.specs.dice_throne.word_properties import word_properties

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
        *step_properties(made),
    ]
