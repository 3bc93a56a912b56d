"""Liveness: which slots no play can read any more before it writes them, at each timing point.

A slot is live at a point where a transition from there needs it, or is a seat's by it, or works out from it
what is live where it leads to; and where it stays as it is and is live there. What a question reads is live
everywhere. States that differ in slots that are not live have the same steps, to states that differ in no
more, and the same answers. So a machine may forget them: each gets its lowest value as soon as it is not
live.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from dicelaw.model.kernel.expressions import Expr, constant
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import slots_read
from dicelaw.model.kernel.pools import Pools
from dicelaw.model.kernel.state import Cell, Field, State, field_at

Forgotten = tuple[frozenset[int], ...]
"""For each timing point, by number, the slots that are not live there."""


def not_live(machine: Machine, questions: Iterable[Expr], watched: Collection[int] = ()) -> Forgotten:
    """The slots that are live nowhere on from each point of ``machine``, whatever ``questions`` ask there.

    Slots of one value are none of them, and the dice of a pool only are where all of them are. No step brings
    one that is ``watched`` out of its range unseen.
    """
    asked = (
        slots_read(*questions) | {0} | {place for place, slot in enumerate(machine.slots) if not slot.bits}
    )
    leaving: dict[str, list[Transition]] = {point.id: [] for point in machine.points}
    for one in machine.transitions:
        leaving[one.source].append(one)
    live = {
        point: {*asked, *slots_read(*(read for one in steps for read in one.decided_by))}
        for point, steps in leaving.items()
    }
    for one in machine.transitions:
        for place, value in one.effect:
            if left := {slot for slot in place.slots if slot in watched and _may_leave(machine, slot, value)}:
                live[one.target] |= left
                live[one.source] |= slots_read(value, *([place.index] if isinstance(place, Cell) else []))
    live = {point: _whole(slots, machine.pools) for point, slots in live.items()}
    changed = True
    while changed:
        changed = False
        for point, steps in reversed(leaving.items()):
            before = live[point].union(*(_read_for(one, live[one.target]) for one in steps))
            if len(before) > len(live[point]):
                live[point], changed = _whole(before, machine.pools), True
    every = range(len(machine.slots))
    return tuple(frozenset(every) - live[point.id] for point in machine.points)


def _may_leave(machine: Machine, place: int, value: Expr) -> bool:
    """Whether ``value`` may lie beyond the range of the slot at ``place``, as far as its bounds tell."""
    slot = machine.slots[place]
    return value.lo is None or value.lo < slot.lo or value.hi is None or value.hi > slot.hi


def _read_for(step: Transition, wanted: set[int]) -> set[int]:
    """The slots on which it hangs what ``step`` makes of those that are ``wanted``."""
    found = {*wanted}
    for place, _ in step.effect:
        if isinstance(place, Field):
            found.discard(place.place)
    for place, value in step.effect:
        if not wanted.isdisjoint(place.slots):
            found |= slots_read(value, *([place.index] if isinstance(place, Cell) else []))
    return found


def _whole(live: set[int], pools: Pools) -> set[int]:
    """``live``, with all slots of each of the ``pools`` of which it has a die."""
    return live.union(*(pool.slots for pool in pools.pools if pool.is_read(live)))


def forgetting(machine: Machine, forgotten: Forgotten) -> Machine:
    """``machine``, whose steps and start have no other than the lowest value in what is ``forgotten``."""

    def cut(one: Transition) -> Transition:
        before, after = (forgotten[machine.point_index[point]] for point in (one.source, one.target))
        kept = [pair for pair in one.effect if not after.issuperset(pair[0].slots)]
        lost = {slot for place, _ in kept for slot in place.slots} | (after ^ before)
        slots = machine.slots
        lowest = [(field_at(slot, slots[slot]), constant(slots[slot].lo)) for slot in sorted(lost & after)]
        return replace(one, effect=(*kept, *lowest))

    return replace(machine.rewritten(cut), start=forgetful(machine, forgotten, machine.start))


def forgetful(machine: Machine, forgotten: Forgotten, state: State) -> State:
    """``state`` of ``machine`` with the lowest value in what is ``forgotten`` where it is."""
    here: Sequence[int] | frozenset[int] = forgotten[state[0]]
    return tuple(machine.slots[slot].lo if slot in here else value for slot, value in enumerate(state))
