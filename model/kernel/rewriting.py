"""Rewriting: expressions with something else in the place of some of their nodes.

An expression with other operands is made anew, so that its interval fits them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import assert_never

from dicelaw.model.kernel.expressions import (
    Constant,
    Expr,
    Operation,
    Operator,
    add,
    all_of,
    any_of,
    divide,
    larger,
    multiply,
    negate,
    remainder,
    smaller,
    subtract,
    where,
)
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.lookups import Lookup, lookup
from dicelaw.model.kernel.nodes import Node, walk
from dicelaw.model.kernel.state import Cell, Field, cell_at


class Rewriting:
    """Rewrites expressions from the leaves up, each node once for all of them.

    ``change`` says what becomes of a node whose operands have become these. What is ``put`` in the place of
    nodes, by their identities, stays as it is.
    """

    def __init__(
        self,
        change: Callable[[Node, Sequence[Expr]], Expr] | None = None,
        put: Mapping[int, Expr] = MappingProxyType({}),
    ) -> None:
        self._change = rewritten if change is None else change
        self._done: dict[int, Expr] = {**put}
        self._kept: list[Expr] = []

    def __call__(self, root: Expr) -> Expr:
        """What ``root`` becomes; itself where nothing in it changes."""
        for node in walk(root, known=self._done):
            self._done[id(node)] = self._change(node, [self._done[id(part)] for part in node.operands])
            self._kept.append(node)  # so that no other expression gets its id
        return self._done[id(root)]


def replaced(root: Expr, put: Mapping[int, Expr]) -> Expr:
    """``root`` with the expressions ``put`` in the place of nodes, by their identities."""
    return Rewriting(put=put)(root)


def rewritten(node: Node, operands: Sequence[Expr]) -> Expr:
    """``node`` with these ``operands``: itself where they are its own, else :func:`rebuilt`."""
    same = all(one is other for one, other in zip(operands, node.operands, strict=True))
    return node if same else rebuilt(node, operands)


def rebuilt(node: Node, operands: Sequence[Expr]) -> Expr:
    """``node`` with other operands, and the interval that they give it."""
    match node:
        case Constant() | Field() | Choice():
            return node
        case Lookup():
            return lookup(node.name, node.entries, operands[0])
        case Cell():
            index = smaller(larger(operands[0], 0), node.length - 1)
            return cell_at(node.base, node.length, node.name, index, node.lo, node.hi)
        case Operation():
            return MAKERS[node.op](*operands)
        case _:
            assert_never(node)


MAKERS: Mapping[Operator, Callable[..., Expr]] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "//": lambda value, divisor: divide(value, divisor.value),
    "%": lambda value, divisor: remainder(value, divisor.value),
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "==": lambda a, b: a == b,
    "and": all_of,
    "or": any_of,
    "not": negate,
    "where": where,
    "min": smaller,
    "max": larger,
}
"""By each operator what makes an operation of operands."""
