"""Rewriting: an expression with other operands is made anew, so that its interval fits them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dicelaw.model.kernel.expressions import (
    Expr,
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
from dicelaw.model.kernel.lookups import lookup


def rebuilt(node: Expr, args: Sequence[object]) -> Expr:
    """``node`` with other operands, and the interval that they give it."""
    parts = [arg for arg in args if isinstance(arg, Expr)]
    match node.op:
        case "lookup":
            return lookup(node.args[0], node.args[1], parts[0])
        case "cell":
            base, length, name, _ = node.args
            index = smaller(larger(parts[0], 0), length - 1)
            return Expr("cell", (base, length, name, index), node.lo, node.hi)
        case "//":
            return divide(parts[0], node.args[1].args[0])
        case "%":
            return remainder(parts[0], node.args[1].args[0])
    return _MAKERS[node.op](*parts)


_MAKERS: Mapping[str, Callable[..., Expr]] = {
    "+": add,
    "-": subtract,
    "*": multiply,
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
