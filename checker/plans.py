"""The plans by game: what `dicelaw verify` checks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from dicelaw.checker.run import Plan

GAMES = ("fragments", "dice-throne")
"""Everything that can be verified, in order; the fragments are what the games are made of."""


@lru_cache(maxsize=32)
def plan(game: str, readings: tuple[tuple[str, str], ...] = (), content: Path | None = None) -> Plan:
    """The plan for ``game`` under ``readings``, with the user's own content in the folder ``content``.

    Raises KeyError for an unknown game.
    """
    return _PLANS[game](dict(readings), content)


def _dice_throne(readings: Mapping[str, str], content: Path | None) -> Plan:
    from dicelaw.specs.dice_throne import properties
    from dicelaw.specs.dice_throne.plan import machine, situation

    made = machine(readings, content)
    return Plan(
        "dice-throne",
        properties(made),
        {"open": made.machine},
        lambda machine, walker: situation(machine, walker.random),
        "dicelaw.specs.dice_throne",
    )


def _fragments(_readings: Mapping[str, str], _content: Path | None) -> Plan:
    from dicelaw.specs.fragments import machines, properties, situation

    return Plan(
        "fragments",
        properties(),
        machines(),
        lambda machine, walker: situation(machine, walker.random),
        steps=20_000,
        length=60,
    )


_PLANS = {"fragments": _fragments, "dice-throne": _dice_throne}
