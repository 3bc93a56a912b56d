"""A machine in which slots that never change are read as the value that they have.

What the rules say of cards, dice and words that a game has not falls away then, and proofs get short.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from dicelaw.model.kernel.expressions import Expr, constant, is_constant, larger, smaller, walk
from dicelaw.model.kernel.graph import Requirement, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.rewriting import rebuilt


def lasting(machine: Machine, values: Mapping[int, int]) -> dict[int, int]:
    """Those of ``values``, by slot but 0, that no step can change from a state that has all of them.

    That is read off the rules, so a value may be missing that only what else is known of a point preserves.
    """
    left = {slot: value for slot, value in values.items() if slot}
    while True:
        folded = ConstantPropagation(machine, left).machine
        writes = [pair for one in folded.transitions if not _never(one) for pair in one.effect]
        changed = {
            slot
            for place, value in writes
            for slot in _written(place)
            if slot in left and not (is_constant(value) and value.args[0] == left[slot])
        }
        if not changed:
            return left
        left = {slot: value for slot, value in left.items() if slot not in changed}


def _never(one: Transition) -> bool:
    return any(is_constant(need.holds) and not need.holds.args[0] for need in one.requires)


def _written(place: Expr) -> range:
    """The slots that an effect at ``place`` may write."""
    if place.op == "field":
        return range(place.args[0], place.args[0] + 1)
    base, length, _, index = place.args
    low = max(index.lo or 0, 0)
    return range(base + low, base + (length - 1 if index.hi is None else min(index.hi, length - 1)) + 1)


class ConstantPropagation:
    """``machine`` as it reads where each slot in ``values`` has the value there.

    It behaves as ``machine`` does from every state with these values, as long as they stay: whoever changes
    the machine has to see to it that they do.
    """

    def __init__(self, machine: Machine, values: Mapping[int, int]) -> None:
        self.values = values
        self.whole = machine
        self._known: dict[int, Expr] = {}
        self._kept: list[Expr] = []

    @cached_property
    def machine(self) -> Machine:
        """The machine with every transition folded; slots, points and where play begins are the same."""
        return replace(self.whole, transitions=tuple(map(self.transition, self.whole.transitions)))

    def transition(self, one: Transition) -> Transition:
        """``one``, which may be a mutant's, as it reads with the values."""
        actor = self.expression(one.actor) if isinstance(one.actor, Expr) else one.actor
        return replace(
            one,
            actor=actor,
            requires=tuple(Requirement(self.expression(need.holds), need.rule) for need in one.requires),
            effect=tuple((self._place(place), self.expression(value)) for place, value in one.effect),
        )

    def expression(self, whole: Expr) -> Expr:
        """``whole`` with the values in it, and what follows from them worked out."""
        for node in walk(whole, known=self._known):
            self._known[id(node)] = self._folded(node)
            self._kept.append(node)
        return self._known[id(whole)]

    def _folded(self, node: Expr) -> Expr:
        if node.op == "field":
            value = self.values.get(node.args[0])
            return node if value is None else constant(value)
        args = [self._known[id(arg)] if isinstance(arg, Expr) else arg for arg in node.args]
        if node.op == "cell":
            return self._cell(node, args[3])
        if all(one is two for one, two in zip(args, node.args, strict=True)):
            return node
        return rebuilt(node, args)

    def _cell(self, node: Expr, index: Expr) -> Expr:
        base, length, name, _ = node.args
        at = smaller(larger(index, 0), length - 1)
        cells = range(base + (at.lo or 0), base + (length - 1 if at.hi is None else at.hi) + 1)
        values = {self.values.get(cell) for cell in cells}
        if len(values) == 1 and (value := values.pop()) is not None:
            return constant(value)
        if len(cells) == 1:
            slot = self.whole.slots[cells[0]]
            return Expr("field", (cells[0], slot.name), slot.lo, None if slot.open_above else slot.hi)
        return node if index is node.args[3] else Expr("cell", (base, length, name, at), node.lo, node.hi)

    def _place(self, place: Expr) -> Expr:
        """Where an effect writes: what is there is not read."""
        if place.op == "field":
            return place
        base, length, name, index = place.args
        return Expr("cell", (base, length, name, self.expression(index)), place.lo, place.hi)
