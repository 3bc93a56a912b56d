"""Partial order: where independent steps may come in any order, one order of them is enough.

At a timing point, the steps that stay there fall into groups such that no step of one group reads or writes
what a step of another one writes. A group goes first, alone, in a state where

- one of its steps can be taken,
- each transition that leaves the point has a requirement that fails and that only this group can make true,
- none of its steps writes what a question reads, and each raises one slot, or each lowers it.

Why that is sound: take any play from such a state to something that is looked for, which is that a question
is met, that play is stuck, or that a transition can be taken or leaves a domain. Up to its first step of the
group it stays at the point and consists of steps of other groups, as they can't make a leaving transition
legal. If it has a step of the group, that one can be done first instead: it is independent of those before
it, and the rest is as it was. If it has none, any step of the group can be put before it: what is looked for
reads nothing that the step writes (a transition of the group itself is legal already at the beginning), and
play is not stuck at the end, as that step is still legal there. The second case comes up only so many times
in a row, as each step raises, or lowers, a slot that no other group writes, and so does each exchange of a
symmetry. So something that is looked for is found, though perhaps by a longer play. Every play that is found
is one of the machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from dicelaw.checker.search.ground_transitions import Instance, instances
from dicelaw.model.kernel.expressions import (
    COMPARISONS,
    FALSE,
    TRUE,
    Expr,
    all_of,
    any_of,
    conjuncts,
    implies,
    is_constant,
    negate,
)
from dicelaw.model.kernel.graph import Choice, Requirement, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import slots_read, walk
from dicelaw.model.kernel.state import Field

RULE = "partial-order"


@dataclass(frozen=True, eq=False)
class _Group:
    """Steps that stay at a point; ``first`` is the condition that they go first, ``FALSE`` if they never
    do."""

    members: tuple[Instance, ...]
    first: Expr


def ordered(machine: Machine, questions: Iterable[Expr]) -> tuple[Machine, tuple[str, ...]]:
    """``machine`` with independent steps in one order, and the points at which there are some.

    The ``questions`` are conditions on its states.
    """
    visible = slots_read(*questions)
    requirements: dict[int, Requirement] = {}
    points = []
    for point in machine.points:
        leaving = [one for one in machine.transitions if one.source == point.id]
        staying = [one for one in leaving if one.target == point.id]
        groups = _groups(machine, staying, [one for one in leaving if one not in staying], visible)
        if len(groups) > 1 and any(group.first is not FALSE for group in groups):
            points.append(point.id)
            for transition in leaving:
                allowed = _allowed(transition, groups)
                if allowed is not TRUE:
                    requirements[id(transition)] = Requirement(allowed, RULE)

    def restricted(transition: Transition) -> Transition:
        more = requirements.get(id(transition))
        return transition if more is None else replace(transition, requires=(*transition.requires, more))

    return (machine.rewritten(restricted) if points else machine), tuple(points)


def _groups(
    machine: Machine, staying: Sequence[Transition], leaving: Sequence[Transition], visible: AbstractSet[int]
) -> list[_Group]:
    """The groups of the steps of ``staying``, each of which goes first after those before it."""
    groups: list[list[Instance]] = []
    for one in (one for transition in staying for one in instances(machine, transition)):
        joined = [group for group in groups if any(_dependent(one, other) for other in group)]
        groups = [group for group in groups if group not in joined]
        groups.append([*(other for group in joined for other in group), one])
    made = []
    for group in groups:
        elsewhere = frozenset[int]().union(
            *(one.writes for other in groups if other is not group for one in other)
        )
        made.append(_Group(tuple(group), _first(group, leaving, elsewhere, visible)))
    return made


def _dependent(one: Instance, other: Instance) -> bool:
    return bool(one.writes & (other.reads | other.writes) or other.writes & one.reads)


def _first(
    group: Sequence[Instance],
    leaving: Sequence[Transition],
    elsewhere: AbstractSet[int],
    visible: AbstractSet[int],
) -> Expr:
    """When ``group`` may go first, where other groups write ``elsewhere``."""
    writes = frozenset[int]().union(*(one.writes for one in group))
    required = [condition for one in group for condition in one.requires]
    if writes & visible or any(map(_chooses, required)) or not any(_moves_on(group, slot) for slot in writes):
        return FALSE
    shared = set.intersection(*(set(map(id, conjuncts(all_of(*one.requires)))) for one in group))

    def closing(transition: Transition) -> Expr:
        """That a requirement fails that no other group can make true, and without which this one could not
        go."""
        parts = conjuncts(all_of(*(one.holds for one in transition.requires)))
        own = [part for part in parts if not _chooses(part) and not slots_read(part) & elsewhere]
        return any_of(*(negate(part) for part in own if id(part) not in shared))

    closed = [closing(transition) for transition in leaving]
    return all_of(any_of(*(all_of(*one.requires) for one in group)), *closed)


def _chooses(condition: Expr) -> bool:
    """Whether ``condition`` reads a choice."""
    return any(isinstance(node, Choice) for node in walk(condition))


def _moves_on(group: Sequence[Instance], slot: int) -> bool:
    """Whether each step of ``group`` raises ``slot``, or each lowers it."""
    ways = [_way(one, slot) for one in group]
    return ways[0] != 0 and ways == [ways[0]] * len(ways)


def _way(instance: Instance, slot: int) -> int:
    """1 where ``instance`` is seen to raise ``slot``, -1 where to lower it, else 0."""
    written = [(place, value) for place, value in instance.effect if slot in place.slots]
    if len(written) != 1 or not isinstance(written[0][0], Field):
        return 0
    value = written[0][1]
    lo, hi = _bounds(instance, written[0][0])
    if value.op in ("+", "-"):
        one, other = value.operands
        if value.op == "+" and _is_slot(other, slot):
            one, other = other, one
        if _is_slot(one, slot):
            up, down = (other.lo or 0) > 0, other.hi is not None and other.hi < 0
            return (up - down) * (1 if value.op == "+" else -1)
    return (value.lo is not None and value.lo > hi) - (value.hi is not None and value.hi < lo)


def _bounds(instance: Instance, field: Field) -> tuple[int, int]:
    """Between what ``field`` lies where the steps of ``instance`` are legal."""
    lo, hi = field.slot.lo, field.slot.hi
    for part in conjuncts(all_of(*instance.requires)):
        if part.op in COMPARISONS:
            one, other = part.operands
            less = part.op == "<"
            if _is_slot(one, field.place) and is_constant(other):
                hi = min(hi, other.value - less)
                lo = max(lo, other.value) if part.op == "==" else lo
            elif _is_slot(other, field.place) and is_constant(one):
                lo = max(lo, one.value + less)
                hi = min(hi, one.value) if part.op == "==" else hi
    return lo, hi


def _is_slot(node: Expr, slot: int) -> bool:
    return isinstance(node, Field) and node.place == slot


def _allowed(transition: Transition, groups: Sequence[_Group]) -> Expr:
    """When ``transition`` may be taken, with those choices, where ``groups`` go first in their order."""
    before: list[Expr] = []
    allowed = []
    for number, group in enumerate(groups):
        after = [other.first for other in groups[number + 1 :]]
        mine = all_of(*map(negate, before), any_of(group.first, all_of(*map(negate, after))))
        for one in group.members:
            if one.transition is transition:
                allowed.append(implies(all_of(*(choice == value for choice, value in one.made)), mine))
        before.append(group.first)
    if transition.source == transition.target:
        return all_of(*allowed)
    return all_of(*map(negate, before))
