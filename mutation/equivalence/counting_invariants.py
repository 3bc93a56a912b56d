"""Fields that count cells: how many cards are in a hand, where each card says where it is.

That a count is right is proved by what each step adds to it and takes from it, never by adding up the cells:
a sum of dozens of cells is more than a solver can take.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import z3

from dicelaw.checker.proof.reader import Reader
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, count
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import Field, Place, State
from dicelaw.mutation.equivalence.houdini import Proved
from dicelaw.mutation.equivalence.slot_roles import FEW, is_cell

RESOURCES = 20_000_000
"""z3 resource units for one query: the same on every machine."""
Moved = tuple[z3.ArithRef, Expr, z3.BoolRef, Expr]
"""The slot that is written, by number and as an expression; that it is one of the cells; the new value."""
PARTS = (1, 2)
"""Into how many parts an array is cut, as there is a count for all or for each of two players."""


@dataclass(frozen=True)
class Count:
    """The slot ``counter`` says how many of ``cells`` have ``value``."""

    counter: int
    cells: tuple[int, ...]
    value: int

    def right(self, machine: Machine) -> Expr:
        """That the count is right."""
        slots = machine.slots
        there = count(Field(cell, slots[cell]) == self.value for cell in self.cells)
        return Field(self.counter, slots[self.counter]) == there

    def none(self, machine: Machine) -> Expr:
        """That nothing has the value where the count is 0, which follows from its being right."""
        slots = machine.slots
        nowhere = all_of(*(Field(cell, slots[cell]) != self.value for cell in self.cells))
        return any_of(Field(self.counter, slots[self.counter]) >= 1, nowhere)


def counts(machine: Machine, visited: Mapping[int, Collection[State]]) -> list[Count]:
    """The counts that are right in all states ``visited``, of cells with few labels; none never changes."""
    columns = [*zip(*(state for some in visited.values() for state in some), strict=True)]
    if not columns:
        return []
    found: dict[tuple[int, ...], list[int]] = {}
    for place, column in enumerate(columns):
        if place and len({*column}) > 1:
            found.setdefault(column, []).append(place)
    return [
        Count(counter, cells, value)
        for cells in _blocks(machine)
        for value in range(machine.slots[cells[0]].lo, machine.slots[cells[0]].hi + 1)
        for counter in found.get(_number(columns, cells, value), ())
    ]


def counted(known: Proved, suggested: Sequence[Count], starts: Mapping[str, Expr]) -> Iterator[Expr]:
    """What follows in all states from those of ``suggested`` that are proved to be right in all of them.

    Plays begin in a state at a point of ``starts`` for which the condition there holds.
    """
    folding = known.folding
    blocks: dict[tuple[int, ...], list[Count]] = {}
    for one in suggested:
        if all(_begins_with(folding.whole, holds, one) for holds in starts.values()):
            blocks.setdefault(one.cells, []).append(one)
    for cells, several in blocks.items():
        proved = _Block(known, cells).kept(several)
        yield from (folding.expression(one.none(folding.whole)) for one in proved)


def _blocks(machine: Machine) -> Iterator[tuple[int, ...]]:
    arrays: dict[str, list[int]] = {}
    for place, slot in enumerate(machine.slots):
        if len(slot.labels) in FEW and is_cell(slot):
            arrays.setdefault(slot.family or slot.name.partition("[")[0], []).append(place)
    for cells in arrays.values():
        for parts in PARTS:
            size, rest = divmod(len(cells), parts)
            if not rest and size > 1:
                yield from (tuple(cells[part * size : (part + 1) * size]) for part in range(parts))


def _number(columns: Sequence[Sequence[int]], cells: Sequence[int], value: int) -> tuple[int, ...]:
    return tuple(row.count(value) for row in zip(*(columns[cell] for cell in cells), strict=True))


def _begins_with(machine: Machine, holds: Expr, one: Count) -> bool:
    reader, solver = Reader(machine), z3.SimpleSolver()
    solver.set("rlimit", RESOURCES)
    right = reader.term(one.right(machine))
    solver.add(*reader.symbolic.within(), reader.term(holds), z3.Not(right))
    return bool(solver.check() == z3.unsat)


class _Block:
    """Cells of which some have each value: how many, before and after a step."""

    def __init__(self, known: Proved, cells: tuple[int, ...]) -> None:
        self.known, self.reader = known, known.reader
        self.lasting = [known.folding.values[cell] for cell in cells if cell in known.folding.values]
        self.cells = tuple(cell for cell in cells if cell not in known.folding.values)
        slot = self.reader.machine.slots[cells[0]]
        self.numbers = {value: z3.Int(f"!{value} of {slot.name}") for value in range(slot.lo, slot.hi + 1)}

    def kept(self, several: Sequence[Count]) -> Sequence[Count]:
        """Those of ``several``, which count these cells, that each step keeps, given that they are right."""
        if not self.cells:
            return []
        steps = [step for step in self.reader.machine.transitions if self._touches(step, several)]
        left = [one for one in several if all(self._keeps(step, one, several) for step in steps)]
        return left if len(left) == len(several) else self.kept(left)

    def _touches(self, step: Transition, several: Sequence[Count]) -> bool:
        about = {*self.cells, *(one.counter for one in several)}
        return not about.isdisjoint(self.reader.edge(step).post)

    def _keeps(self, step: Transition, one: Count, several: Sequence[Count]) -> bool:
        edge, pre = self.reader.edge(step), self.reader.symbolic.pre
        solver = z3.SimpleSolver()
        solver.set("rlimit", RESOURCES)
        solver.add(
            *self.reader.symbolic.within(), *map(self.reader.term, self.known.holds.get(step.source, ()))
        )
        solver.add(edge.guard, *(number >= 0 for number in self.numbers.values()))
        solver.add(z3.Sum(*self.numbers.values()) == len(self.cells))
        solver.add(*(pre[other.counter] == self._there(other.value) for other in several))
        writes = [(pair, moved) for pair in step.effect if (moved := self._moved(*pair)) is not None]
        fixed = {place.place: value for (place, value), _ in writes if isinstance(place, Field)}
        if len(writes) == len(fixed) == len(self.cells):
            after = self._after_all(solver, [fixed[cell] for cell in self.cells], one.value)
        else:
            after = self._after_some(solver, [moved for _, moved in writes], one.value)
        if after is None:
            return False
        solver.add(edge.post.get(one.counter, pre[one.counter]) != after)
        return bool(solver.check() == z3.unsat)

    def _there(self, value: int) -> z3.ArithRef:
        """How many of all cells have ``value``, those that always have it among them."""
        return self.numbers[value] + self.lasting.count(value)

    def _after_all(self, solver: z3.Solver, values: Sequence[Expr], value: int) -> z3.ArithRef | None:
        """How many have ``value`` after a step that makes of all cells what their values say, alike."""
        pre, term = self.reader.symbolic.pre, self.reader.term
        after = z3.IntVal(self.lasting.count(value))
        for before, number in self.numbers.items():
            there = z3.IntVal(before)
            made = [
                z3.simplify(z3.substitute(term(new), (pre[cell], there)))
                for cell, new in zip(self.cells, values, strict=True)
            ]
            others = [one for one in made if not one.eq(made[0])]
            solver.push()
            solver.add(z3.Or(*(one != made[0] for one in others)))
            alike = not others or solver.check() == z3.unsat
            solver.pop()
            if not alike:
                return None
            after = after + z3.If(made[0] == value, number, 0)
        return after

    def _after_some(self, solver: z3.Solver, moved: Sequence[Moved], value: int) -> z3.ArithRef | None:
        """How many have ``value`` after a step that writes few cells, each of them once."""
        term = self.reader.term
        for (at, _, inside, _), (other, _, too, _) in combinations(moved, 2):
            solver.push()
            solver.add(inside, too, at == other)
            apart = solver.check() == z3.unsat
            solver.pop()
            if not apart:
                return None
        for some, number in self.numbers.items():
            there = [z3.If(z3.And(inside, term(place) == some), 1, 0) for _, place, inside, _ in moved]
            solver.add(number >= z3.Sum(*there))
        more = [
            z3.If(inside, _one(term(new) == value) - _one(term(place) == value), 0)
            for _, place, inside, new in moved
        ]
        return self._there(value) + z3.Sum(*more)

    def _moved(self, place: Place, new: Expr) -> Moved | None:
        """What writing ``new`` to ``place`` moves; None where that is never one of the cells."""
        if isinstance(place, Field):
            inside = place.place in self.cells
            return (z3.IntVal(place.place), place, z3.BoolVal(True), new) if inside else None
        if place.slots.stop <= self.cells[0] or place.base > self.cells[-1]:
            return None
        at = self.reader.term(place.index) + place.base
        between = (cell for cell in range(self.cells[0], self.cells[-1]) if cell not in self.cells)
        inside = z3.And(at >= self.cells[0], at <= self.cells[-1], *(at != cell for cell in between))
        return at, place, inside, new


def _one(term: z3.BoolRef) -> z3.ArithRef:
    return z3.If(term, z3.IntVal(1), z3.IntVal(0))
