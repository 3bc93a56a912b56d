"""Where mutants do otherwise in random plays that compiled code makes: in many states at once, with numpy.

A play is a row of packed states. For a mutant only the transitions that it changes are looked at, in the
states that they can leave, with each way to choose.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import product
from math import prod
from operator import and_, or_
from typing import Any, NamedTuple, assert_never

import numpy as np

from dicelaw.checker.search.layout import Layout
from dicelaw.checker.search.layout import values as offered
from dicelaw.checker.search.random_plays import Walker
from dicelaw.model.kernel.batch_evaluator import Columns
from dicelaw.model.kernel.expressions import Expr, Operator
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.lookups import Entries
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.state import State
from dicelaw.mutation.differences import NONE, changed_requirements, changed_sides
from dicelaw.mutation.mutants import Changes

ENOUGH = 4
"""How many places are wanted at which a mutant does otherwise."""
MOST = 1_000_000
"""In how many states, each with each way to choose, a transition is looked at."""
Array = np.ndarray
Column = Any
"""A numpy array with a value for each row, or a single one for all of them."""
_BINARY: Mapping[str, Any] = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "//": np.floor_divide, "%": np.remainder,
    "==": np.equal, "<": np.less, "<=": np.less_equal, "min": np.minimum, "max": np.maximum,
}  # fmt: skip


class Place(NamedTuple):
    """A moment of a random play: its number, and how many steps of it come before."""

    play: int
    step: int


class Rows:
    """Packed states, of which the slots are unpacked as they are asked for.

    ``number`` is that of each, ``fails`` the only requirement that fails there, or NONE, and ``choices`` has
    what is chosen by name.
    """

    def __init__(
        self, layout: Layout, packed: Array, number: Array, fails: Array, choices: Mapping[str, Array]
    ) -> None:
        self.layout, self.packed, self.number, self.fails = layout, packed, number, fails
        self.choices = choices
        self._known: dict[int, Array] = {}

    def only(self, which: Array, fails: Array) -> Rows:
        """The rows ``which``, with what of ``fails`` is theirs."""
        choices = {name: column[which] for name, column in self.choices.items()}
        return Rows(self.layout, self.packed[which], self.number[which], fails[which], choices)

    def choosing(self, transition: Transition) -> Rows:
        """Each row with each way to choose in ``transition``."""
        ways = [*product(*map(offered, transition.choices))]
        every = self.only(np.repeat(np.arange(len(self)), len(ways)), self.fails)
        columns = zip(*ways, strict=True) if ways else ()
        every.choices = {
            one.name: np.tile(np.array(column), len(self))
            for one, column in zip(transition.choices, columns, strict=True)
        }
        return every

    def __len__(self) -> int:
        return len(self.packed)

    def constant(self, value: int) -> Column:
        """See :class:`dicelaw.model.kernel.batch_evaluator.Rows`, as for all below."""
        return np.int64(value)

    def slot(self, place: int) -> Array:  # noqa: D102
        if place not in self._known:
            (word, shift), kind = self.layout.places[place], self.layout.slots[place]
            bits = (self.packed[:, word] >> np.uint64(shift)) & np.uint64((1 << kind.bits) - 1)
            self._known[place] = bits.astype(np.int64) + kind.lo
        return self._known[place]

    def choice(self, name: str) -> Array:  # noqa: D102
        return self.choices[name]

    def cell(self, slots: range, at: Column) -> Column:  # noqa: D102
        if np.ndim(at) == 0:
            return self.slot(slots[max(0, min(int(at), len(slots) - 1))])
        found = np.zeros(len(self), np.int64)
        for number, slot in enumerate(slots):
            here = at == number
            found[here] = self.slot(slot)[here]
        return found

    def entry(self, entries: Entries, at: Column) -> Column:  # noqa: D102
        table, inside = np.asarray(entries, np.int64), (at >= 0) & (at < len(entries))
        return np.where(inside, table[np.clip(at, 0, len(entries) - 1)], 0)

    def operation(self, op: Operator, parts: Sequence[Column]) -> Column:  # noqa: D102
        match op:
            case "not":
                return parts[0] == 0
            case "and" | "or":
                return reduce(and_ if op == "and" else or_, [part != 0 for part in parts])
            case "where":
                return np.where(parts[0] != 0, parts[1], parts[2])
            case "+" | "-" | "*" | "//" | "%" | "==" | "<" | "<=" | "min" | "max":
                one, other = (part.astype(np.int64) for part in parts)
                return _BINARY[op](one, other)
            case _:
                assert_never(op)


def holding(values: Columns[Column], condition: Expr) -> Array:
    """Whether ``condition`` holds, for each row."""
    return np.broadcast_to(values.of(condition) != 0, (len(values.rows),))


def failing(rows: Rows, required: Mapping[int, Expr]) -> Rows:
    """Those of ``rows`` in which at most one of ``required`` fails, noted in them.

    What has failed before counts as well.
    """
    values = Columns(rows)
    which, count = rows.fails.copy(), (rows.fails != NONE).astype(int)
    for place, holds in required.items():
        broken = ~holding(values, holds)
        which[broken] = place
        count += broken
    return rows.only(np.flatnonzero(count <= 1), which)


def otherwise(rows: Rows, values: Columns[Column], old: Transition, new: Transition | None) -> Array:
    """In which rows a step along ``old`` may not be one along ``new``, or the other way round."""
    fails = rows.fails
    legal: Array = fails == NONE
    sides = None if new is None else changed_sides(old, new)
    if new is None or sides is None:
        return legal
    found = np.zeros(len(rows), bool)
    for place, holds in changed_requirements(old, new):
        now = holding(values, holds)
        found |= (legal & ~now) | ((fails == place) & now)
    if sides and legal.any():
        found |= legal & reduce(or_, (values.of(one) != values.of(other) for one, other in sides))
    return found


def in_words(packed: memoryview, layout: Layout) -> Array:
    """The packed states of a play, one in each row."""
    return np.array(packed).view(np.uint64).reshape(-1, layout.words)


def unpacked(machine: Machine, layout: Layout, packed: Array) -> list[State]:
    """The states of ``machine`` that are ``packed``, one in each row."""
    numbers = np.arange(len(packed))
    rows = Rows(layout, packed, numbers, numbers, {})
    return [*zip(*(rows.slot(slot).tolist() for slot in range(len(machine.slots))), strict=True)]


class Walks:
    """Random plays of a machine by compiled code, of ``length`` steps at most. Raises as Walker."""

    def __init__(self, machine: Machine, length: int) -> None:
        self.machine = machine
        self._walker = Walker(machine, length=length)
        self._plays: list[Array] = []

    def play(self, starts: Sequence[State], plays: int, seed: int) -> None:
        """Make so many ``plays`` from each of ``starts``; they take the place of those made before."""
        made = product(starts, range(plays))
        words = (self._walker.packed(start, seed, number) for start, number in made)
        self._plays = [in_words(one, self._walker.layout) for one in words]

    def states(self, play: int, most: int) -> list[State]:
        """The first states of a play, at ``most`` so many."""
        return unpacked(self.machine, self._walker.layout, self._plays[play][:most])

    def differing(self, mutants: Mapping[str, Changes]) -> dict[str, list[Place]]:
        """Where each of ``mutants`` may do otherwise in the plays, a few places for each.

        Missed are those that need two of their requirements to fail, or a state beyond the first ``MOST``.
        """
        packed, first = np.unique(np.concatenate(self._plays), axis=0, return_index=True)
        every = Rows(self._walker.layout, packed, first, np.full(len(packed), NONE), {})
        starts = np.cumsum([0, *map(len, self._plays)])
        found: dict[str, list[Place]] = defaultdict(list)
        for source, changed in self._by_point(mutants).items():
            here = np.flatnonzero(every.slot(0) == self.machine.point_index[source])
            rows = every.only(here, every.fails)
            for id, several in changed.items() if len(here) else ():
                for name, place in _differing(rows, self.machine.transition(id), several):
                    play = int(np.searchsorted(starts, place, "right")) - 1
                    found[name].append(Place(play, int(place - starts[play])))
        return {name: sorted(places, key=lambda one: one.step)[:ENOUGH] for name, places in found.items()}

    def _by_point(self, mutants: Mapping[str, Changes]) -> dict[str, dict[str, dict[str, Transition | None]]]:
        """What each mutant makes of each transition, by timing point."""
        found: dict[str, dict[str, dict[str, Transition | None]]] = defaultdict(lambda: defaultdict(dict))
        for name, changes in mutants.items():
            for id, new in changes.items():
                found[self.machine.transition(id).source][id][name] = new
        return found


def _differing(
    rows: Rows, old: Transition, several: Mapping[str, Transition | None]
) -> Iterator[tuple[str, int]]:
    """Mutants of ``old`` that do otherwise, with the number of a row in which they do; a few of each."""
    required = {place: one.holds for place, one in enumerate(old.requires)}
    chosen = {
        place: holds for place, holds in required.items() if any(one.op == "choice" for one in walk(holds))
    }
    near = failing(rows, {place: one for place, one in required.items() if place not in chosen})
    most = np.arange(min(len(near), MOST // prod(len(offered(one)) for one in old.choices)))
    here = failing(near.only(most, near.fails).choosing(old), chosen)
    values = Columns(here)
    for name, new in several.items() if len(here) else ():
        found = np.flatnonzero(otherwise(here, values, old, new))
        yield from ((name, int(here.number[row])) for row in found[:ENOUGH])
