"""What Dice Conquest brings to be checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

from dicelaw.model.dice_conquest.readings import OPEN_POINTS
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.specs.dice_conquest.findings import FINDINGS
from dicelaw.specs.port import Port, Stated


def _stated(readings: Mapping[str, str], _content: Path | None) -> Stated:
    from dicelaw.specs.dice_conquest.plan import machine
    from dicelaw.specs.dice_conquest.properties.properties import properties

    made = machine(readings)
    return Stated(properties(made), {"open": made.machine})


def _situation(machine: Machine, random: Random) -> State:
    from dicelaw.specs.dice_conquest.plan import situation

    return situation(machine, random)


PORT = Port(
    "dice-conquest",
    _stated,
    _situation,
    "dicelaw.specs.dice_conquest",
    OPEN_POINTS,
    FINDINGS,
    length=400,
    listed=True,
)
