"""Expressions in many states at once: a column of values for each node, worked out once.

Where a few nodes of a large expression change, as in a mutant, only they and what stands above them are
worked out anew. For one state after another, compiled functions are faster; compiling takes longer than this.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from operator import add, eq, floordiv, le, lt, mod, mul, not_, sub
from typing import assert_never

from dicelaw.model.kernel.expressions import Constant, Expr, Operation, Operator
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.lookups import Lookup
from dicelaw.model.kernel.nodes import Node, walk
from dicelaw.model.kernel.state import Cell, Field, State

Column = list[int]
OPERATIONS: Mapping[Operator, Callable[..., int]] = {
    "+": add, "-": sub, "*": mul, "//": floordiv, "%": mod, "==": eq, "<": lt, "<=": le, "min": min,
    "max": max, "not": not_, "and": lambda *parts: all(parts), "or": lambda *parts: any(parts),
    "where": lambda holds, one, other: one if holds else other,
}  # fmt: skip


class Columns:
    """The values of expressions in ``states``, in each with the ``choices`` of its row by name."""

    def __init__(self, states: Sequence[State], choices: Sequence[Mapping[str, int]]) -> None:
        self.states = states
        self.choices = choices
        self._known: dict[int, Column] = {}
        self._kept: list[Expr] = []

    @property
    def cells(self) -> int:
        """How many values are kept."""
        return len(self._known) * len(self.states)

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
                return [node.value] * len(self.states)
            case Field():
                return [state[node.place] for state in self.states]
            case Choice():
                return [row[node.name] for row in self.choices]
            case Cell():
                return [state[node.base + at] for state, at in zip(self.states, below[0], strict=True)]
            case Lookup():
                entries, most = node.entries, len(node.entries)
                return [entries[at] if 0 <= at < most else 0 for at in below[0]]
            case Operation():
                return list(map(OPERATIONS[node.op], *below))
            case _:
                assert_never(node)
