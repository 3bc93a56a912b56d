"""Normal forms: what expressions and transitions say, as numbers that are equal where the texts agree.

Two expressions with one form have the same value in every state. The order of what is added, joined or
compared for equality does not matter, nor do nesting and signs of sums; beyond that nothing is computed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, assert_never

from dicelaw.checker.search.ground_transitions import Instance
from dicelaw.model.kernel.expressions import Constant, Expr, Operation, Operator
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.lookups import Lookup
from dicelaw.model.kernel.nodes import Node, walk
from dicelaw.model.kernel.state import Cell, Field

Names = Sequence[Hashable]
"""What each slot is called."""


class Forms:
    """Forms under any names of slots; those that one object gives may be compared."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._parts: list[tuple[Any, ...]] = []

    def transition(
        self, instances: Sequence[Instance], names: Names, known: dict[int, int] | None = None
    ) -> int:
        """The form of a transition, given by its instances: from where to where, and each step that it
        has.

        The forms of instances and their parts, by identity, are taken from ``known`` and put there.
        """
        first = instances[0].transition
        known = {} if known is None else known
        for place, choice in enumerate(instances[0].left):
            known[id(choice)] = self._number("choice", place, choice.lo, choice.top)
        for one in instances:
            if id(one) not in known:
                known[id(one)] = self._instance(one, names, known)
        steps = sorted(known[id(one)] for one in instances)
        return self._number("transition", first.source, first.target, *steps)

    def expression(self, root: Expr, names: Names) -> int:
        """The form of ``root``."""
        return self._expression(root, names, {})

    def _instance(self, instance: Instance, names: Names, known: dict[int, int]) -> int:
        required = {self._expression(condition, names, known) for condition in instance.requires}
        writes = []
        for place, value in instance.effect:
            at: tuple[Any, ...] = ("cell", self._expression(place, names, known))
            if isinstance(place, Field):
                at = ("field", names[place.place])
            writes.append((at, self._expression(value, names, known)))
        places = {place.place for place, _ in instance.effect if isinstance(place, Field)}
        if len(places) == len(writes):
            writes.sort(key=repr)  # fields that differ may be written in any order
        left = tuple(known[id(choice)] for choice in instance.left)
        return self._number("step", tuple(sorted(required)), tuple(writes), left)

    def _expression(self, root: Expr, names: Names, known: dict[int, int]) -> int:
        if id(root) not in known:
            for node in walk(root, known=known):
                parts = [known[id(arg)] for arg in node.operands]
                known[id(node)] = self._of(node, names, parts)
        return known[id(root)]

    def _of(self, node: Node, names: Names, parts: Sequence[int]) -> int:
        match node:
            case Constant():
                return self._number("const", node.value, node.is_bool)
            case Field():
                return self._number("field", names[node.place])
            case Cell():
                return self._number("cell", tuple(names[slot] for slot in node.slots), *parts)
            case Lookup():
                return self._number("lookup", node.entries, *parts)
            case Choice():
                return self._number("choice", node.name)
            case Operation():
                return self._operation(node.op, parts)
            case _:
                assert_never(node)

    def _operation(self, op: Operator, parts: Sequence[int]) -> int:
        match op:
            case "+":
                return self._sum([(parts[0], 1), (parts[1], 1)])
            case "-":
                return self._sum([(parts[0], 1), (parts[1], -1)])
            case "and" | "or" | "min" | "max":
                flat = {inner for part in parts for inner in self._inside(op, part)}
                return self._number(op, *sorted(flat))
            case "*" | "==":
                return self._number(op, *sorted(parts))
            case "//" | "%" | "<" | "<=" | "not" | "where":
                return self._number(op, *parts)
            case _:
                assert_never(op)

    def _inside(self, op: str, number: int) -> Iterable[int]:
        """The operands of ``number`` where it has the operator ``op``, else ``number`` itself."""
        parts = self._parts[number]
        return parts[1:] if parts[0] == op else (number,)

    def _sum(self, terms: Iterable[tuple[int, int]]) -> int:
        """The form of a sum of numbers, each taken some times."""
        times: Counter[int] = Counter()
        for number, factor in terms:
            parts = self._parts[number]
            for one, by in parts[1] if parts[0] == "sum" else ((number, 1),):
                times[one] += by * factor
        left = sorted((one, by) for one, by in times.items() if by)
        return left[0][0] if [by for _, by in left] == [1] else self._number("sum", tuple(left))

    def _number(self, *parts: Hashable) -> int:
        """The number that stands for ``parts``, here and wherever they come again."""
        if parts not in self._numbers:
            self._numbers[parts] = len(self._parts)
            self._parts.append(parts)
        return self._numbers[parts]
