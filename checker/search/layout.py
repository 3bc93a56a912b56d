"""How states lie in words, and what a search counts while it goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import NamedTuple

from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import Packing, Slot, State

OCCUPIED = Slot("occupied", 0, 1, "tells a state from an empty place")
WIDEST = 1 << 20
SPARSE = 3
"""Cells are sought in rows that hold so many of them each, on average."""


class TooWide(Exception):
    """A machine that does not fit the words that the compiled search computes with."""


class Row(NamedTuple):
    """Where the cells of an array lie, from number ``first`` on, that are evenly spaced in one word."""

    first: int
    word: int
    shift: int
    step: int


@dataclass(frozen=True)
class Layout:
    """How states lie in words, and which count of a tally is where.

    The first bit of a packed state is set, so that no state is 0. A tally counts the steps of each transition
    and the states at each point, then how often states were passed through, and the steps from stored ones.
    For each watched condition, for stuck states, for steps that leave a domain, and for those of each
    transition, it has the place in the queue where that was first met and 1 more, or 0. The states in which
    that was lie behind it.
    """

    packing: Packing
    transitions: int
    points: int
    watched: int
    fan: int

    @classmethod
    def of(cls, machine: Machine, watched: int) -> Layout:
        """The layout for ``machine``. Raises TooWide where a state may have too many successors."""
        fans = dict.fromkeys((point.id for point in machine.points), 0)
        for transition in machine.transitions:
            fans[transition.source] += prod(len(values(choice)) for choice in transition.choices)
        fan = max(fans.values())
        if fan > WIDEST:
            raise TooWide(f"{machine.name}: a state may have {fan} successors, more than {WIDEST}")
        packing = Packing.of((OCCUPIED, *machine.slots))
        return cls(packing, len(machine.transitions), len(machine.points), watched, fan)

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The slots of the machine."""
        return self.packing.slots[1:]

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The word and the lowest bit of each slot."""
        return self.packing.places[1:]

    def rows(self, base: int, length: int) -> tuple[Row, ...]:
        """How the cells of an array lie, in order; none where their domains differ, or rows are short."""
        if len({(slot.lo, slot.hi) for slot in self.slots[base : base + length]}) > 1:
            return ()
        step, rows, follows = self.slots[base].bits, list[Row](), None
        for number, (word, shift) in enumerate(self.places[base : base + length]):
            if (word, shift) != follows:
                rows.append(Row(number, word, shift, step))
            follows = (word, shift + step)
        return tuple(rows) if len(rows) == 1 or len(rows) * SPARSE <= length else ()

    @property
    def words(self) -> int:
        """How many words a state takes."""
        return self.packing.words

    @property
    def passed(self) -> int:
        """Where the tally has how often a state was passed through."""
        return self.transitions + self.points

    @property
    def steps(self) -> int:
        """Where the tally has the number of steps from states that are stored."""
        return self.passed + 1

    @property
    def hits(self) -> int:
        """Where the tally of watched conditions begins."""
        return self.steps + 1

    @property
    def stuck(self) -> int:
        """Where the tally has the first stuck state."""
        return self.hits + self.watched

    @property
    def outside(self) -> int:
        """Where the tally has the first state with a step that leaves a domain."""
        return self.stuck + 1

    @property
    def leaving(self) -> int:
        """Where the tally has, for each transition, the first state from which it leaves a domain."""
        return self.outside + 1

    @property
    def tally(self) -> int:
        """How many words a tally has."""
        return self.leaving + self.transitions

    @property
    def noted(self) -> int:
        """How many words the states take that lie behind a tally: for each place, in which it was met."""
        return (self.tally - self.hits) * self.words

    def met(self, place: int) -> int:
        """Where the state begins in which ``place`` of the tally was met."""
        return self.tally + (place - self.hits) * self.words

    def pack(self, state: State) -> tuple[int, ...]:
        """``state`` as words. Raises ValueError for a value outside of its domain."""
        return self.packing.pack((1, *state))

    def unpack(self, words: Sequence[int]) -> State:
        """The state that :meth:`pack` made ``words`` of."""
        return self.packing.unpack(words)[1:]


def values(choice: Choice) -> range:
    """What may be chosen. Raises TooWide for a choice without bound."""
    if choice.lo is None or choice.top is None:
        raise TooWide(f"the choice {choice.name!r} has no bound")
    return range(choice.lo, choice.top + 1)
