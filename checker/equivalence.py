"""Mutants that no reachable state can tell from their machine: proved, never assumed.

A mutant is equivalent where, given the invariants of a point and the domains, each of its transitions is
enabled exactly when the machine's is, and then makes the same of all that is live afterwards. The invariants
have to be proved of the same machine; whoever asks names only those that are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

import z3

from dicelaw.checker.fixed import Fixed
from dicelaw.checker.liveness import Live, live_slots, needed
from dicelaw.checker.mutation import Mutant
from dicelaw.checker.reader import Reader
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.state import State
from dicelaw.model.kernel.symbolic import Edge

RESOURCES = 4_000_000
"""z3 resource units for one transition: the same on every machine."""
Assumed = Callable[[str], Iterable[Expr]]
"""The invariants of a point."""


class Equivalence:
    """Proofs about mutants of the machine that ``reader`` reads, given the invariants ``assumed``.

    An onlooker sees the slots ``seen``, by default all of them. Where ``reader`` has values put into the
    machine, ``folded`` puts them into the transitions of mutants.
    """

    def __init__(
        self,
        reader: Reader,
        assumed: Assumed = lambda _: (),
        seen: Collection[int] | None = None,
        folded: Callable[[Transition], Transition] = lambda one: one,
    ) -> None:
        self.reader = reader
        self.assumed = assumed
        self.folded = folded
        self.seen = range(len(reader.machine.slots)) if seen is None else seen
        self.live = live_slots(reader, self.seen)
        self._solvers: dict[str, z3.Solver] = {}
        self._fixed: dict[str, Fixed] = {}

    def proved(self, mutant: Mutant) -> bool:
        """Whether ``mutant`` is proved equivalent; False also where the budget runs out."""
        changes, live = [*self._changes(mutant)], self.live
        made = [new for _, new in changes if new is not None]
        if any(not needed(self.reader, one, live[one.target]) <= live[one.source] for one in made):
            live = live_slots(self.reader, self.seen, made)
        return all(self._same(old, new, live) for old, new in changes)

    def differing(self, mutant: Mutant) -> Iterator[tuple[State, Move]]:
        """States in which a move of ``mutant`` differs, one for each transition; none need be reachable."""
        symbolic, machine = self.reader.symbolic, self.reader.machine
        for old, new in self._changes(mutant):
            solver = self._solver(old.source)
            solver.push()
            solver.add(self._fixed[old.source].put(self._differing(old, new, self.live)))
            if solver.check() == z3.sat:
                model = solver.model()
                state = (machine.point_index[old.source], *symbolic.state_of(model)[1:])
                yield state, symbolic.move_of(model, old)
            solver.pop()

    def _changes(self, mutant: Mutant) -> Iterator[tuple[Transition, Transition | None]]:
        """Each transition that ``mutant`` changes, and what it becomes; None where it is left out."""
        for id, new in sorted(mutant.make().items()):
            yield self.reader.machine.transition(id), new and self.folded(new)

    def _same(self, old: Transition, new: Transition | None, live: Live) -> bool:
        if new is not None and (new.source, new.target) != (old.source, old.target):
            return False
        solver = self._solver(old.source)
        solver.push()
        try:
            solver.add(self._fixed[old.source].put(self._differing(old, new, live)))
            return bool(solver.check() == z3.unsat)
        finally:
            solver.pop()

    def _solver(self, point: str) -> z3.Solver:
        """What holds of every state at ``point``."""
        if point not in self._solvers:
            solver = z3.SimpleSolver()
            solver.set("rlimit", RESOURCES)
            solver.add(*self.reader.symbolic.within())
            known = [*self.assumed(point)]
            solver.add(*(self.reader.term(one) for one in known))
            self._solvers[point], self._fixed[point] = solver, Fixed(self.reader.symbolic, known)
        return self._solvers[point]

    def _differing(self, old: Transition, new: Transition | None, live: Live) -> z3.BoolRef:
        """That a step along ``old`` is not one along ``new``, or the other way round, in what is ``live``."""
        one = self.reader.edge(old)
        if new is None:
            return one.guard
        other, pre = Edge(self.reader.symbolic, new), self.reader.symbolic.pre
        written = sorted({*one.post, *other.post} & live[old.target])
        pairs = [(one.post.get(slot, pre[slot]), other.post.get(slot, pre[slot])) for slot in written]
        wrong = [a != b for a, b in pairs if not a.eq(b)] + self._leaving(old, new)
        common = [guard for guard in one.guards if any(guard.eq(two) for two in other.guards)]
        guards = z3.Xor(z3.And(*one.guards), z3.And(*other.guards))
        return z3.And(one.offered, *common, z3.Or(guards, z3.And(one.guard, z3.Or(*wrong))))

    def _leaving(self, old: Transition, new: Transition) -> list[z3.BoolRef]:
        """That ``new`` writes what is outside of a domain, where it does not write what ``old`` does."""
        kept = {id(value) for _, value in old.effect}
        found = []
        for place, value in new.effect:
            slot = self.reader.machine.slots[place.args[0]]
            if id(value) not in kept and (value.lo is None or value.lo < slot.lo):
                found.append(self.reader.term(value) < slot.lo)
            if id(value) not in kept and not slot.open_above and (value.hi is None or value.hi > slot.hi):
                found.append(self.reader.term(value) > slot.hi)
        return found
