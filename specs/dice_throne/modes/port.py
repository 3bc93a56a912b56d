"""What Dice Throne with more than two players brings to be checked, beside the duel."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.readings import SEVERAL_POINTS
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.specs.dice_throne.modes.findings import FINDINGS
from dicelaw.specs.port import Port, Stated


def _stated(readings: Mapping[str, str], _content: Path | None) -> Stated:
    from dicelaw.specs.dice_throne.modes.properties import several, several_properties

    made = several(load_pack(), readings)
    return Stated(several_properties(made), {name: one.machine for name, one in made.items()})


def _situation(machine: Machine, random: Random) -> State:
    from dicelaw.specs.dice_throne.plan import situation

    return situation(machine, random)


PORT = Port(
    "dice-throne-modes",
    _stated,
    _situation,
    "dicelaw.specs.dice_throne.modes",
    SEVERAL_POINTS,
    FINDINGS,
)
