"""What Lantern brings to be checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from dicelaw.specs.port import Port, Stated
from toy_game.model.machine import lantern
from toy_game.specs.properties import properties


def _stated(_readings: Mapping[str, str], _content: Path | None) -> Stated:
    made = lantern()
    return Stated(properties(made), {"game": made.machine})


PORT = Port(
    "lantern", _stated, lambda machine, _random: machine.start, "toy_game.specs", length=40, listed=True
)
