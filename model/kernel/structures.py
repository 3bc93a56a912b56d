"""Expressions by what they say: those of the same structure have one number, with what is known of it."""

from __future__ import annotations

from collections.abc import Container, Iterable

from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.lookups import Lookup, Table
from dicelaw.model.kernel.nodes import Node, walk
from dicelaw.model.kernel.state import Cell, Field

LEAVES = ("const", "field", "choice")


class Structures:
    """Numbers of the expressions of one machine; the operands of an expression have smaller ones."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        """One expression of each structure."""
        self.operators: list[tuple[int, ...]] = []
        """The operands of each that are no leaves, in order."""
        self.operands: list[tuple[int, ...]] = []
        """All operands of each, in order."""
        self.choices: list[frozenset[int]] = []
        """The choices that each depends on, by identity."""
        self.varies: list[bool] = []
        """Whether each may be worth something else in another state, with the same choices."""
        self._numbers: dict[int, int] = {}
        self._known: dict[tuple[object, ...], int] = {}
        self._kept: list[Expr] = []
        self._costs: dict[int, int] = {}

    def of(self, root: Expr) -> int:
        """The number of what ``root`` says."""
        numbers = self._numbers
        if id(root) not in numbers:
            for node in walk(root, known=numbers):
                numbers[id(node)] = self._of(node)
                self._kept.append(node)  # so that no other expression gets its id
        return numbers[id(root)]

    def identity(self, node: Node) -> object:
        """What tells ``node`` from others of the same structure: a choice is like no other."""
        return id(node) if node.op == "choice" else 0

    def parameters(self, node: Node) -> tuple[object, ...]:
        """What else ``node`` says by itself."""
        return node.parameters

    def _of(self, node: Node) -> int:
        numbers = self._numbers
        below = [numbers[id(part)] for part in node.operands]
        structure = (node.op, self.identity(node), *self.parameters(node), *below)
        number = self._known.setdefault(structure, len(self.nodes))
        if number == len(self.nodes):
            operands = tuple([numbers[id(part)] for part in node.operands])
            own = [id(node)] if node.op == "choice" else []
            self.nodes.append(node)
            self.operands.append(operands)
            self.operators.append(tuple([part for part in operands if not self.is_leaf(part)]))
            self.choices.append(frozenset().union(own, *(self.choices[part] for part in operands)))
            self.varies.append(_varies(node) or any(self.varies[part] for part in operands))
        return number

    def is_leaf(self, number: int) -> bool:
        """Whether ``number`` is that of a constant, a field or a choice."""
        return self.nodes[number].op in LEAVES

    def below(self, roots: Iterable[int], known: Container[int] = ()) -> list[int]:
        """The operators below ``roots`` and they themselves, operands first, but for what is ``known``."""
        found: list[int] = []
        seen = set[int]()
        stack = [root for root in roots if not self.is_leaf(root)]
        stack.reverse()
        while stack:
            number = stack.pop()
            if number < 0:  # all below it are found
                found.append(~number)
            elif number not in seen and number not in known:
                seen.add(number)
                stack.append(~number)
                stack += self.operators[number][::-1]
        return found

    def cost(self, number: int) -> int:
        """How many operators it has."""
        if number not in self._costs:
            self._costs[number] = len(self.below([number]))
        return self._costs[number]


def _varies(node: Expr) -> bool:
    return isinstance(node, Field | Cell) or (isinstance(node, Lookup) and isinstance(node.entries, Table))
