"""The plans by game: what `dicelaw verify` checks."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from dicelaw.checker.ports import GAMES, own, port
from dicelaw.checker.verify.proof_session import Plan
from dicelaw.specs.property import matching_nothing


@lru_cache(maxsize=32)
def plan(game: str, readings: tuple[tuple[str, str], ...] = (), content: Path | None = None) -> Plan:
    """The plan for ``game`` under ``readings``, with the user's own content in the folder ``content``.

    Content of another game is left out.

    Raises KeyError for an unknown game, and AboutNothing. Under other readings a property may be about
    something that is not there.
    """
    asked = port(game)
    stated = asked.stated(dict(readings), own(game, content))
    found = Plan(
        game,
        stated.properties,
        stated.machines,
        lambda machine, walker: asked.situation(machine, walker.random),
        asked.package,
        steps=asked.steps,
        length=asked.length,
        listed=asked.listed,
    )
    if not readings:
        check(found)
    return found


class AboutNothing(Exception):
    """A property that would hold whatever the rules are, as its machine has nothing that it names."""


def check(plan: Plan) -> None:
    """Raises AboutNothing for a property of ``plan`` that names what its machine does not have.

    What it assumes has to be about the same machine: fields of another one are none of it.
    """
    wrong = [
        f"{one.id}: {phrase} of the machine {one.machine}"
        for one in plan.properties
        for phrase in matching_nothing(one.claim, plan.machines[one.machine])
    ]
    machines = {one.id: one.machine for one in plan.properties}
    wrong += [
        f"{one.id} is about the machine {one.machine}, but assumes {id} of the machine {machines[id]}"
        for one in plan.properties
        for id in one.using
        if machines.get(id, one.machine) != one.machine
    ]
    if wrong:
        raise AboutNothing("; ".join(wrong))


__all__ = ["GAMES", "AboutNothing", "check", "plan"]
