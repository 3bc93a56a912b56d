"""Conditions that hold in the states of plays, and may hold always.

Which of them do is found out in :mod:`~dicelaw.mutation.equivalence.houdini`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

from dicelaw.model.kernel.batch_evaluator import Columns, States
from dicelaw.model.kernel.expressions import FALSE, Expr, all_of, any_of, implies, negate
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.state import Field, State
from dicelaw.mutation.equivalence.slot_roles import FEW, SEATS, arrays, deciding, is_cell, numbered, stacks

Seen = Sequence[Sequence[int]]
"""Some states: for each slot, its values in them."""


def suggested(machine: Machine, visited: Mapping[int, Collection[State]]) -> dict[str, list[Expr]]:
    """Conditions that hold in all states ``visited`` of each point.

    Where none was visited they are FALSE, and then what is suggested of the points that lead there. They say
    that a field has one value; that two name the same seat, or not the same; that one is never the least that
    it can be, or just above, or never has one of its labels, or one that decides never its greatest; that
    something is noted only of things that lie in some places; and how far a row of cells is filled, where a
    field counts them. Where a field says how play goes on, or an open count that nothing is left, more of the
    kind is suggested then; and that a demand of a transition that leads on follows from its other ones, or
    that the transition never happens. Of all points together it is suggested what is seen with each of these
    values, what is named at each step of what is under way, and which things never lie where others do.
    """
    common, states = _Common(machine), [state for some in visited.values() for state in some]
    columns = {place: [*zip(*some, strict=True)] for place, some in visited.items() if some}
    every = [*zip(*states, strict=True)]
    everywhere = (
        [*common.going_on(every), *common.named(every, deciding(machine)), *common.elsewhere(every)]
        if every
        else []
    )
    found = {
        machine.points[place].id: [
            *dict.fromkeys([*common.of(some), *_following(machine, place, visited[place]), *everywhere])
        ]
        for place, some in columns.items()
    }
    return {
        point.id: found.get(point.id) or [FALSE, *_before(machine, point.id, found)]
        for point in machine.points
    }


def _following(machine: Machine, point: int, states: Collection[State]) -> Iterator[Expr]:
    """That what a transition from ``point`` demands follows from all else that it demands, in all ``states``.

    This is about demands that do not hang on a choice. Of a transition that no state allows it is suggested
    that none ever does, by as few of its demands as never hold together.
    """
    values = Columns(States([*states]))
    for one in machine.transitions:
        if one.source == machine.points[point].id:
            demands = [need.holds for need in one.requires if not _hangs_on_a_choice(need.holds)]
            if not any(values.of(all_of(*demands))):
                yield negate(all_of(*_never_together(values, demands)))
            for place, holds in enumerate(demands):
                follows = implies(all_of(*demands[:place], *demands[place + 1 :]), holds)
                if all(values.of(follows)):
                    yield follows


def _never_together(values: Columns[list[int]], demands: Sequence[Expr]) -> Sequence[Expr]:
    """As few of ``demands`` as hold together in no state, as far as leaving out one after the other tells."""
    for place in range(len(demands)):
        fewer = [*demands[:place], *demands[place + 1 :]]
        if not any(values.of(all_of(*fewer))):
            return _never_together(values, fewer)
    return demands


def _hangs_on_a_choice(holds: Expr) -> bool:
    return any(node.op == "choice" for node in walk(holds))


def _before(machine: Machine, point: str, found: Mapping[str, Sequence[Expr]]) -> dict[Expr, None]:
    """What is ``found`` of the points that lead to ``point``, over others of which nothing is."""
    near, waiting = {point}, [point]
    while waiting:
        there = waiting.pop()
        before = {one.source for one in machine.transitions if one.target == there} - near
        near |= before
        waiting += before - found.keys()
    return dict.fromkeys(holds for one in sorted(near & found.keys()) for holds in found[one])


class _Common:
    """What states have in common; equal conditions are the same expression."""

    def __init__(self, machine: Machine) -> None:
        self._fields = [Field(place, slot) for place, slot in enumerate(machine.slots)]
        self._arrays = arrays(machine.slots)
        self._single = [place for place, slot in enumerate(machine.slots) if place and not slot.family]
        self._ways = [place for place in self._single if not is_cell(machine.slots[place])]
        rows = [cells for cells, _ in self._arrays if numbered(machine.slots[cells[0]].name)]
        self._plain = sorted([*self._single, *(cell for cells in rows for cell in cells)])
        self._filled = [
            (count, 0, cells)
            for count in self._single
            for cells in rows
            if machine.slots[count].hi == len(cells) > 1
        ] + [(last, 1, cells) for last, cells in stacks(machine)]
        self._deciding = deciding(machine)
        self._simple, self._noted = cache(self._said), cache(self._said_of_things)
        self._implied = cache(implies)

    def of(self, columns: Seen) -> Iterator[Expr]:
        """What the states with these ``columns`` have in common."""
        values = [frozenset(column) for column in columns]
        fixed = [place for place in range(1, len(values)) if len(values[place]) == 1]
        moving = [place for place in range(1, len(values)) if len(values[place]) > 1]
        yield from (self._simple(place, "==", *values[place]) for place in fixed)
        for place in self._plain:
            least = self._fields[place].slot.lo
            if len(values[place]) > 1:
                if least not in values[place]:
                    yield self._simple(place, ">", least)
                if place in self._deciding and self._fields[place].slot.hi not in values[place]:
                    yield self._simple(place, "!=", self._fields[place].slot.hi)
                never = {*(self._labelled(place) or [least + 1])} - values[place]
                yield from (self._simple(place, "!=", value) for value in sorted(never))
        yield from self._seats(columns, moving)
        yield from (self._noted(*one) for one in self._where(columns).items() if one[1])
        yield from self._rows(columns)
        yield from self.going_on(columns)

    def going_on(self, columns: Seen) -> Iterator[Expr]:
        """What those of the states with these ``columns`` have in common in which play goes on in one way."""
        values = {place: {*columns[place]} for place in self._plain}
        where = self._where(columns)
        for place in self._ways:
            for value in self._telling(place):
                if value not in values[place] or len(values[place]) == 1:
                    continue
                rows = [row for row, found in enumerate(columns[place]) if found == value]
                here = [[column[row] for row in rows] for column in columns]
                given = self._simple(place, "==", value)
                for one in self._plain:
                    if len(values[one]) > 1 and one != place:
                        yield from (self._implied(given, holds) for holds in self._alike(one, here[one]))
                for array, places in self._where(here).items():
                    if where.get(array) != places:
                        yield self._implied(given, self._noted(array, places))

    def _alike(self, place: int, column: Sequence[int]) -> Iterator[Expr]:
        """What is said of the field ``place`` that has the values of ``column``, of which one may be left."""
        above = self._fields[place].slot.lo + 1
        if len({*column}) == 1:
            yield self._simple(place, "==", column[0])
        elif self._fields[place].slot.open_above and above not in column:
            yield self._simple(place, "!=", above)

    def named(self, columns: Seen, fields: Collection[int]) -> Iterator[Expr]:
        """Which fields are never as little as they can be where one of ``fields`` has some value."""
        for place in sorted(fields):
            for value in sorted({*columns[place]}):
                given = self._simple(place, "==", value)
                rows = [row for row, found in enumerate(columns[place]) if found == value]
                for one in self._single:
                    least = self._fields[one].slot.lo
                    if one != place and least in columns[one]:
                        seen = min(columns[one][row] for row in rows)
                        for under in range(least, min(seen, least + 2)):
                            yield self._implied(given, self._simple(one, ">", under))

    def elsewhere(self, columns: Seen) -> Iterator[Expr]:
        """In which places only some things lie in the states with these ``columns``."""
        for cells, _ in self._arrays:
            for value in self._labelled(cells[0]):
                never = [cell for cell in cells if value not in columns[cell]]
                if 0 < len(never) < len(cells):
                    yield all_of(*(self._simple(cell, "!=", value) for cell in never))

    def _labelled(self, place: int) -> range:
        """The values of a field that has few labels; none of others."""
        slot = self._fields[place].slot
        return range(slot.lo, slot.lo + (len(slot.labels) if len(slot.labels) in FEW else 0))

    def _telling(self, place: int) -> Sequence[int]:
        """The values of a field that say how play goes on: its few labels, or that nothing is left."""
        slot = self._fields[place].slot
        return [slot.lo] if slot.open_above else self._labelled(place)

    def _seats(self, columns: Seen, moving: Sequence[int]) -> Iterator[Expr]:
        seats = [place for place in moving if self._fields[place].slot.labels == SEATS]
        for one, other in combinations(seats, 2):
            apart = {a != b for a, b in zip(columns[one], columns[other], strict=True)}
            if len(apart) == 1:
                yield self._simple(one, "against" if apart.pop() else "with", other)

    def _rows(self, columns: Seen) -> Iterator[Expr]:
        """That a cell of a row is above its least just where the row is filled so far."""
        for count, first, cells in self._filled:
            for place, cell in enumerate(cells[first:]):
                least = self._fields[cell].slot.lo
                pairs = {
                    (filled > place, value > least)
                    for filled, value in zip(columns[count], columns[cell], strict=True)
                }
                here, noted = self._simple(count, ">", place), self._simple(cell, ">", least)
                if (True, False) not in pairs:
                    yield self._implied(here, noted)
                if (False, True) not in pairs:
                    yield self._implied(noted, here)

    def _where(self, columns: Seen) -> dict[int, frozenset[int]]:
        """In which places those things lie of which each array notes something, where that is not all."""
        found = {}
        for number, (cells, lies) in enumerate(self._arrays):
            least = self._fields[cells[0]].slot.lo
            noting = [at for at, cell in enumerate(cells) if not {*columns[cell]} <= {least}]
            if not noting:
                found[number] = frozenset[int]()
            elif lies:
                every = set[int]().union(*(columns[place] for place in lies))
                noted = frozenset(
                    place
                    for at in noting
                    for value, place in zip(columns[cells[at]], columns[lies[at]], strict=True)
                    if value != least
                )
                if noted < every:
                    found[number] = noted
        return found

    def _said(self, place: int, said: str, value: int) -> Expr:
        field = self._fields[place]
        match said:
            case "==":
                return field == value
            case ">":
                return field > value
            case "!=":
                return field != value
            case "with":
                return field == self._fields[value]
        return field == 1 - self._fields[value]

    def _said_of_things(self, array: int, places: frozenset[int]) -> Expr:
        cells, lies = self._arrays[array]
        fields = [self._fields[cell] for cell in cells]
        if not places:
            return all_of(*(field == field.slot.lo for field in fields))
        there = [any_of(*(self._fields[one] == place for place in sorted(places))) for one in lies]
        return all_of(
            *(any_of(field == field.slot.lo, one) for field, one in zip(fields, there, strict=True))
        )
