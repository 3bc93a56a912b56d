"""Mutants that no reachable state can tell from their machine: proved, never assumed.

A mutant is equivalent where, given the invariants of a point and the domains, each of its transitions is
enabled exactly when the machine's is, and then writes the same values. The invariants have to be proved of
the same machine; whoever asks names only those that are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import z3

from dicelaw.checker.induction import invariant_parts
from dicelaw.checker.mutation import Mutant
from dicelaw.checker.obligations import Reader
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.symbolic import Edge
from dicelaw.specs.property import Property, matches

RESOURCES = 4_000_000
"""z3 resource units for one transition: the same on every machine."""


class Equivalence:
    """Proofs about mutants of the machine that ``reader`` reads, by ``invariants`` that are proved of it."""

    def __init__(self, reader: Reader, invariants: Iterable[Property] = ()) -> None:
        self.reader = reader
        self.parts = [part for one in invariants for part in invariant_parts(one.claim)]
        self._solver = z3.SimpleSolver()
        self._solver.set("rlimit", RESOURCES)
        self._solver.add(*reader.symbolic.within())

    def proved(self, mutant: Mutant) -> bool:
        """Whether ``mutant`` is proved equivalent; False also where the budget runs out."""
        machine = self.reader.machine
        return all(self._same(machine.transition(id), new) for id, new in sorted(mutant.make().items()))

    def _same(self, old: Transition, new: Transition | None) -> bool:
        if new is not None and (new.source, new.target) != (old.source, old.target):
            return False
        formula = self._differing(old, new)
        self._solver.push()
        try:
            self._solver.add(formula, *(self.reader.term(one) for one in self._assumed(old.source)))
            return bool(self._solver.check() == z3.unsat)
        finally:
            self._solver.pop()

    def _assumed(self, point: str) -> Sequence[Expr]:
        return [part.holds for part in self.parts if matches(point, part.at)]

    def _differing(self, old: Transition, new: Transition | None) -> z3.BoolRef:
        """That a step along ``old`` is not one along ``new``, or the other way round."""
        one = self.reader.edge(old)
        if new is None:
            return one.guard
        other = Edge(self.reader.symbolic, new)
        pre = self.reader.symbolic.pre
        written = sorted({*one.post, *other.post})
        pairs = [(one.post.get(slot, pre[slot]), other.post.get(slot, pre[slot])) for slot in written]
        values = [a != b for a, b in pairs if not a.eq(b)]
        guards = z3.Xor(z3.And(*one.guards), z3.And(*other.guards))
        return z3.And(one.offered, z3.Or(guards, z3.And(one.guard, z3.Or(*values))))
