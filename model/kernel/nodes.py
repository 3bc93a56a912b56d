"""The kinds of nodes of which expressions are made, the walk over them, and what they read."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import lru_cache
from typing import cast

from dicelaw.model.kernel.expressions import Constant, Expr, Operation
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.lookups import Lookup
from dicelaw.model.kernel.state import Cell, Field

Node = Constant | Field | Cell | Choice | Lookup | Operation
"""Every node is of one of these kinds; a reader has a case for each."""


def as_node(expression: Expr) -> Node:
    """``expression`` as a node of its kind; there are no others."""
    return cast(Node, expression)


def walk(*roots: Expr, known: Container[int] = ()) -> Iterator[Node]:
    """Each distinct node below ``roots`` once, operands before their operator.

    Nodes whose ``id`` is ``known`` are left out, with all that is only below them.
    """
    seen: set[int] = set()
    entered: set[int] = set()
    stack = [*reversed(roots)]
    while stack:
        node = stack[-1]
        key = id(node)
        if key in seen or key in known:
            stack.pop()
        elif key in entered or not node.operands:
            stack.pop()
            seen.add(key)
            yield as_node(node)
        else:
            entered.add(key)
            stack.extend(reversed(node.operands))


def slots_read(*roots: Expr) -> frozenset[int]:
    """The slots that ``roots`` may read."""
    reads = 0
    for root in roots:
        reads |= root.reads
    return _places(reads)


@lru_cache(maxsize=1 << 14)
def _places(bits: int) -> frozenset[int]:
    return frozenset(place for place in range(bits.bit_length()) if bits >> place & 1)
