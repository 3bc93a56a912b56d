"""Expressions as compiled numbers: each is known with an interval, so that nothing can overflow unseen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, assert_never

from dicelaw.checker.search.assembly import Function, Value
from dicelaw.checker.search.bit_fields import Term, read_cell, read_slot
from dicelaw.checker.search.layout import Layout, TooWide
from dicelaw.model.kernel.expressions import Constant, Expr, Operation, Operator
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.lookups import Entries, Lookup
from dicelaw.model.kernel.nodes import Node, walk
from dicelaw.model.kernel.state import Cell, Field

LARGEST = 1 << 62
Arithmetic = Literal["+", "-", "*", "//", "%", "min", "max"]


class Terms:
    """The terms of one state, whose ``words`` are at hand; each is computed once where it is needed.

    :meth:`fork` continues on a branch: what is computed there is not known outside of it.
    """

    def __init__(
        self,
        code: Function,
        layout: Layout,
        words: Sequence[Value],
        tables: dict[Entries, str],
        known: Mapping[int, Term] | None = None,
    ) -> None:
        self.code = code
        self.layout = layout
        self.words = words
        self.tables = tables
        self._known = dict(known or {})

    def fork(self) -> Terms:
        """The same terms, to be continued apart."""
        return Terms(self.code, self.layout, self.words, self.tables, self._known)

    def bind(self, node: Expr, term: Term) -> None:
        """Let ``term`` stand for ``node``."""
        self._known[id(node)] = term

    def knows(self, node: Expr) -> bool:
        """Whether ``node`` is computed or bound."""
        return id(node) in self._known

    def __call__(self, root: Expr) -> Term:
        """The term of ``root``. Raises TooWide."""
        for node in walk(root, known=self._known):
            term = self._of(node)
            if max(-term.lo, term.hi) > LARGEST:
                raise TooWide(f"numbers from {term.lo} to {term.hi} do not fit a word")
            self._known[id(node)] = term
        return self._known[id(root)]

    def _cell(self, base: int, length: int, at: Term) -> Term:
        rows = self.layout.rows(base, length)
        if rows:
            return read_cell(self.layout, self.words, base, rows, at.value)
        cells = range(at.lo, at.hi + 1)
        slots = [self.layout.slots[base + place] for place in cells]
        moving = [place for place, slot in zip(cells, slots, strict=True) if slot.bits]
        if len(moving) < len(cells):
            chosen = self.entry(tuple(slot.lo for slot in self.layout.slots[base : base + length]), at).value
        else:
            chosen = read_slot(self.layout, self.words, base + moving.pop()).value
        for place in moving:
            cell = read_slot(self.layout, self.words, base + place)
            chosen = self.code.choose(at.value.equals(place), cell.value, chosen)
        return Term(chosen, min(slot.lo for slot in slots), max(slot.hi for slot in slots))

    def entry(self, entries: Entries, at: Term) -> Term:
        """The one of ``entries`` that is ``at`` an index; 0 where it lies outside of them."""
        inside = at.lo >= 0 and at.hi < len(entries)
        seen = entries[at.lo : at.hi + 1] if inside else ()
        if len({*seen}) == 1:
            return Term(self.code.number(seen[0]), seen[0], seen[0])
        name = self.tables.setdefault(entries, f"@table{len(self.tables)}")
        table = Value(self.code, name, "ptr")
        if inside:
            return Term(self.code.load(self.code.at(table, at.value)), min(seen), max(seen))
        within = self.code.binary("icmp ult", at.value, len(entries), "i1")
        entry = self.code.load(self.code.at(table, self.code.choose(within, at.value, 0)))
        return Term(self.code.choose(within, entry, 0), min(0, *entries), max(0, *entries))

    def _of(self, node: Node) -> Term:
        """The term of ``node``, whose operands are known."""
        parts = [self._known[id(part)] for part in node.operands]
        match node:
            case Constant():
                truth = self.code.truth(bool(node.value)) if node.is_bool else self.code.number(node.value)
                return Term(truth, node.value, node.value)
            case Field():
                return read_slot(self.layout, self.words, node.place)
            case Cell():
                return self._cell(node.base, node.length, parts[0])
            case Lookup():
                return self.entry(node.entries, parts[0])
            case Operation():
                return self._operation(node.op, parts)
            case Choice():
                raise ValueError(f"the choice {node.name!r} is not among those of the step")
            case _:
                assert_never(node)

    def _operation(self, op: Operator, parts: Sequence[Term]) -> Term:
        match op:
            case "not":
                return Term(parts[0].value ^ self.code.truth(True), 0, 1)
            case "and" | "or":
                joined = parts[0].value
                for part in parts[1:]:
                    joined = self.code.binary(op, joined, part.value)
                return Term(joined, 0, 1)
            case "where":
                test, then, other = parts
                value = self.code.choose(test.value, then.value, other.value)
                return Term(value, min(then.lo, other.lo), max(then.hi, other.hi))
            case "<":
                return Term(parts[0].value < parts[1].value, 0, 1)
            case "<=":
                return Term(parts[0].value <= parts[1].value, 0, 1)
            case "==":
                return Term(parts[0].value.equals(parts[1].value), 0, 1)
            case "+" | "-" | "*" | "//" | "%" | "min" | "max":
                return self._arithmetic(op, *parts)
            case _:
                assert_never(op)

    def _arithmetic(self, op: Arithmetic, a: Term, b: Term) -> Term:
        code = self.code
        match op:
            case "+":
                return Term(a.value + b.value, a.lo + b.lo, a.hi + b.hi)
            case "-":
                return Term(a.value - b.value, a.lo - b.hi, a.hi - b.lo)
            case "*":
                corners = [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
                return Term(a.value * b.value, min(corners), max(corners))
            case "min":
                smaller = code.choose(a.value < b.value, a.value, b.value)
                return Term(smaller, min(a.lo, b.lo), min(a.hi, b.hi))
            case "max":
                larger = code.choose(a.value < b.value, b.value, a.value)
                return Term(larger, max(a.lo, b.lo), max(a.hi, b.hi))
            case "//":
                lo, hi = a.lo // b.lo, a.hi // b.lo
                if a.lo >= 0:
                    return Term(code.binary("udiv", a.value, b.value), lo, hi)
                short = code.binary("srem", a.value, b.value) < 0
                return Term(code.binary("sdiv", a.value, b.value) - code.widened(short), lo, hi)
            case "%":
                if a.lo >= 0:
                    return Term(code.binary("urem", a.value, b.value), 0, b.hi - 1)
                rest = code.binary("srem", a.value, b.value)
                return Term(code.choose(rest < 0, rest + b.value, rest), 0, b.hi - 1)
            case _:
                assert_never(op)
