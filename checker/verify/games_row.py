"""The row about random games with content of the user's own."""

from __future__ import annotations

import time
from collections.abc import Sequence

from dicelaw.checker.verdicts import Outcome, Verdict
from dicelaw.checker.verify.content_row import ContentRow
from dicelaw.checker.walks.faults import first_fault
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.number_of import number_of
from dicelaw.specs.property import Property, matching_nothing

STEPS = 10_000
"""How many steps of random play each game gets."""


def games_row(game: str, id: str, games: Sequence[tuple[Machine, Sequence[Property]]]) -> ContentRow:
    """What random plays of ``games`` come upon: the first fault, or nothing, which proves nothing.

    Each is a machine with what has to hold of it; properties that name what it does not have are left out.
    """
    begin = time.perf_counter()
    seen: set[str] = set()
    faults = (_fault(machine, properties, seen) for machine, properties in games)
    found = next((verdict for verdict in faults if verdict is not None), None)
    if found is None:
        scope = "; ".join(f"{STEPS} steps of {machine.scope}, by chance from seed 0" for machine, _ in games)
        evidence = f"none was seen; {number_of(len(seen), 'transition')} were taken"
        found = Verdict(Outcome.UNKNOWN, "walk", scope, evidence)
    says = "No game gets stuck, drives a number beyond what the model can count, or breaks a property."
    return ContentRow(game, id, says, found, time.perf_counter() - begin, Outcome.UNKNOWN)


def _fault(machine: Machine, properties: Sequence[Property], seen: set[str]) -> Verdict | None:
    """The first fault of random games of ``machine``; the ids of the transitions taken go to ``seen``."""
    named = [one for one in properties if not [*matching_nothing(one.claim, machine)]]

    def note(move: Move) -> None:
        seen.add(machine.transitions[move[0]].id)

    return first_fault(machine, STEPS, listed=True, properties=named, taken=note)
