"""Mutants that no reachable state can tell from their machine: proved, never assumed.

A mutant is equivalent where, given the invariants of a point and the domains, each of its transitions is
enabled exactly when the machine's is, and then makes the same of all that is live afterwards; or where what
it makes otherwise comes to nothing (see ``propagation``). The invariants have to be proved of
the same machine; whoever asks names only those that are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

import z3

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Agent, Kind, Transition
from dicelaw.model.kernel.nodes import slots_read
from dicelaw.model.kernel.state import Field, Slot, State
from dicelaw.model.kernel.symbolic import Edge
from dicelaw.mutation.equivalence.houdini import Proved
from dicelaw.mutation.equivalence.liveness import Live, live_slots, needed
from dicelaw.mutation.equivalence.point_constants import Fixed
from dicelaw.mutation.equivalence.propagation import Aftermath
from dicelaw.mutation.equivalence.slot_roles import going_on
from dicelaw.mutation.equivalence.transition_difference import differing, written
from dicelaw.mutation.mutants import Mutant

RESOURCES = 4_000_000
"""z3 resource units for one transition: the same on every machine."""
Changed = tuple[Transition, Transition | None]
"""A transition, and what it becomes; None where it is left out."""


class Equivalence:
    """Proofs about mutants of the machine that ``known`` is about, given what is proved there.

    An onlooker sees the values ``shown`` wherever play does not go on by itself. By default he sees all slots
    everywhere: then each step is looked at alone, and what is known may be of one case. ``ways`` may say
    where play goes back to.
    """

    def __init__(self, known: Proved, shown: Sequence[Expr] | None = None, ways: Sequence[Expr] = ()) -> None:
        self.known = known
        self.reader = known.reader
        slots = enumerate(self.reader.machine.slots)
        self.shown = [Field(place, slot) for place, slot in slots] if shown is None else shown
        self._everywhere = shown is None
        self._solvers: dict[str, z3.Solver] = {}
        self._fixed: dict[str, Fixed] = {}
        self._ways = [[], *([ways] if ways else []), going_on(known.folding.whole)]
        self._aftermaths: dict[tuple[tuple[int, ...], int], Aftermath] = {}

    @cached_property
    def passed(self) -> frozenset[str]:
        """The points that play passes by itself, in the one way that there is: nobody looks there."""
        if self._everywhere:
            return frozenset()
        kinds = {point.id: point.kind for point in self.reader.machine.points}
        return frozenset(
            point
            for point, leaving in self.reader.leaving.items()
            if kinds[point] is Kind.RULES
            and all(one.actor is Agent.RULES and not one.choices for one in leaving)
            and self._never(point, z3.Not(_exactly_one([self.reader.edge(one).guard for one in leaving])))
        )

    @cached_property
    def live(self) -> Live:
        """The live slots of each point."""
        return live_slots(self.reader, self._matter)

    @cached_property
    def _matter(self) -> dict[str, Collection[int]]:
        """The slots that matter at each point in any case: seen there, or taken for granted by the reader."""
        granted = self.reader.symbolic.values.keys()
        shown = map(self.known.folding.expression, self.shown)
        seen = granted | slots_read(*shown)
        points = (point.id for point in self.reader.machine.points)
        return {point: granted if point in self.passed else seen for point in points}

    def proved(self, mutant: Mutant) -> bool:
        """Whether ``mutant`` is proved equivalent; False also where the budget runs out."""
        whole = [*self._changes(mutant)]
        folded = [(self.reader.machine.transition(old.id), new and self._folded(new)) for old, new in whole]
        made = [new for _, new in folded if new is not None]
        live = self.live
        if any(not needed(self.reader, one, live[one.target]) <= live[one.source] for one in made):
            live = live_slots(self.reader, self._matter, made)
        return all(self._same(old, new, live) for old, new in folded) or self._comes_to_nothing(
            whole, folded, live
        )

    def differing(self, mutant: Mutant) -> Iterator[tuple[State, Move]]:
        """States in which a move of ``mutant`` differs, one for each transition; none need be reachable."""
        symbolic, machine = self.reader.symbolic, self.reader.machine
        for whole, new in self._changes(mutant):
            old = machine.transition(whole.id)
            solver = self._solver(old.source)
            solver.push()
            solver.add(self._differing(old, new and self._folded(new), self.live))
            model = solver.model() if solver.check() == z3.sat else None
            solver.pop()
            if model is not None:
                state = (machine.point_index[old.source], *symbolic.state_of(model)[1:])
                yield state, symbolic.move_of(model, old)

    def _changes(self, mutant: Mutant) -> Iterator[Changed]:
        """Each transition that ``mutant`` changes, and what it becomes."""
        for id, new in sorted(mutant.make().items()):
            yield self.known.folding.whole.transition(id), new

    def _folded(self, one: Transition) -> Transition:
        return self.known.folding.transition(one)

    def _same(self, old: Transition, new: Transition | None, live: Live) -> bool:
        if new is not None and not _comparable(old, new):
            return False
        return self._never(old.source, self._differing(old, new, live))

    def _differing(self, old: Transition, new: Transition | None, live: Live) -> z3.BoolRef:
        """See :func:`differing`: in what is live."""
        self._solver(old.source)
        return self._fixed[old.source].put(differing(self.reader, old, new, live[old.target]))

    def _comes_to_nothing(self, whole: Sequence[Changed], folded: Sequence[Changed], live: Live) -> bool:
        """Whether what the mutant of these changes makes otherwise is never told."""
        changes = [(old, new) for old, new in whole if new is not None]
        if self._everywhere or len(changes) < len(whole) or not (cells := self._cells(folded, live)):
            return False
        return any(self._aftermath(cells, number).ends(changes) for number in range(len(self._ways)))

    def _aftermath(self, cells: tuple[int, ...], number: int) -> Aftermath:
        if (cells, number) not in self._aftermaths:
            if any(cells != others for others, _ in self._aftermaths):
                self._aftermaths.clear()  # their solvers would fill the memory
            ways = self._ways[number]
            self._aftermaths[cells, number] = Aftermath(self.known, self.shown, self.passed, cells, ways)
        return self._aftermaths[cells, number]

    def _cells(self, changes: Sequence[Changed], live: Live) -> tuple[int, ...]:
        """The fields and whole arrays of which something else may be made that matters."""
        machine = self.reader.machine
        found = set[str]()
        for old, new in changes:
            if new is None or not _comparable(old, new):
                return ()
            one = self.reader.edge(old)
            pairs: dict[str, list[z3.BoolRef]] = {}
            for slot, differ in written(self.reader, one, Edge(self.reader.symbolic, new)).items():
                if slot in live[old.target]:
                    pairs.setdefault(_array(machine.slots[slot]), []).append(differ)
            found |= {
                name
                for name, differ in pairs.items()
                if name not in found and not self._never(old.source, z3.And(one.guard, z3.Or(*differ)))
            }
        return tuple(place for place, slot in enumerate(machine.slots) if _array(slot) in found)

    def _never(self, point: str, term: z3.BoolRef) -> bool:
        """Whether it is proved of all states at ``point`` that ``term`` does not hold."""
        solver = self._solver(point)
        solver.push()
        try:
            solver.add(term)
            return bool(solver.check() == z3.unsat)
        finally:
            solver.pop()

    def _solver(self, point: str) -> z3.Solver:
        """What holds of every state at ``point``."""
        if point not in self._solvers:
            solver = z3.SimpleSolver()
            solver.set("rlimit", RESOURCES)
            solver.add(*self.reader.symbolic.within())
            known = [*self.known.holds.get(point, ())]
            solver.add(*(self.reader.term(one) for one in known))
            self._solvers[point], self._fixed[point] = solver, Fixed(self.reader.symbolic, known)
        return self._solvers[point]


def _comparable(old: Transition, new: Transition) -> bool:
    """Whether both lead from and to the same points, with the very same choices."""
    ends = (old.source, old.target) == (new.source, new.target)
    return ends and [*map(id, old.choices)] == [*map(id, new.choices)]


def _array(slot: Slot) -> str:
    return slot.family or slot.name


def _exactly_one(guards: Sequence[z3.BoolRef]) -> z3.BoolRef:
    return z3.PbEq([(guard, 1) for guard in guards], 1) if guards else z3.BoolVal(False)
