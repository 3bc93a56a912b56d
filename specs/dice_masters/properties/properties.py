"""Every property of a game of Dice Masters."""

from __future__ import annotations

from collections.abc import Mapping

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.specs.dice_masters.invariants.invariants import structure, zones_in_combat
from dicelaw.specs.dice_masters.properties.batch import batch_properties
from dicelaw.specs.dice_masters.properties.course import course_properties
from dicelaw.specs.dice_masters.properties.damage import damage_properties
from dicelaw.specs.dice_masters.properties.demo import DEMO, demo_properties
from dicelaw.specs.dice_masters.properties.dice import dice_properties
from dicelaw.specs.dice_masters.properties.drawing import drawing_properties
from dicelaw.specs.dice_masters.properties.ending import ending_properties
from dicelaw.specs.dice_masters.properties.energy import energy_properties
from dicelaw.specs.dice_masters.properties.goods import goods_properties
from dicelaw.specs.dice_masters.properties.holding import holding_properties
from dicelaw.specs.dice_masters.properties.in_play import in_play_properties
from dicelaw.specs.dice_masters.properties.interrupt import interrupt_properties
from dicelaw.specs.dice_masters.properties.keyword import keyword_properties
from dicelaw.specs.dice_masters.properties.lexicon import lexicon_properties
from dicelaw.specs.dice_masters.properties.price import price_properties
from dicelaw.specs.dice_masters.properties.priority import priority_properties
from dicelaw.specs.dice_masters.properties.reaction import reaction_properties
from dicelaw.specs.dice_masters.properties.step import step_properties
from dicelaw.specs.dice_masters.properties.timing import timing_properties
from dicelaw.specs.dice_masters.properties.token import TOKENS, token_properties
from dicelaw.specs.dice_masters.properties.turn import turn_properties
from dicelaw.specs.dice_masters.properties.word import word_properties
from dicelaw.specs.dice_masters.properties.word_steps import word_steps
from dicelaw.specs.dice_masters.properties.zone import zone_properties
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
