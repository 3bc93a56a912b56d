"""Houdini: of the invariants that plays suggest, the greatest set that is inductive.

Candidates are read off the states of plays (see ``invariant_templates``). Those that a step may break are
struck out, until each of the rest is kept by every step that may assume all of the rest: then they hold in
every state that play can reach.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from types import MappingProxyType

import z3

from dicelaw.checker.proof.reader import Reader
from dicelaw.checker.proof.step_solver import units
from dicelaw.model.kernel.expressions import FALSE, Expr
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import slots_read
from dicelaw.model.kernel.symbolic import Edge, integer
from dicelaw.model.kernel.z3_terms import all_hold
from dicelaw.mutation.equivalence.constant_propagation import ConstantPropagation, lasting
from dicelaw.mutation.equivalence.point_constants import value_of

RESOURCES = 20_000_000
"""z3 resource units for one query: the same on every machine."""
Candidates = Mapping[str, Sequence[Expr]]
"""Conditions by timing point."""


@dataclass(frozen=True)
class Proved:
    """What holds in all states that steps lead to: the values of ``folding``, and more by point.

    The conditions of ``holds`` are about the machine with those values.
    """

    folding: ConstantPropagation
    holds: Mapping[str, Sequence[Expr]]

    @classmethod
    def of(cls, machine: Machine, holds: Mapping[str, Sequence[Expr]] = MappingProxyType({})) -> Proved:
        """What ``holds`` says of each point of ``machine``, and no more: what its steps keep, or one case."""
        return cls(ConstantPropagation(machine, {}), holds)

    def with_more(self, holds: Iterable[Expr]) -> Proved:
        """The same, and what else ``holds`` at every point."""
        more = [*holds]
        return replace(self, holds={point: [*before, *more] for point, before in self.holds.items()})

    @cached_property
    def reader(self) -> Reader:
        """What reads the machine with those values."""
        return Reader(self.folding.machine, values=self.folding.values)


def inductive(machine: Machine, candidates: Candidates, starts: Mapping[str, Expr]) -> Proved:
    """The largest part of ``candidates`` that is proved to hold in all states that steps lead to.

    Plays begin in a state at a point of ``starts`` for which the condition there holds. What the candidates
    have of a slot that never changes is put into the machine first.
    """
    striking = _Striking(machine, candidates, starts)
    for _ in striking.struck():
        pass
    return Proved(striking.folding, {point: [*holds] for point, holds in striking.left.items()})


def struck(
    machine: Machine, candidates: Candidates, starts: Mapping[str, Expr]
) -> Iterator[tuple[str, Expr]]:
    """Those of ``candidates`` that :func:`inductive` leaves out, each with its point, as they are struck out.

    Who asks whether one is left out need not wait until all are: none comes back.
    """
    return _Striking(machine, candidates, starts).struck()


def _everywhere(candidates: Collection[Iterable[Expr]]) -> dict[int, int]:
    """The values that slots have at all points that play reaches, by slot."""
    reached = [{*holds} for holds in candidates if FALSE not in {*holds}]
    every = set.intersection(*reached) if reached else set()
    return dict(found for holds in every if (found := value_of(holds)) is not None)


class _Striking:
    """Strikes out candidates; those that are ``left`` at each point are read as ``folding`` has them."""

    def __init__(self, machine: Machine, candidates: Candidates, starts: Mapping[str, Expr]) -> None:
        left = {point: dict.fromkeys(holds) for point, holds in candidates.items()}
        self._at_first: list[tuple[str, Expr]] = []
        plain = Reader(machine)
        for point, begins in starts.items():
            given = [*plain.symbolic.within(), plain.term(begins)]
            for one in _struck(_solver(given), [*left[point]], plain.term):
                del left[point][one]
                self._at_first.append((point, one))
        self.folding = ConstantPropagation(machine, lasting(machine, _everywhere(left.values())))
        self.reader = Reader(self.folding.machine, values=self.folding.values)
        self.left: dict[str, dict[Expr, list[Expr]]] = {point: {} for point in left}
        for point, holds in left.items():
            for one in holds:
                self.left[point].setdefault(self.folding.expression(one), []).append(one)
        self._within = self.reader.symbolic.within()
        self._clock = z3.SimpleSolver()

    def struck(self) -> Iterator[tuple[str, Expr]]:
        """What is struck out, by point: points are left again the later, the more it cost the last time."""
        yield from self._at_first
        waiting, cost = dict.fromkeys(self.left), dict.fromkeys(self.left, 0)
        while waiting:
            point = min(waiting, key=cost.__getitem__)
            del waiting[point]
            before = units(self._clock.statistics())
            for target, gone in self._leave(point):
                waiting[target] = None
                yield from ((target, one) for one in gone)
            cost[point] = units(self._clock.statistics()) - before

    def _leave(self, point: str) -> Iterator[tuple[str, list[Expr]]]:
        """Hold the steps from ``point`` against what is left: where less is left now, and what is gone."""
        if FALSE in self.left[point]:
            return
        here = self.left[point]
        solver = _solver([*self._within, *map(self.reader.term, here)])
        for transition in self.reader.leaving[point]:
            edge, target = self.reader.edge(transition), transition.target
            kept = frozenset(edge.post).isdisjoint
            doubtful = [
                holds for holds in self.left[target] if holds not in here or not kept(slots_read(holds))
            ]
            solver.push()
            solver.add(edge.guard)
            broken = _struck(solver, doubtful, partial(self._after, edge))
            solver.pop()
            if broken:
                yield target, [one for holds in broken for one in self.left[target].pop(holds)]
                if target == point:
                    return

    def _after(self, edge: Edge, holds: Expr) -> z3.ExprRef:
        """The term of ``holds`` after ``edge``."""
        if (said := value_of(holds)) is None:
            return self.reader.after(edge, holds)
        slot, value = said
        return edge.post.get(slot, self.reader.symbolic.pre[slot]) == integer(value)


def _struck(solver: z3.Solver, doubtful: list[Expr], term: Callable[[Expr], z3.ExprRef]) -> set[Expr]:
    """Those of ``doubtful`` that a state of ``solver`` breaks, or may break."""
    found: set[Expr] = set()
    terms = {holds: term(holds) for holds in doubtful}
    while doubtful:
        solver.push()
        solver.add(z3.Not(all_hold(*(terms[holds] for holds in doubtful))))
        verdict = solver.check()
        model = solver.model() if verdict == z3.sat else None
        solver.pop()
        if verdict == z3.unsat:
            break
        if model is None and len(doubtful) > 1:
            half = len(doubtful) // 2
            return found.union(*(_struck(solver, part, term) for part in (doubtful[:half], doubtful[half:])))
        found |= {holds for holds in doubtful if model is None or not _true(model, terms[holds])}
        doubtful = [holds for holds in doubtful if holds not in found]
    return found


def _true(model: z3.ModelRef, term: z3.ExprRef) -> bool:
    return bool(z3.is_true(model.eval(term, model_completion=True)))


def _solver(given: Iterable[z3.BoolRef]) -> z3.Solver:
    solver = z3.SimpleSolver()
    solver.set("rlimit", RESOURCES)
    solver.set("phase_selection", 0)  # what may be false is tried first: one model then breaks many
    solver.add(all_hold(*given))
    return solver
