"""Instances: transitions with those choices made that say what a step needs and where it writes."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod

from dicelaw.model.kernel.expressions import FALSE, Expr, constant, is_constant
from dicelaw.model.kernel.graph import Choice, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import as_node, slots_read, walk
from dicelaw.model.kernel.rewriting import rebuilt
from dicelaw.model.kernel.state import Cell, Place, as_place, field_at

MOST = 1024
"""How many instances of a transition are told apart; one that would have more stays whole."""


@dataclass(frozen=True, eq=False)
class Instance:
    """The steps of ``transition`` with the choices ``made``; ``left`` are those that only values read."""

    transition: Transition
    made: tuple[tuple[Choice, int], ...]
    left: tuple[Choice, ...]
    requires: tuple[Expr, ...]
    effect: tuple[tuple[Place, Expr], ...]

    @cached_property
    def reads(self) -> frozenset[int]:
        """The slots that the requirements, the values or the indices of these steps read."""
        indices = [place.index for place, _ in self.effect if isinstance(place, Cell)]
        return slots_read(*self.requires, *indices, *(value for _, value in self.effect))

    @cached_property
    def writes(self) -> frozenset[int]:
        """The slots that these steps may write, but for the timing point."""
        return frozenset(slot for place, _ in self.effect for slot in place.slots)


def instances(machine: Machine, transition: Transition) -> list[Instance]:
    """The steps of ``transition``, apart by the choices that requirements and indices read.

    What can never be taken is left out.
    """
    indices = [place.index for place, _ in transition.effect if isinstance(place, Cell)]
    values = [value for _, value in transition.effect]
    conditions = [requirement.holds for requirement in transition.requires]
    indices += [node.index for node in walk(*conditions, *values) if isinstance(node, Cell)]
    wanted = {id(node) for node in walk(*conditions, *indices) if isinstance(node, Choice)}
    apart = [choice for choice in transition.choices if id(choice) in wanted]
    ranges = [range(choice.lo or 0, (choice.top or 0) + 1) for choice in apart]
    if any(choice.top is None for choice in apart) or prod(map(len, ranges)) > MOST:
        apart, ranges = [], []
    left = tuple(choice for choice in transition.choices if all(choice is not one for one in apart))
    open_nodes = _depending(apart, [*conditions, *values, *(place for place, _ in transition.effect)])
    found = []
    for numbers in product(*ranges):
        made = tuple(zip(apart, numbers, strict=True))
        fixed = _Fixing(machine, made, open_nodes)
        requires = tuple(fixed(condition) for condition in conditions)
        if all(condition is not FALSE for condition in requires):
            effect = tuple((fixed.place(place), fixed(value)) for place, value in transition.effect)
            found.append(Instance(transition, made, left, requires, effect))
    return found


def _depending(choices: Iterable[Choice], roots: Iterable[Expr]) -> set[int]:
    """The ids of the nodes below ``roots`` that read one of ``choices``, or a cell by a constant index."""
    found = {id(choice) for choice in choices}
    for node in walk(*roots):
        cell = isinstance(node, Cell) and is_constant(node.index)
        if cell or any(id(part) in found for part in node.operands):
            found.add(id(node))
    return found


class _Fixing:
    """Puts numbers in the place of choices, and cells in the place of what these numbers name."""

    def __init__(
        self, machine: Machine, made: Iterable[tuple[Choice, int]], depending: AbstractSet[int]
    ) -> None:
        self._slots = machine.slots
        self._depending = depending
        self._done: dict[int, Expr] = {id(choice): constant(value) for choice, value in made}

    def __call__(self, node: Expr) -> Expr:
        if id(node) not in self._depending:
            return node
        if id(node) not in self._done:
            self._done[id(node)] = self._of(node)
        return self._done[id(node)]

    def place(self, place: Place) -> Place:
        """``place`` where the choices have these numbers."""
        return as_place(self(place))

    def _of(self, node: Expr) -> Expr:
        operands = [self(part) for part in node.operands]
        if isinstance(node, Cell) and is_constant(operands[0]):
            place = node.base + operands[0].value
            return field_at(place, self._slots[place])
        return rebuilt(as_node(node), operands)
