"""The symbolic reader: z3 terms over plain integers, and one Horn clause for each transition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import groupby
from types import MappingProxyType
from typing import assert_never

import z3

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.expressions import Constant, Expr, Operation, Operator
from dicelaw.model.kernel.graph import Choice, Transition
from dicelaw.model.kernel.lookups import Lookup
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import Node, walk
from dicelaw.model.kernel.state import Cell, Field, Slot, State, within
from dicelaw.model.kernel.z3_terms import (
    added,
    all_hold,
    at_least,
    at_most,
    chosen,
    divided,
    equal,
    less,
    multiplied,
    negated,
    remaining,
    some_holds,
    substituted,
    subtracted,
)


class Edge:
    """A transition as z3 sees it: when it may be taken, and what the slots that it writes become.

    Terms are built when they are asked for: a proof needs few of the many that a transition writes.
    """

    def __init__(self, reader: Symbolic, transition: Transition) -> None:
        self.transition = transition
        self.reader = reader
        self.post: Mapping[int, z3.ExprRef] = _Written(reader, transition)

    @cached_property
    def offered(self) -> z3.BoolRef:
        """That the choices are in bounds."""
        bounds = []
        for choice in self.transition.choices:
            term = self.reader.term(choice)
            bounds += [at_least(term, integer(bound)) for bound in (choice.lo,) if bound is not None]
            bounds += [at_most(term, integer(bound)) for bound in (choice.hi,) if bound is not None]
        return all_hold(*bounds) if bounds else z3.BoolVal(True)

    @cached_property
    def guards(self) -> tuple[z3.BoolRef, ...]:
        """Each requirement."""
        return tuple(self.reader.term(requirement.holds) for requirement in self.transition.requires)

    @cached_property
    def guard(self) -> z3.BoolRef:
        """That the choices are in bounds and every requirement holds."""
        return all_hold(self.offered, *self.guards)


class _Written(Mapping[int, z3.ExprRef]):
    """What each slot that a transition may write becomes."""

    def __init__(self, reader: Symbolic, transition: Transition) -> None:
        self._reader = reader
        self._writes: dict[int, list[tuple[Expr | None, int, Expr]]] = {}
        self._known: dict[int, z3.ExprRef] = {}
        for place, value in transition.effect:
            if isinstance(place, Field):
                self._writes[place.place] = [(None, 0, value)]
                continue
            index = None if place.index.lo == place.index.hi else place.index
            for cell in place.inside:
                self._writes.setdefault(place.base + cell, []).append((index, cell, value))

    def __getitem__(self, slot: int) -> z3.ExprRef:
        if slot not in self._known:
            term = self._reader.term
            found = self._reader.pre[slot]
            for index, cell, value in self._writes[slot]:
                if index is None:
                    found = term(value)
                else:
                    found = chosen(equal(term(index), integer(cell)), term(value), found)
            self._known[slot] = found
        return self._known[slot]

    def __iter__(self) -> Iterator[int]:
        return iter(self._writes)

    def __len__(self) -> int:
        return len(self._writes)


class Symbolic:
    """Terms of a machine. Slot ``i`` is the integer ``pre[i]``; slot 0 is the number of the timing point.

    Slots in ``values`` are known to have that value in every state.
    """

    def __init__(self, machine: Machine, values: Mapping[int, int] = MappingProxyType({})) -> None:
        self.machine = machine
        self.values = values
        self._named = _named(machine.slots)
        self.pre: list[z3.ArithRef] = [
            integer(values[place]) if place in values else name for place, (name, _) in enumerate(self._named)
        ]
        of_steps = dict.fromkeys(id(choice) for one in machine.transitions for choice in one.choices)
        self._choices = {choice: number for number, choice in enumerate(of_steps)}
        self._terms: dict[int, z3.ExprRef] = {}
        self._kept: list[Expr] = []
        self._edges: dict[str, Edge] = {}

    def term(self, expression: Expr) -> z3.ExprRef:
        """``expression`` over ``pre`` and the choices: an Int for a number, a Bool for a condition."""
        known = self._terms.get(id(expression))
        if known is not None:
            return known
        for node in walk(expression, known=self._terms):
            self._terms[id(node)] = self._build(node)
            self._kept.append(node)
        return self._terms[id(expression)]

    def within(self, slots: Iterable[int] | None = None) -> list[z3.BoolRef]:
        """The domain of each slot (of all by default); bounds that only packing needs are left out."""
        return self._domains if slots is None else self._bounds(slots)

    @cached_property
    def _domains(self) -> list[z3.BoolRef]:
        return self._bounds(place for place in range(1, len(self.pre)) if place not in self.values)

    def _bounds(self, slots: Iterable[int]) -> list[z3.BoolRef]:
        return [
            bound
            for slot in slots
            for bound in (
                in_domain(self.machine.slots[slot], self.pre[slot])
                if slot in self.values
                else self._named[slot][1]
            )
        ]

    def edge(self, transition: Transition) -> Edge:
        """``transition`` as terms; built once."""
        known = self._edges.get(transition.id)
        if known is None or known.transition is not transition:
            known = self._edges[transition.id] = Edge(self, transition)
        return known

    def after(self, edge: Edge, term: z3.ExprRef, reads: Iterable[int] | None = None) -> z3.ExprRef:
        """``term``, which reads no slot but 0 and ``reads`` (any by default), in the state after ``edge``."""
        target = integer(self.machine.point_index[edge.transition.target])
        slots = edge.post if reads is None else [slot for slot in reads if slot in edge.post]
        written = [(self.pre[slot], edge.post[slot]) for slot in slots]
        return substituted(term, [(self.pre[0], target), *written])

    def at(self, point: str) -> z3.BoolRef:
        """That the game is at ``point``."""
        return equal(self.pre[0], integer(self.machine.point_index[point]))

    @cached_property
    def initial(self) -> list[z3.BoolRef]:
        """The initial condition: start values, except for the slots that the machine leaves open."""
        fixed: list[z3.BoolRef] = [
            self.pre[place] == value
            for place, value in enumerate(self.machine.start)
            if place not in self.machine.given
        ]
        return [*fixed, *self.within(sorted(self.machine.given)), self.term(self.machine.given_holds)]

    def state_of(self, model: z3.ModelRef) -> State:
        """The concrete state that ``model`` speaks of; slots that it leaves out take their lowest value."""
        values = []
        for place, slot in enumerate(self.machine.slots):
            value = model.eval(self.pre[place])
            values.append(value.as_long() if z3.is_int_value(value) else slot.lo)
        return tuple(values)

    def move_of(self, model: z3.ModelRef, transition: Transition) -> Move:
        """The choices that ``model`` makes in ``transition``, as a move of the concrete reader."""
        values = []
        for choice in transition.choices:
            value = model.eval(self.term(choice))
            values.append(value.as_long() if z3.is_int_value(value) else choice.lo or 0)
        return (self.machine.transition_index[transition.id], *values)

    def _build(self, node: Node) -> z3.ExprRef:
        parts = [self._terms[id(part)] for part in node.operands]
        match node:
            case Constant():
                return z3.BoolVal(bool(node.value)) if node.is_bool else integer(node.value)
            case Field():
                return self.pre[node.place]
            case Choice():
                number = self._choices.setdefault(id(node), len(self._choices))
                return z3.Int(f"{node.name}!{number}")
            case Cell():
                return _select(node.slots, parts[0], node.inside, self.pre.__getitem__)
            case Lookup():
                entries = node.entries
                found = _select(entries, parts[0], within(node.index, len(entries)), integer)
                if node.is_inside:
                    return found
                inside = all_hold(at_least(parts[0], integer(0)), less(parts[0], integer(len(entries))))
                return chosen(inside, found, integer(0))
            case Operation():
                return _OPERATIONS[node.op](*parts)
            case _:
                assert_never(node)


_OPERATIONS: Mapping[Operator, Callable[..., z3.ExprRef]] = {
    "+": added,
    "-": subtracted,
    "*": multiplied,
    "//": divided,
    "%": remaining,
    "<": less,
    "<=": at_most,
    "==": equal,
    "and": all_hold,
    "or": some_holds,
    "not": negated,
    "where": chosen,
    "min": lambda a, b: chosen(at_most(a, b), a, b),
    "max": lambda a, b: chosen(at_least(a, b), a, b),
}


@lru_cache(maxsize=16)
def _named(slots: tuple[Slot, ...]) -> tuple[tuple[z3.ArithRef, list[z3.BoolRef]], ...]:
    """The integer that stands for each of ``slots``, and its domain: many machines have the same slots."""
    names = [z3.Int(slot.name) for slot in slots]
    return tuple((name, in_domain(slot, name)) for slot, name in zip(slots, names, strict=True))


def in_domain(slot: Slot, term: z3.ArithRef) -> list[z3.BoolRef]:
    """That ``term`` is within the domain of ``slot``; a bound that only packing needs is left out."""
    low = at_least(term, integer(slot.lo))
    return [low] if slot.open_above else [low, at_most(term, integer(slot.hi))]


@lru_cache(maxsize=4096)
def integer(value: int) -> z3.IntNumRef:
    """``value`` as a term."""
    return z3.IntVal(value)


def _select(
    values: Sequence[int], at: z3.ArithRef, inside: range, term: Callable[[int], z3.ExprRef]
) -> z3.ExprRef:
    """The ``term`` of ``values[at]`` for an ``at`` that is ``inside``; runs of equal values are one case."""
    runs = [(value, max(places)) for value, places in groupby(inside, values.__getitem__)]
    result = term(runs[-1][0])
    for value, last in reversed(runs[:-1]):
        result = chosen(at_most(at, integer(last)), term(value), result)
    return result


def horn_clauses(
    reader: Symbolic, slots: list[int]
) -> tuple[dict[str, z3.FuncDeclRef], list[tuple[str, z3.BoolRef]]]:
    """One predicate per timing point over ``slots``, and one clause per transition (and one for the start).

    Slots outside of ``slots`` are read as any value of their domain, so what follows from the clauses holds
    for the machine; choose ``slots`` closed under what the wanted ones depend on to lose nothing.
    """
    machine = reader.machine
    sorts = [z3.IntSort()] * len(slots)
    predicates = {
        point.id: z3.Function(f"reach:{point.id}", *sorts, z3.BoolSort()) for point in machine.points
    }
    here = [reader.pre[place] for place in slots]
    start = z3.Implies(z3.And(*reader.initial), predicates[machine.points[machine.start[0]].id](*here))
    clauses = [("start", start)]
    for transition in machine.transitions:
        edge = reader.edge(transition)
        then = [edge.post.get(place, reader.pre[place]) for place in slots]
        body = z3.And(predicates[transition.source](*here), *reader.within(), edge.guard)
        clauses.append((transition.id, z3.Implies(body, predicates[transition.target](*then))))
    return predicates, clauses
