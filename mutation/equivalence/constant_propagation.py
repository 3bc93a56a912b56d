"""A machine in which slots that never change are read as the value that they have.

What the rules say of cards, dice and words that a game has not falls away then, and proofs get short.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from dicelaw.model.kernel.expressions import Expr, constant, is_constant, larger, smaller
from dicelaw.model.kernel.graph import Requirement, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import Node
from dicelaw.model.kernel.rewriting import Rewriting, rewritten
from dicelaw.model.kernel.state import Cell, Field, Place, within


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
            for slot in place.reach
            if slot in left and not (is_constant(value) and value.value == left[slot])
        }
        if not changed:
            return left
        left = {slot: value for slot, value in left.items() if slot not in changed}


def _never(one: Transition) -> bool:
    return any(is_constant(need.holds) and not need.holds.value for need in one.requires)


class ConstantPropagation:
    """``machine`` as it reads where each slot in ``values`` has the value there.

    It behaves as ``machine`` does from every state with these values, as long as they stay: whoever changes
    the machine has to see to it that they do.
    """

    def __init__(self, machine: Machine, values: Mapping[int, int]) -> None:
        self.values = values
        self.whole = machine
        self.expression = Rewriting(self._folded)
        """An expression with the values in it, and what follows from them worked out."""

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

    def _folded(self, node: Node, operands: Sequence[Expr]) -> Expr:
        if isinstance(node, Field):
            value = self.values.get(node.place)
            return node if value is None else constant(value)
        return self._cell(node, operands[0]) if isinstance(node, Cell) else rewritten(node, operands)

    def _cell(self, node: Cell, index: Expr) -> Expr:
        at = smaller(larger(index, 0), node.length - 1)
        inside = within(at, node.length)
        cells = node.slots[inside.start : inside.stop]
        values = {self.values.get(cell) for cell in cells}
        if len(values) == 1 and (value := values.pop()) is not None:
            return constant(value)
        if len(cells) == 1:
            return Field(cells[0], self.whole.slots[cells[0]])
        same = index is node.index
        return node if same else Cell(node.base, node.length, node.name, at, node.lo, node.hi)

    def _place(self, place: Place) -> Place:
        """Where an effect writes: what is there is not read."""
        if isinstance(place, Field):
            return place
        index = self.expression(place.index)
        return Cell(place.base, place.length, place.name, index, place.lo, place.hi)
