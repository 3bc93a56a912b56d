"""What the duel of Dice Throne brings to be checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

from dicelaw.model.dice_throne.readings import OPEN_POINTS
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.specs.dice_throne.findings import FINDINGS
from dicelaw.specs.port import Port, Stated


def _stated(readings: Mapping[str, str], content: Path | None) -> Stated:
    from dicelaw.specs.dice_throne.plan import machine, with_cards
    from dicelaw.specs.dice_throne.properties.named_cards import CARDS, named_card_properties
    from dicelaw.specs.dice_throne.properties.properties import properties

    made, named = machine(readings, content), with_cards(readings)
    stated = [*properties(made), *named_card_properties(named)]
    return Stated(stated, {"open": made.machine, CARDS: named.machine})


def _situation(machine: Machine, random: Random) -> State:
    from dicelaw.specs.dice_throne.plan import situation

    return situation(machine, random)


PORT = Port(
    "dice-throne",
    _stated,
    _situation,
    "dicelaw.specs.dice_throne",
    OPEN_POINTS,
    FINDINGS,
)
