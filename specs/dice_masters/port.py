"""What the editions of Dice Masters bring to be checked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from random import Random

from dicelaw.model.dice_masters.readings import OPEN_POINTS
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.specs.dice_masters.findings import FINDINGS
from dicelaw.specs.port import Port, Stated


def _stated(edition: str, readings: Mapping[str, str], _content: Path | None) -> Stated:
    from dicelaw.specs.dice_masters.plan import proving_tables
    from dicelaw.specs.dice_masters.properties.properties import properties

    made = proving_tables(edition, readings)
    return Stated(properties(made), {name: table.machine for name, table in made.items()})


def _situation(machine: Machine, random: Random) -> State:
    from dicelaw.specs.dice_masters.plan import situation

    return situation(machine, random)


def of_edition(edition: str) -> Port:
    """The port of one edition; the findings are about both, so they are the same for each."""
    return Port(
        f"dice-masters@{edition}",
        partial(_stated, edition),
        _situation,
        f"dicelaw.specs.dice_masters.edition_{edition}",
        OPEN_POINTS[edition],
        FINDINGS,
        steps=600_000,
        length=400,
        listed=True,
    )
