"""Which slots still matter at a point: those that may be read, or seen, before they are written.

Two states of a point that agree on its live slots allow the same, and stay so: no play tells them apart.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from dicelaw.checker.proof.reader import Reader
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.nodes import slots_read
from dicelaw.model.kernel.state import Cell, Field, Slot

Live = Mapping[str, frozenset[int]]
"""The live slots of each point."""


def live_slots(
    reader: Reader, matter: Mapping[str, Collection[int]], also: Collection[Transition] = ()
) -> Live:
    """The live slots of each point, where at each those ``matter`` in any case, as what is seen there.

    They are those of a machine that has the transitions ``also`` besides its own.
    """
    live: dict[str, set[int]] = {point.id: {0, *matter[point.id]} for point in reader.machine.points}
    transitions = [*also, *reversed(reader.machine.transitions)]
    changed = True
    while changed:
        changed = False
        for transition in transitions:
            here = live[transition.source]
            before = len(here)
            here |= needed(reader, transition, live[transition.target])
            changed |= len(here) > before
    return {point: frozenset(slots) for point, slots in live.items()}


def needed(reader: Reader, transition: Transition, later: Collection[int]) -> set[int]:
    """The slots that decide whether ``transition`` is allowed, and what it makes of the slots ``later``.

    Those by which a value may leave its domain are among them, wherever it is written.
    """
    found = set(slots_read(*(one.holds for one in transition.requires)))
    if isinstance(transition.actor, Expr):
        found |= slots_read(transition.actor)
    kept = set(later)
    for place, value in transition.effect:
        if isinstance(place, Field):
            kept.discard(place.place)
        leaves = may_leave(reader.machine.slots[place.slots.start], value)
        if leaves or any(slot in later for slot in place.slots):
            found |= slots_read(value, *([place.index] if isinstance(place, Cell) else []))
    return found | kept


def may_leave(slot: Slot, value: Expr) -> bool:
    """Whether the bounds of ``value`` leave it open that it is outside of the domain of ``slot``."""
    low = value.lo is None or value.lo < slot.lo
    return low or (not slot.open_above and (value.hi is None or value.hi > slot.hi))
