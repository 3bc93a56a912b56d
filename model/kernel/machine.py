"""Machines: a state declaration, a timing graph and an initial condition, checked as a whole when built."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from dicelaw.model.kernel.expressions import TRUE, Expr
from dicelaw.model.kernel.faults import Fault, faults_of
from dicelaw.model.kernel.graph import Point, TimingGraph, Transition, as_graph
from dicelaw.model.kernel.pools import NO_POOLS, Pools
from dicelaw.model.kernel.seats import Seats
from dicelaw.model.kernel.state import Declaration, Field, Packing, Slot, State
from dicelaw.model.number_of import number_of

if TYPE_CHECKING:
    import networkx as nx


class IllFormed(Exception):
    """A machine with faults; ``faults`` has all of them."""

    def __init__(self, name: str, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        lines = "\n".join(f"  {fault}" for fault in faults)
        super().__init__(f"the machine {name} has {number_of(len(faults), 'fault')}:\n{lines}")


@dataclass(frozen=True, eq=False)
class Machine:
    """One game under one profile, one set of readings and one scope.

    ``start`` is the state that plays begin in. ``given`` names the slots that proofs leave open at the start,
    restricted only by ``given_holds``; all other slots begin as in ``start``. ``seats`` has the names of
    the seats, their sides and the order of their turns.
    ``definitions`` has by name what the rules define once for several things, as strength for dice, and
    ``writes`` what effects write by one rule in several places, as what a die loses however it leaves.
    ``pools`` has the dice whose order tells nothing.
    """

    name: str
    profile: str
    scope: str
    slots: tuple[Slot, ...]
    points: tuple[Point, ...]
    transitions: tuple[Transition, ...]
    start: State
    seats: Seats
    readings: Mapping[str, str] = field(default_factory=dict)
    given: frozenset[int] = frozenset()
    given_holds: Expr = TRUE
    definitions: Mapping[str, Sequence[Expr]] = field(default_factory=dict)
    writes: Mapping[str, Sequence[tuple[Expr, Expr]]] = field(default_factory=dict)
    pools: Pools = NO_POOLS

    @cached_property
    def graph(self) -> nx.MultiDiGraph[str]:
        """The timing graph; nodes and edges carry their definitions."""
        return as_graph(self.points, self.transitions)

    @cached_property
    def point_index(self) -> Mapping[str, int]:
        """The number of each timing point, which is the value of slot 0."""
        return {point.id: place for place, point in enumerate(self.points)}

    @cached_property
    def transition_index(self) -> Mapping[str, int]:
        """The place of each transition in ``transitions``."""
        return {transition.id: place for place, transition in enumerate(self.transitions)}

    @cached_property
    def leaving(self) -> Mapping[str, Sequence[Transition]]:
        """The transitions that leave each timing point, in order."""
        found: dict[str, list[Transition]] = {point.id: [] for point in self.points}
        for transition in self.transitions:
            found[transition.source].append(transition)
        return found

    @cached_property
    def slot_index(self) -> Mapping[str, int]:
        """The place of each slot in a state."""
        return {slot.name: place for place, slot in enumerate(self.slots)}

    @cached_property
    def packing(self) -> Packing:
        """How states of this machine are packed."""
        return Packing.of(self.slots)

    def transition(self, id: str) -> Transition:
        """The transition called ``id``. Raises KeyError for an unknown one."""
        return self.transitions[self.transition_index[id]]

    def value(self, state: State, name: str) -> int:
        """The value of the slot called ``name`` in ``state``."""
        return state[self.slot_index[name]]

    def point_of(self, state: State) -> Point:
        """The timing point that ``state`` is at."""
        return self.points[state[0]]

    def with_state(self, state: State | None = None, **values: int) -> State:
        """``state`` (by default the start) with some scalar slots changed."""
        changed = list(self.start if state is None else state)
        for name, value in values.items():
            changed[self.slot_index[name]] = value
        return tuple(changed)

    def rewritten(self, change: Callable[[Transition], Transition | None]) -> Machine:
        """This machine with each transition replaced by ``change`` of it; None leaves it out.

        Not checked again: made for planted bugs, which may be ill-formed on purpose.
        """
        kept = tuple(new for old in self.transitions if (new := change(old)) is not None)
        return replace(self, transitions=kept)


def build(
    name: str,
    declaration: Declaration,
    timing: TimingGraph,
    *,
    start_at: str,
    start: Mapping[Field, int],
    seats: Sequence[str],
    known_rules: frozenset[str] | None = None,
    profile: str = "",
    scope: str = "",
    readings: Mapping[str, str] | None = None,
    given: Sequence[Field] = (),
    given_holds: Expr = TRUE,
    definitions: Mapping[str, Sequence[Expr]] | None = None,
    writes: Mapping[str, Sequence[tuple[Expr, Expr]]] | None = None,
    pools: Pools = NO_POOLS,
) -> Machine:
    """The machine of these parts. Fields without a start value begin at their lowest, or at 0 where they can.

    ``seats`` that are only names are each on a side of their own, and take turns in this order.
    Raises IllFormed with every fault found; rule ids are checked where ``known_rules`` is given.
    """
    ids = [point.id for point in timing.points]
    slots = declaration.with_points(ids)
    values = [max(slot.lo, 0) if slot.hi >= 0 else slot.lo for slot in slots]
    for place, value in start.items():
        values[place.place] = value
    values[0] = ids.index(start_at) if start_at in ids else 0
    faults = faults_of(declaration, timing, slots, tuple(values), start_at, known_rules)
    if faults:
        raise IllFormed(name, faults)
    return Machine(
        name,
        profile,
        scope,
        slots,
        tuple(timing.points),
        tuple(timing.transitions),
        tuple(values),
        seats if isinstance(seats, Seats) else Seats.made(seats),
        dict(readings or {}),
        frozenset(cell.place for cell in given),
        given_holds,
        {} if definitions is None else definitions,
        {} if writes is None else writes,
        pools,
    )
