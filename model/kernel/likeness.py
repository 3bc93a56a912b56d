"""Which transitions of two machines say the same, so that code that was made of one serves for the other."""

from __future__ import annotations

from collections.abc import Iterable

from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Choice, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import Node
from dicelaw.model.kernel.state import Cell, Field
from dicelaw.model.kernel.structures import Structures

Said = tuple[object, ...]


class ByName(Structures):
    """Numbers of the expressions of several machines, in which choices of one name and range are one."""

    def identity(self, node: Node) -> object:
        """See :class:`Structures`."""
        return _range(node) if isinstance(node, Choice) else 0


class ByNames(ByName):
    """As :class:`ByName`, for machines with other slots: those of one name are one, wherever they lie."""

    def parameters(self, node: Node) -> tuple[object, ...]:
        """See :class:`Structures`."""
        if isinstance(node, Field):
            return (node.slot.name,)
        return (node.name, node.length) if isinstance(node, Cell) else node.parameters


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
            self._known[place] = _said(one, self._structures) == _said(other, self._structures)
        return self._known[place]


def differ_in(
    offered: Iterable[str], taken: Iterable[str], one: Machine, other: Machine, structures: ByNames
) -> bool:
    """Whether ``one`` and ``other`` begin otherwise, or differ in what is ``offered`` or ``taken``.

    ``offered`` has timing points, and ``taken`` transitions of ``one``. Where nothing of this differs, every
    play that comes to no other points and takes no other transitions goes alike. ``structures`` may be shared
    by all machines that are compared with ``one``.
    """
    if one is other:
        return False
    if not begin_alike(one, other):
        return True
    if not all(offers_alike(point, one, other, structures) for point in offered):
        return True
    pairs = [(one.transition(id), other.transition_index.get(id)) for id in taken]
    return any(place is None or not same(move, other.transitions[place], structures) for move, place in pairs)


def begin_alike(one: Machine, other: Machine) -> bool:
    """Whether the two begin with the same in each slot that both have."""
    begun = dict(zip(other.slot_index, other.start, strict=True)) | {"at": one.start[0]}
    return all(begun.get(name, value) == value for name, value in zip(one.slot_index, one.start, strict=True))


def framed_alike(one: Machine, other: Machine) -> bool:
    """Whether moves and states of the two have the same numbers, and chance the same chances."""
    return (
        one.slots == other.slots
        and one.point_index == other.point_index
        and [*map(_frame, one.transitions)] == [*map(_frame, other.transitions)]
    )


def _frame(transition: Transition) -> Said:
    actor = transition.actor
    return (
        transition.id, transition.source, len(transition.choices), transition.weights,
        None if isinstance(actor, Expr) else actor,
    )  # fmt: skip


def offers_alike(point: str, one: Machine, other: Machine, structures: ByNames) -> bool:
    """Whether the two offer the same by the same transitions in each state of ``point``."""
    mine, theirs = one.leaving[point], other.leaving.get(point, ())
    return [move.id for move in mine] == [move.id for move in theirs] and all(
        move is its or _offer(move, structures) == _offer(its, structures)
        for move, its in zip(mine, theirs, strict=True)
    )


def same(one: Transition, other: Transition, structures: ByNames) -> bool:
    """Whether the two are taken by the same in the same states, and do the same there."""
    return one is other or (
        _offer(one, structures) == _offer(other, structures)
        and _said(one, structures) == _said(other, structures)
    )


def _offer(transition: Transition, structures: Structures) -> Said:
    """By whom and when ``transition`` may be taken, and how likely it is."""
    of, actor = structures.of, transition.actor
    return (
        of(actor) if isinstance(actor, Expr) else actor, transition.weights,
        [*map(_range, transition.choices)], [of(need.holds) for need in transition.requires],
    )  # fmt: skip


def _said(transition: Transition, structures: Structures) -> Said:
    of = structures.of
    effect = [(of(place), of(value)) for place, value in transition.effect]
    return (
        transition.source, transition.target, [*map(_range, transition.choices)],
        [of(need.holds) for need in transition.requires], effect,
    )  # fmt: skip


def _range(choice: Choice) -> Said:
    return choice.name, choice.lo, choice.hi, choice.top
