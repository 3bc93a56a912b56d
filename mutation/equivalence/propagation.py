"""What becomes of a mistake that notes something wrong, and whether it can ever be told.

A mutant that allows just what its machine allows, and makes the same of all but some *cells*, is followed
step by step: where may two plays differ at each point that were alike up to the mistake? They cannot be told
apart if nowhere on the way a difference decides what is allowed, is shown, or gets into what else is noted.

It is enough to look at pairs of states that differ in one cell, as states that differ in several are joined
by a row of such pairs. Of one cell the first of a pair is a state of the machine itself; of a pair in a row
nothing is assumed that speaks of the cells. Where the difference may be is told by its *spot*: of what is
noted of a thing, where that lies, and whether it belongs to the player whose turn it is; of another cell,
which it is and whether it is in use; of one with few values, what both plays have there; and the values of
*ways*, which say how play goes on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import z3

from dicelaw.checker.proof.reader import Reader
from dicelaw.model.kernel.expressions import FALSE, Expr, constant, where
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import slots_read
from dicelaw.model.kernel.state import Field
from dicelaw.model.kernel.symbolic import Edge, in_domain
from dicelaw.mutation.equivalence.constant_propagation import ConstantPropagation
from dicelaw.mutation.equivalence.houdini import Proved
from dicelaw.mutation.equivalence.liveness import Live, live_slots, may_leave
from dicelaw.mutation.equivalence.slot_roles import FEW, SEATS, TURN, arrays, in_use
from dicelaw.mutation.equivalence.transition_difference import differing, written

RESOURCES = 20_000_000
"""z3 resource units for one query: the same on every machine."""
SPOTS = 200
"""In how many spots of a point differences are followed at most."""
Spot = tuple[int, ...]
Differing = tuple[int, z3.BoolRef | None, z3.ArithRef]
"""A cell by its place among those followed, that a pair differs in it, and what the other play has there."""


class _ToldError(Exception):
    """A difference may be told, or is followed no further."""


class Aftermath:
    """Follows differences in ``cells`` of the machine that ``known`` is about; onlookers see ``shown``."""

    def __init__(
        self,
        known: Proved,
        shown: Iterable[Expr],
        passed: Collection[str],
        cells: Sequence[int],
        ways: Sequence[Expr],
    ) -> None:
        """``passed`` are the points at which nobody looks; spots tell the values of ``ways``."""
        folding, reader = known.folding, known.reader
        if folding.values.keys() & {*cells}:
            values = {slot: value for slot, value in folding.values.items() if slot not in cells}
            folding = ConstantPropagation(folding.whole, values)
            reader = Reader(folding.machine, values=values)
        self._folding, self._reader, self._holds = folding, reader, known.holds
        self._passed, self._cells, self._among = passed, cells, frozenset(cells)
        self._which, self._value = z3.Int("!which"), z3.Int("!value")
        pre = reader.symbolic.pre
        self._pairs = [
            (pre[cell], z3.If(self._which == which, self._value, pre[cell]))
            for which, cell in enumerate(cells)
        ]
        self._spots = [[*map(folding.expression, spot)] for spot in spots(folding.whole, cells, ways)]
        self._alone = len(cells) == 1
        slot = folding.whole.slots[cells[0]]
        self._telling = self._alone and not slot.open_above and slot.hi - slot.lo + 1 in FEW
        parts = len(self._spots[0]) + (2 if self._telling else 0)
        self._spot = [z3.Int(f"!spot{part}") for part in range(parts)]
        shown = [*map(folding.expression, shown)]
        self._shows = z3.Or(*self._differ(map(reader.term, shown)))
        told_by = (slots_read(part) for spot in self._spots for part in spot)
        telling = reader.symbolic.values.keys() | set().union(*told_by)
        seen = telling | slots_read(*shown)
        points = (point.id for point in folding.whole.points)
        self._matter = {point: telling if point in passed else seen for point in points}
        self._unreached = {point for point, holds in known.holds.items() if FALSE in {*holds}}
        self._solvers: dict[tuple[str, bool], z3.Solver] = {}

    def ends(self, changes: Iterable[tuple[Transition, Transition]]) -> bool:
        """Whether it is proved that nobody can tell a machine with these ``changes`` from the one known.

        Each change is a transition and what it becomes, from and to the same points.
        """
        made = {old.id: self._folding.transition(new) for old, new in changes}
        live = live_slots(self._reader, self._matter, made.values())
        found: dict[str, set[Spot]] = defaultdict(set)
        try:
            for id, new in made.items():
                self._begin(self._reader.machine.transition(id), new, live, found[new.target])
            waiting = {*found}
            while waiting:
                waiting.remove(point := min(waiting))
                waiting |= {*self._leave(point, made, live, found)}
        except _ToldError:
            return False
        return True

    def _begin(self, old: Transition, new: Transition, live: Live, spots: set[Spot]) -> None:
        """Add to ``spots`` where states differ after the mistake."""
        one, other = self._reader.edge(old), Edge(self._reader.symbolic, new)
        with self._known(old.source, pairs=False) as solver:
            _never(solver, differing(self._reader, old, new, live[old.target] - self._among))
            wrong = written(self._reader, one, other)
            pre = self._reader.symbolic.pre
            differ = [
                (which, wrong.get(cell), other.post.get(cell, pre[cell]))
                for which, cell in enumerate(self._cells)
            ]
            self._add(solver, one, differ, spots)

    def _leave(
        self, point: str, made: Mapping[str, Transition], live: Live, found: Mapping[str, set[Spot]]
    ) -> Iterator[str]:
        """Follow the differences at ``point``; the points at which that finds more spots."""
        with self._known(point, pairs=True) as solver:
            solver.add(z3.Or(*(self._differs_in(which, found[point]) for which in range(len(self._cells)))))
            if point not in self._passed:
                _never(solver, self._shows)
            for usual in self._reader.leaving[point]:
                one = made.get(usual.id, usual)
                edge = self._reader.edge(usual) if one is usual else Edge(self._reader.symbolic, one)
                _never(solver, self._tells(edge, live[one.target]))
                if one.target not in self._unreached:
                    differ = [
                        (
                            which,
                            self._after(edge, cell, which) if cell in live[one.target] else None,
                            self._other(edge.post[cell]) if cell in edge.post else self._value,
                        )
                        for which, cell in enumerate(self._cells)
                    ]
                    if self._add(solver, edge, differ, found[one.target]):
                        yield one.target

    def _tells(self, edge: Edge, live: Collection[int]) -> z3.BoolRef:
        """That the two of a pair do otherwise along ``edge``, or make otherwise what else is ``live``."""
        one, slots, term = edge.transition, self._reader.machine.slots, self._reader.term
        asked = [term(one.actor)] if isinstance(one.actor, Expr) else []
        for place, value in one.effect:
            if may_leave(slot := slots[place.slots.start], value):
                asked += in_domain(slot, term(value))
        made = [edge.post[slot] for slot in edge.post if slot in live and slot not in self._among]
        may = z3.And(*edge.guards)
        differ = self._differ([*edge.guards, *asked, *made])
        return z3.And(edge.offered, z3.Or(may, self._other(may)), z3.Or(*differ))

    def _after(self, edge: Edge, cell: int, which: int) -> z3.BoolRef | None:
        """That a pair differs after ``edge`` in ``cell``; None where it plainly does not."""
        if cell not in edge.post:
            return self._which == which
        return next(self._differ([edge.post[cell]]), None)

    def _add(self, solver: z3.Solver, edge: Edge, differ: Iterable[Differing], spots: set[Spot]) -> bool:
        """Add to ``spots`` where cells may ``differ`` after ``edge``; whether there are more now."""
        before = len(spots)
        there = [
            z3.And(term, self._is(which, edge, other)) for which, term, other in differ if term is not None
        ]
        solver.push()
        solver.add(edge.guard, z3.Or(*there), z3.Not(_one_of(self._spot, spots)))
        while there and not _unsatisfiable(solver):
            model = solver.model()
            spots.add(spot := tuple(model.eval(one, model_completion=True).as_long() for one in self._spot))
            if len(spots) > SPOTS:
                raise _ToldError
            solver.add(z3.Not(_one_of(self._spot, [spot])))
        solver.pop()
        return len(spots) > before

    def _is(self, which: int, edge: Edge, other: z3.ArithRef) -> z3.BoolRef:
        """That the spot asked for is that of a cell after ``edge``, which is ``other`` in the other play."""
        after = [self._reader.after(edge, part) for part in self._spots[which]]
        if self._telling:
            cell = self._cells[which]
            after += [edge.post.get(cell, self._reader.symbolic.pre[cell]), other]
        return z3.And(*(asked == part for asked, part in zip(self._spot, after, strict=True)))

    def _differs_in(self, which: int, spots: Collection[Spot]) -> z3.BoolRef:
        """That a pair differs in a cell, in one of ``spots``."""
        parts = [*map(self._reader.term, self._spots[which])]
        if self._telling:
            parts += [self._reader.symbolic.pre[self._cells[which]], self._value]
        return z3.And(self._which == which, _one_of(parts, spots))

    def _other(self, term: z3.ExprRef) -> z3.ExprRef:
        """``term`` in the second state of a pair."""
        return z3.substitute(term, *self._pairs)

    def _differ(self, terms: Iterable[z3.ExprRef]) -> Iterator[z3.BoolRef]:
        """That each of ``terms`` differs in a pair, where that is not plainly impossible."""
        for term in terms:
            if not term.eq(other := self._other(term)):
                yield term != other

    @contextmanager
    def _known(self, point: str, *, pairs: bool) -> Iterator[z3.Solver]:
        """What holds of every state at ``point``, or of every pair; what is added there is forgotten."""
        if (point, pairs) not in self._solvers:
            solver = self._solvers[point, pairs] = z3.SimpleSolver()
            solver.set("rlimit", RESOURCES)
            solver.add(*self._reader.symbolic.within())
            in_row = pairs and not self._alone
            holds = [one for one in self._holds.get(point, ()) if not (in_row and self._speaks(one))]
            solver.add(*map(self._reader.term, holds))
            if pairs:
                solver.add(z3.Or(*self._changed()))
        solver = self._solvers[point, pairs]
        scopes = solver.num_scopes()
        solver.push()
        try:
            yield solver
        finally:
            solver.pop(solver.num_scopes() - scopes)

    def _speaks(self, holds: Expr) -> bool:
        return not self._among.isdisjoint(slots_read(holds))

    def _changed(self) -> Iterator[z3.BoolRef]:
        """For each cell, that it has another value of its domain in the second state of a pair."""
        symbolic, slots = self._reader.symbolic, self._reader.machine.slots
        for which, cell in enumerate(self._cells):
            inside = in_domain(slots[cell], self._value)
            yield z3.And(self._which == which, self._value != symbolic.pre[cell], *inside)


def spots(machine: Machine, cells: Sequence[int], ways: Sequence[Expr]) -> list[tuple[Expr, ...]]:
    """What says for each of ``cells`` where a difference in it is; nothing that reads one of them."""
    slots = machine.slots
    fields = [Field(place, slot) for place, slot in enumerate(slots)]
    turn = machine.slot_index.get(TURN)
    owners = {lies[0]: row for row, lies in arrays(slots) if lies and slots[row[0]].labels == SEATS}
    found: dict[int, tuple[Expr, ...]] = {
        cell: (constant(cell), where(used, 1, 0), constant(0)) for cell, used in in_use(machine).items()
    }
    for row, lies in arrays(slots):
        owner = owners.get(lies[0]) if lies else None
        for number, cell in enumerate(row if lies else ()):
            mine = turn is not None and owner is not None and fields[owner[number]] == fields[turn]
            found[cell] = (constant(row[0]), fields[lies[number]], where(mine, 1, 0))
    alone = (constant(0), constant(0))
    return [
        tuple(
            constant(0) if slots_read(part) & {*cells} else part
            for part in (*found.get(cell, (constant(cell), *alone)), *ways)
        )
        for cell in cells
    ]


def _one_of(parts: Sequence[z3.ArithRef], spots: Iterable[Spot]) -> z3.BoolRef:
    each = (
        z3.And(*(part == value for part, value in zip(parts, spot, strict=True))) for spot in sorted(spots)
    )
    return z3.Or(*each)


def _never(solver: z3.Solver, term: z3.BoolRef) -> None:
    """Raise _ToldError unless ``solver`` proves that ``term`` does not hold."""
    solver.push()
    solver.add(term)
    found = not _unsatisfiable(solver)
    solver.pop()
    if found:
        raise _ToldError


def _unsatisfiable(solver: z3.Solver) -> bool:
    """Whether ``solver`` finds no state. Raises _ToldError where its budget runs out."""
    verdict = solver.check()
    if verdict == z3.unknown:
        raise _ToldError
    return bool(verdict == z3.unsat)
