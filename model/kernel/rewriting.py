"""Rewriting: an expression with other operands is made anew, so that its interval fits them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from dicelaw.model.kernel.nodes import Node
from dicelaw.model.kernel.state import Cell, Field, cell_at


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
