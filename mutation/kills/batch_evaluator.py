"""Expressions in many states at once: a column of values for each node, worked out once.

Where a few nodes of a large expression change, as in a mutant, only they and what stands above them are
worked out anew. For one state after another, compiled functions are faster; compiling takes longer than this.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from operator import add, eq, floordiv, le, lt, mod, mul, not_, sub

from dicelaw.model.kernel.expressions import Expr, walk
from dicelaw.model.kernel.state import State

Column = list[int]
BINARY: Mapping[str, Callable[..., int]] = {
    "+": add, "-": sub, "*": mul, "//": floordiv, "%": mod, "==": eq, "<": lt, "<=": le, "min": min,
    "max": max,
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

    def _worked_out(self, node: Expr, known: Mapping[int, Column]) -> Column:
        args = node.args
        match node.op:
            case "const":
                return [args[0]] * len(self.states)
            case "field":
                place = args[0]
                return [state[place] for state in self.states]
            case "choice":
                name = args[0]
                return [row[name] for row in self.choices]
            case "cell":
                base = args[0]
                return [state[base + at] for state, at in zip(self.states, known[id(args[3])], strict=True)]
            case "lookup":
                entries, most = args[1], len(args[1])
                return [entries[at] if 0 <= at < most else 0 for at in known[id(args[2])]]
            case "not":
                return list(map(not_, known[id(args[0])]))
            case "and":
                return list(map(all, zip(*(known[id(part)] for part in args), strict=True)))
            case "or":
                return list(map(any, zip(*(known[id(part)] for part in args), strict=True)))
            case "where":
                test, then, other = (known[id(part)] for part in args)
                return [a if holds else b for holds, a, b in zip(test, then, other, strict=True)]
        one, two = args
        return list(map(BINARY[node.op], known[id(one)], known[id(two)]))
