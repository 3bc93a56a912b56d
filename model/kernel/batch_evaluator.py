"""Expressions in many states at once: a column of values for each node, worked out once.

Where a few nodes of a large expression change, as in a mutant, only they and what stands above them are
worked out anew. For one state after another, compiled functions are faster; compiling takes longer than this.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from operator import add, eq, floordiv, le, lt, mod, mul, not_, sub
from typing import Generic, Protocol, TypeVar, assert_never

from dicelaw.model.kernel.expressions import Constant, Expr, Operation, Operator
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.lookups import Entries, Lookup
from dicelaw.model.kernel.nodes import Node, walk
from dicelaw.model.kernel.state import Cell, Field, State

Column = TypeVar("Column")
OPERATIONS: Mapping[Operator, Callable[..., int]] = {
    "+": add, "-": sub, "*": mul, "//": floordiv, "%": mod, "==": eq, "<": lt, "<=": le, "min": min,
    "max": max, "not": not_, "and": lambda *parts: all(parts), "or": lambda *parts: any(parts),
    "where": lambda holds, one, other: one if holds else other,
}  # fmt: skip


class Rows(Protocol[Column]):
    """Many states with what is chosen in each, and how columns of their values are made of others."""

    def __len__(self) -> int: ...

    def constant(self, value: int) -> Column:
        """``value`` in each row."""

    def slot(self, place: int) -> Column:
        """The slot with the number ``place``."""

    def choice(self, name: str) -> Column:
        """What is chosen by this name."""

    def cell(self, slots: range, at: Column) -> Column:
        """In each row that of ``slots`` which ``at`` says."""

    def entry(self, entries: Entries, at: Column) -> Column:
        """In each row that of ``entries`` which ``at`` says; outside of them 0."""

    def operation(self, op: Operator, parts: Sequence[Column]) -> Column:
        """What ``op`` makes of its operands."""


class States:
    """Rows whose columns are lists: ``states``, each with its ``choices`` by name, if it has any."""

    def __init__(self, states: Sequence[State], choices: Sequence[Mapping[str, int]] = ()) -> None:
        self.states = states
        self.choices = choices

    def __len__(self) -> int:
        return len(self.states)

    def constant(self, value: int) -> list[int]:
        """See :class:`Rows`, as for all below."""
        return [value] * len(self.states)

    def slot(self, place: int) -> list[int]:  # noqa: D102
        return [state[place] for state in self.states]

    def choice(self, name: str) -> list[int]:  # noqa: D102
        return [row[name] for row in self.choices]

    def cell(self, slots: range, at: list[int]) -> list[int]:  # noqa: D102
        return [state[slots.start + here] for state, here in zip(self.states, at, strict=True)]

    def entry(self, entries: Entries, at: list[int]) -> list[int]:  # noqa: D102
        most = len(entries)
        return [entries[here] if 0 <= here < most else 0 for here in at]

    def operation(self, op: Operator, parts: Sequence[list[int]]) -> list[int]:  # noqa: D102
        return list(map(OPERATIONS[op], *parts))


class Columns(Generic[Column]):
    """The values of expressions in each of ``rows``."""

    def __init__(self, rows: Rows[Column]) -> None:
        self.rows = rows
        self._known: dict[int, Column] = {}
        self._kept: list[Expr] = []

    @property
    def cells(self) -> int:
        """How many values are kept."""
        return len(self._known) * len(self.rows)

    def of(self, root: Expr) -> Column:
        """What ``root`` is worth in each row; kept, for all that has nodes in common with it."""
        for node in walk(root, known=self._known):
            self._known[id(node)] = self._worked_out(node, self._known)
            self._kept.append(node)  # so that no other expression gets its id
        return self._known[id(root)]

    def changed(self, old: Expr, new: Expr) -> Column:
        """What ``new`` is worth in each row, which is ``old`` but for a few nodes; these are not kept."""
        self.of(old)
        fresh: dict[int, Column] = {}
        both = ChainMap(fresh, self._known)
        for node in walk(new, known=self._known):
            fresh[id(node)] = self._worked_out(node, both)
        return both[id(new)]

    def _worked_out(self, node: Node, known: Mapping[int, Column]) -> Column:
        below = [known[id(part)] for part in node.operands]
        match node:
            case Constant():
                return self.rows.constant(node.value)
            case Field():
                return self.rows.slot(node.place)
            case Choice():
                return self.rows.choice(node.name)
            case Cell():
                return self.rows.cell(node.slots, below[0])
            case Lookup():
                return self.rows.entry(node.entries, below[0])
            case Operation():
                return self.rows.operation(node.op, below)
            case _:
                assert_never(node)
