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
    from dicelaw.specs.dice_throne import properties, rich_properties
    from dicelaw.specs.dice_throne.plan import DUELS, OPEN, machines, situation

    # What another answer changes is seen where the content is open.
    made = machines(readings, content, (OPEN,) if readings else (OPEN, *DUELS))
    about = {name: {one.id: one for one in properties(made[name])} for name in made if name != "rich"}
    chosen = [about[one.machine][one.id] for one in about[OPEN].values() if one.machine in made]
    chosen += rich_properties(made["rich"]) if "rich" in made else []
    structures = {name: duel.machine for name, duel in made.items()}
    return Plan(
        "dice-throne",
        chosen,
        structures,
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
