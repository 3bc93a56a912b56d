"""Invariants that plays suggest: what was the same in every state seen at a point, as far as it is proved.

Candidates are read off the states of plays. Those that a step may break are struck out, until each of the
rest is kept by every step that may assume all of the rest: then they hold in every state that play can reach.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations

import z3

from dicelaw.checker.reader import Reader
from dicelaw.model.kernel.expressions import FALSE, Expr
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.pycode import Emitter
from dicelaw.model.kernel.state import Field, State
from dicelaw.model.kernel.symbolic import Edge

RESOURCES = 20_000_000
"""z3 resource units for one query: the same on every machine."""
SEATS = ("1", "2")
"""What the values of a field are called that names a seat."""
Candidates = Mapping[str, Sequence[Expr]]
"""Conditions by timing point."""


def suggested(machine: Machine, visited: Mapping[int, Collection[State]]) -> dict[str, list[Expr]]:
    """What was the same in all states ``visited`` of each point: values, and which seats are the same.

    Where no state was visited, it is suggested that none can be.
    """
    fields = [Field(place, slot) for place, slot in enumerate(machine.slots)]
    known: dict[tuple[int, int, int], Expr] = {}
    found: dict[str, list[Expr]] = {}
    for place, point in enumerate(machine.points):
        found[point.id] = [] if visited.get(place) else [FALSE]
        for key in _alike(fields, [*zip(*visited.get(place, ()), strict=True)]):
            found[point.id].append(known.setdefault(key, _said(fields, *key)))
    return found


def _alike(fields: Sequence[Field], columns: Sequence[Sequence[int]]) -> Iterator[tuple[int, int, int]]:
    """What the states with these ``columns`` have in common: see :func:`_said`."""
    places = range(1, len(columns))
    fixed = {place for place in places if min(columns[place]) == max(columns[place])}
    yield from ((place, 0, columns[place][0]) for place in sorted(fixed))
    seats = [place for place in places if place not in fixed and fields[place].slot.labels == SEATS]
    for one, other in combinations(seats, 2):
        apart = {a != b for a, b in zip(columns[one], columns[other], strict=True)}
        if len(apart) == 1:
            yield one, other, int(apart.pop())


def _said(fields: Sequence[Field], one: int, other: int, value: int) -> Expr:
    """That field ``one`` is ``value``, or the seat in field ``other``, or for 1 the seat opposite of it."""
    if not other:
        return fields[one] == value
    return fields[one] == (1 - fields[other] if value else fields[other])


def inductive(reader: Reader, candidates: Candidates, starts: Mapping[str, Expr]) -> dict[str, list[Expr]]:
    """The largest part of ``candidates`` that is proved to hold in all states that steps lead to.

    Plays begin in a state at a point of ``starts`` for which the condition there holds.
    """
    return _Striking(reader, candidates).done(starts)


class _Striking:
    """Strikes out candidates."""

    def __init__(self, reader: Reader, candidates: Candidates) -> None:
        self.reader = reader
        self.left = {point: dict.fromkeys(holds) for point, holds in candidates.items()}
        self._tests: dict[int, Callable[..., int]] = {}

    def done(self, starts: Mapping[str, Expr]) -> dict[str, list[Expr]]:
        """What is left in the end."""
        for point, begins in starts.items():
            solver = self._solver(self.reader.symbolic.within())
            solver.add(self.reader.term(begins))
            self._strike(solver, point, [*self.left[point]], self.reader.term, {})
        waiting = dict.fromkeys(self.left)
        while waiting:
            point = next(iter(waiting))
            del waiting[point]
            for struck in self._leave(point):
                waiting[struck] = None
        return {point: [*holds] for point, holds in self.left.items()}

    def _leave(self, point: str) -> Iterator[str]:
        """Hold the steps from ``point`` against what is left; the points at which less is left now."""
        if FALSE in self.left[point]:
            return
        known = [self.reader.term(holds) for holds in self.left[point]]
        solver = self._solver([*self.reader.symbolic.within(), *known])
        for transition in self.reader.leaving[point]:
            edge, target = self.reader.edge(transition), transition.target
            doubtful = [
                holds
                for holds in self.left[target]
                if holds not in self.left[point] or self.reader.support(holds) & edge.post.keys()
            ]
            solver.push()
            solver.add(edge.guard)

            def after(holds: Expr, edge: Edge = edge) -> z3.ExprRef:
                return self.reader.after(edge, holds)

            struck = self._strike(solver, target, doubtful, after, edge.post)
            solver.pop()
            if struck:
                yield target
                if target == point:
                    return

    def _strike(
        self, solver: z3.Solver, point: str, doubtful: list[Expr], term: Callable[[Expr], z3.ExprRef],
        post: Mapping[int, z3.ExprRef],
    ) -> bool:  # fmt: skip
        """Strike out all that a state of ``solver`` breaks, or may break; whether there was any."""
        before = len(doubtful)
        while doubtful:
            solver.push()
            solver.add(z3.Or(*(z3.Not(term(holds)) for holds in doubtful)))
            found = solver.check()
            state = self._state(solver.model(), post) if found == z3.sat else None
            solver.pop()
            if found == z3.unsat:
                break
            if state is None and len(doubtful) > 1:
                half = len(doubtful) // 2
                parts = (doubtful[:half], doubtful[half:])
                struck = [self._strike(solver, point, part, term, post) for part in parts]
                return any(struck)
            for holds in doubtful:
                if state is None or not self._test(holds)(state, {}):
                    del self.left[point][holds]
            doubtful = [holds for holds in doubtful if holds in self.left[point]]
        return len(doubtful) < before

    def _state(self, model: z3.ModelRef, post: Mapping[int, z3.ExprRef]) -> State:
        values = [*self.reader.symbolic.state_of(model)]
        for slot, term in post.items():
            values[slot] = model.eval(term, model_completion=True).as_long()
        return tuple(values)

    def _test(self, holds: Expr) -> Callable[..., int]:
        if id(holds) not in self._tests:
            self._tests[id(holds)] = Emitter(None).evaluator(holds)
        return self._tests[id(holds)]

    @staticmethod
    def _solver(given: Sequence[z3.BoolRef]) -> z3.Solver:
        solver = z3.SimpleSolver()
        solver.set("rlimit", RESOURCES)
        solver.add(*given)
        return solver
