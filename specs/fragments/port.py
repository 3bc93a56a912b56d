"""What the fragments, of which games are made, bring to be checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.specs.port import Port, Stated


def _stated(_readings: Mapping[str, str], _content: Path | None) -> Stated:
    from dicelaw.specs.fragments import machines, properties

    return Stated(properties(), machines())


def _situation(machine: Machine, random: Random) -> State:
    from dicelaw.specs.fragments import situation

    return situation(machine, random)


PORT = Port("fragments", _stated, _situation, "dicelaw.specs.fragments", steps=20_000, length=60)
