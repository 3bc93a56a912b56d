"""Which transitions of two machines say the same, so that code that was made of one serves for the other."""

from __future__ import annotations

from dicelaw.model.kernel.graph import Choice, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import Node
from dicelaw.model.kernel.structures import Structures

Said = tuple[object, ...]


class ByName(Structures):
    """Numbers of the expressions of several machines, in which choices of one name and range are one."""

    def identity(self, node: Node) -> object:
        """See :class:`Structures`."""
        return _range(node) if isinstance(node, Choice) else 0


class Likeness:
    """Says it of the transitions of ``machine`` and ``other`` by their places, each compared when asked for.

    Nothing is alike where the two have other slots, points or transitions. ``structures`` may be shared by
    all that are compared with ``other``.
    """

    def __init__(self, machine: Machine, other: Machine, structures: ByName) -> None:
        self._pairs = [*zip(machine.transitions, other.transitions, strict=False)]
        self._fits = (
            [one.id for one in machine.transitions] == [one.id for one in other.transitions]
            and machine.point_index == other.point_index
            and machine.slots == other.slots
        )
        self._structures = structures
        self._known: dict[int, bool] = {}

    def alike(self, place: int) -> bool:
        """Whether transition number ``place`` may be taken in the same states, and does the same there."""
        if not self._fits:
            return False
        one, other = self._pairs[place]
        if one is other:
            return True
        if place not in self._known:
            self._known[place] = self._said(one) == self._said(other)
        return self._known[place]

    def _said(self, transition: Transition) -> Said:
        of = self._structures.of
        effect = [(of(place), of(value)) for place, value in transition.effect]
        return (
            transition.source, transition.target, [*map(_range, transition.choices)],
            [of(need.holds) for need in transition.requires], effect,
        )  # fmt: skip


def _range(choice: Choice) -> Said:
    return choice.name, choice.lo, choice.hi, choice.top
