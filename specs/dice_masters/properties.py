"""Every property of a game of Dice Masters."""

from __future__ import annotations

from collections.abc import Mapping

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.specs.dice_masters.batch_properties import batch_properties
from dicelaw.specs.dice_masters.course_properties import course_properties
from dicelaw.specs.dice_masters.damage_properties import damage_properties
from dicelaw.specs.dice_masters.demo_properties import DEMO, demo_properties
from dicelaw.specs.dice_masters.dice_properties import dice_properties
from dicelaw.specs.dice_masters.drawing_properties import drawing_properties
from dicelaw.specs.dice_masters.ending_properties import ending_properties
from dicelaw.specs.dice_masters.energy_properties import energy_properties
from dicelaw.specs.dice_masters.goods_properties import goods_properties
from dicelaw.specs.dice_masters.holding_properties import holding_properties
from dicelaw.specs.dice_masters.in_play_properties import in_play_properties
from dicelaw.specs.dice_masters.interrupt_properties import interrupt_properties
from dicelaw.specs.dice_masters.invariants import structure, zones_in_combat
from dicelaw.specs.dice_masters.keyword_properties import keyword_properties
from dicelaw.specs.dice_masters.lexicon_properties import lexicon_properties
from dicelaw.specs.dice_masters.price_properties import price_properties
from dicelaw.specs.dice_masters.priority_properties import priority_properties
from dicelaw.specs.dice_masters.reaction_properties import reaction_properties
from dicelaw.specs.dice_masters.step_properties import step_properties
from dicelaw.specs.dice_masters.timing_properties import timing_properties
from dicelaw.specs.dice_masters.token_properties import TOKENS, token_properties
from dicelaw.specs.dice_masters.turn_properties import turn_properties
from dicelaw.specs.dice_masters.word_properties import word_properties
from dicelaw.specs.dice_masters.word_steps import word_steps
from dicelaw.specs.dice_masters.zone_properties import zone_properties
from dicelaw.specs.property import Property

OPEN = "open"


def properties(made: Mapping[str, TableMachine]) -> list[Property]:
    """Every property, about the fields of :data:`OPEN`, :data:`DEMO` and :data:`TOKENS` of ``made``."""
    few = made[OPEN]
    return [
        structure(few),
        zones_in_combat(few),
        *dice_properties(few),
        *energy_properties(few),
        *zone_properties(few),
        *priority_properties(few),
        *batch_properties(few),
        *damage_properties(few),
        *keyword_properties(few),
        *lexicon_properties(few),
        *holding_properties(few),
        *in_play_properties(few),
        *timing_properties(few),
        *turn_properties(few),
        *interrupt_properties(few),
        *reaction_properties(few),
        *price_properties(few),
        *drawing_properties(few),
        *course_properties(few),
        *ending_properties(few),
        *word_properties(few),
        *word_steps(few),
        *goods_properties(few),
        *step_properties(few),
        *demo_properties(made[DEMO]),
        *token_properties(made[TOKENS]),
    ]


def of_game(made: TableMachine) -> list[Property]:
    """Every property, about the fields of the one game ``made``, with whatever teams."""
    return properties({OPEN: made, DEMO: made, TOKENS: made})
