"""The plans by game: what `dicelaw verify` checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

from dicelaw.checker.run import Plan
from dicelaw.specs.property import matching_nothing

GAMES = ("fragments", "dice-throne", "dice-masters@2016", "dice-masters@2018")
"""Everything that can be verified, in order; the fragments are what the games are made of."""


@lru_cache(maxsize=32)
def plan(game: str, readings: tuple[tuple[str, str], ...] = (), content: Path | None = None) -> Plan:
    """The plan for ``game`` under ``readings``, with the user's own content in the folder ``content``.

    Raises KeyError for an unknown game, and AboutNothing. Under other readings a property may be about
    something that is not there.
    """
    found = _PLANS[game](dict(readings), content)
    if not readings:
        check(found)
    return found


class AboutNothing(Exception):
    """A property that would hold whatever the rules are, as its machine has nothing that it names."""


def check(plan: Plan) -> None:
    """Raises AboutNothing for a property of ``plan`` that names what its machine does not have."""
    wrong = [
        f"{one.id}: {phrase} of the machine {one.machine}"
        for one in plan.properties
        for phrase in matching_nothing(one.claim, plan.machines[one.machine])
    ]
    if wrong:
        raise AboutNothing("; ".join(wrong))


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


def _dice_masters(edition: str, readings: Mapping[str, str]) -> Plan:
    from dicelaw.specs.dice_masters.plan import proving_tables, situation
    from dicelaw.specs.dice_masters.properties import properties

    made = proving_tables(edition, readings)
    return Plan(
        f"dice-masters@{edition}",
        properties(made),
        {name: table.machine for name, table in made.items()},
        lambda machine, walker: situation(machine, walker.random),
        f"dicelaw.specs.dice_masters.edition_{edition}",
        steps=600_000,
        length=400,
        listed=True,
    )


def _dice_conquest(readings: Mapping[str, str]) -> Plan:
    from dicelaw.specs.dice_conquest import properties
    from dicelaw.specs.dice_conquest.plan import machine, situation

    made = machine(readings)
    return Plan(
        "dice-conquest",
        properties(made),
        {"open": made.machine},
        lambda machine, walker: situation(machine, walker.random),
        "dicelaw.specs.dice_conquest",
        length=400,
        listed=True,
    )


_PLANS: Mapping[str, Callable[[Mapping[str, str], Path | None], Plan]] = {
    "fragments": _fragments,
    "dice-throne": _dice_throne,
    "dice-masters@2016": lambda readings, _content: _dice_masters("2016", readings),
    "dice-masters@2018": lambda readings, _content: _dice_masters("2018", readings),
    "dice-conquest": lambda readings, _content: _dice_conquest(readings),
}
