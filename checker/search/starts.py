"""The starts of a machine, as far as the packed readers count."""

from __future__ import annotations

from itertools import product
from math import prod

from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State


def starts(machine: Machine) -> list[State]:
    """Every start: what is left open takes each value, where no bound is known up to the one in ``start``."""
    reader = Concrete(machine)
    return [state for state in product(*_ranges(machine)) if reader.value(machine.given_holds, state)]


def number_of_starts(machine: Machine) -> int:
    """How many there are at most."""
    return prod(len(values) for values in _ranges(machine))


def _ranges(machine: Machine) -> list[range]:
    ranges = []
    for place, (slot, value) in enumerate(zip(machine.slots, machine.start, strict=True)):
        top = value if slot.open_above else slot.hi
        ranges.append(range(slot.lo, top + 1) if place in machine.given else range(value, value + 1))
    return ranges
