"""The symbolic reader: z3 terms over plain integers, and one Horn clause for each transition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce

import z3

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.expressions import Expr, operands, walk
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State


@dataclass(frozen=True, eq=False)
class Edge:
    """A transition as z3 sees it: when it may be taken, and what the slots that it writes become."""

    transition: Transition
    offered: z3.BoolRef
    guards: tuple[z3.BoolRef, ...]
    post: Mapping[int, z3.ExprRef]

    @cached_property
    def guard(self) -> z3.BoolRef:
        """That the choices are in bounds and every requirement holds."""
        return z3.And(self.offered, *self.guards)


class Symbolic:
    """Terms of a machine. Slot ``i`` is the integer ``pre[i]``; slot 0 is the number of the timing point."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.pre: list[z3.ArithRef] = [z3.Int(slot.name) for slot in machine.slots]
        self._terms: dict[int, z3.ExprRef] = {}
        self._kept: list[Expr] = []
        self._edges: dict[str, Edge] = {}

    def term(self, expression: Expr) -> z3.ExprRef:
        """``expression`` over ``pre`` and the choices: an Int for a number, a Bool for a condition."""
        known = self._terms.get(id(expression))
        if known is not None:
            return known
        for node in walk(expression):
            if id(node) not in self._terms:
                self._terms[id(node)] = self._build(node)
                self._kept.append(node)
        return self._terms[id(expression)]

    def within(self, slots: Iterable[int] | None = None) -> list[z3.BoolRef]:
        """The domain of each slot (of all by default); bounds that only packing needs are left out."""
        bounds = []
        for place in range(1, len(self.pre)) if slots is None else slots:
            slot = self.machine.slots[place]
            bounds.append(self.pre[place] >= slot.lo)
            if not slot.open_above:
                bounds.append(self.pre[place] <= slot.hi)
        return bounds

    def edge(self, transition: Transition) -> Edge:
        """``transition`` as terms; built once."""
        known = self._edges.get(transition.id)
        if known is None or known.transition is not transition:
            known = self._edges[transition.id] = self._make_edge(transition)
        return known

    def after(self, edge: Edge, term: z3.ExprRef) -> z3.ExprRef:
        """``term`` read in the state after ``edge``."""
        target = z3.IntVal(self.machine.point_index[edge.transition.target])
        pairs = [(self.pre[place], value) for place, value in edge.post.items()]
        return z3.substitute(term, (self.pre[0], target), *pairs)

    def at(self, point: str) -> z3.BoolRef:
        """That the game is at ``point``."""
        return self.pre[0] == self.machine.point_index[point]

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

    def _make_edge(self, transition: Transition) -> Edge:
        bounds = []
        for choice in transition.choices:
            term = self.term(choice)
            bounds += [term >= bound for bound in (choice.lo,) if bound is not None]
            bounds += [term <= bound for bound in (choice.hi,) if bound is not None]
        guards = tuple(self.term(requirement.holds) for requirement in transition.requires)
        post: dict[int, z3.ExprRef] = {}
        for place, value in transition.effect:
            written = self.term(value)
            if place.op == "field":
                post[place.args[0]] = written
                continue
            base, length, _, index = place.args
            at = self.term(index)
            for cell in range(max(index.lo, 0), min(index.hi, length - 1) + 1):
                old = post.get(base + cell, self.pre[base + cell])
                post[base + cell] = z3.If(at == cell, written, old)
        return Edge(transition, z3.And(*bounds) if bounds else z3.BoolVal(True), guards, post)

    def _build(self, node: Expr) -> z3.ExprRef:
        args = node.args
        parts = [self._terms[id(part)] for part in operands(node)]
        match node.op:
            case "const":
                return z3.BoolVal(bool(args[0])) if node.is_bool else z3.IntVal(args[0])
            case "field":
                return self.pre[args[0]]
            case "choice":
                return z3.Int(f"{args[0]}!{len(self._kept)}")
            case "cell":
                return self._select([self.pre[args[0] + i] for i in range(args[1])], parts[0], args[3])
            case "lookup":
                entries = [z3.IntVal(entry) for entry in args[1]]
                chosen = self._select(entries, parts[0], args[2])
                inside = z3.And(parts[0] >= 0, parts[0] < len(entries))
                low, high = args[2].lo, args[2].hi
                safe = low is not None and low >= 0 and high is not None and high < len(entries)
                return chosen if safe else z3.If(inside, chosen, z3.IntVal(0))
            case "and":
                return z3.And(*parts)
            case "or":
                return z3.Or(*parts)
            case "not":
                return z3.Not(parts[0])
            case "where":
                return z3.If(*parts)
            case "min":
                return z3.If(parts[0] <= parts[1], *parts)
            case "max":
                return z3.If(parts[0] >= parts[1], *parts)
        return _ARITHMETIC[node.op](*parts)

    @staticmethod
    def _select(values: list[z3.ExprRef], at: z3.ArithRef, index: Expr) -> z3.ExprRef:
        low = max(index.lo, 0) if index.lo is not None else 0
        high = min(index.hi, len(values) - 1) if index.hi is not None else len(values) - 1
        runs = _runs(values, low, high)
        result = runs[-1][1]
        for last, value in reversed(runs[:-1]):
            result = z3.If(at <= last, value, result)
        return result


_ARITHMETIC = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a / b,
    "%": lambda a, b: a % b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "==": lambda a, b: a == b,
}


def _runs(values: list[z3.ExprRef], low: int, high: int) -> list[tuple[int, z3.ExprRef]]:
    """``values[low..high]`` with equal neighbours joined: the last index of each run, and its value."""

    def join(runs: list[tuple[int, z3.ExprRef]], place: int) -> list[tuple[int, z3.ExprRef]]:
        value = values[place]
        if runs and z3.eq(runs[-1][1], value):
            return [*runs[:-1], (place, value)]
        return [*runs, (place, value)]

    empty: list[tuple[int, z3.ExprRef]] = []
    return reduce(join, range(low, high + 1), empty)


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
    start = z3.Implies(z3.And(*reader.initial()), predicates[machine.points[machine.start[0]].id](*here))
    clauses = [("start", start)]
    for transition in machine.transitions:
        edge = reader.edge(transition)
        then = [edge.post.get(place, reader.pre[place]) for place in slots]
        body = z3.And(predicates[transition.source](*here), *reader.within(), edge.guard)
        clauses.append((transition.id, z3.Implies(body, predicates[transition.target](*then))))
    return predicates, clauses
