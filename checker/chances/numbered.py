"""States by number, kept small, for there may be many of many slots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from struct import Struct, calcsize
from typing import overload

from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.pools import Pools
from dicelaw.model.kernel.state import Slot, State


class Numbered(Sequence[State]):
    """States of ``machine`` as they were first seen, the dice of ``pools`` in one order."""

    def __init__(self, machine: Machine, pools: Pools) -> None:
        self._pools = pools
        self._codes = [_code(slot) for slot in machine.slots]
        self._form = Struct("=" + "".join(self._codes))
        self._at = Struct("=" + self._codes[0])
        self._numbers: dict[bytes, int] = {}
        self._packed: list[bytes] = []

    def number(self, state: State) -> int:
        """The number of ``state``, which is the next one where it is new."""
        return self.numbered(self._form.pack(*self._pools.canonical(state)))

    def numbered(self, packed: bytes) -> int:
        """The number of the state that is ``packed``."""
        number = self._numbers.setdefault(packed, len(self._packed))
        if number == len(self._packed):
            self._packed.append(packed)
        return number

    @property
    def form(self) -> str:
        """How states are packed."""
        return self._form.format

    def at(self, packed: bytes) -> int:
        """The number of the timing point of the state that is ``packed``."""
        at: int = self._at.unpack_from(packed)[0]
        return at

    def placed(self, packed: bytes, at: int) -> bytes:
        """The state that is ``packed`` at another timing point."""
        return self._at.pack(at) + packed[self._at.size :]

    def packed(self, number: int) -> bytes:
        """The state of this number, packed."""
        return self._packed[number]

    def find(self, packed: bytes) -> int | None:
        """The number of the state that is ``packed``, where it was seen."""
        return self._numbers.get(packed)

    def one_of_each(self, numbers: Sequence[int], slots: Sequence[int]) -> list[State]:
        """Of the states of ``numbers`` one for each combination of values of ``slots``."""
        rows = [self._packed[number] for number in numbers]
        whole, width = b"".join(rows), self._form.size
        places = (place for slot in slots for place in range(*self._places[slot : slot + 2]))
        columns = [whole[place::width] for place in places]
        varying = [column for column in columns if column.count(column[:1]) < len(column)]
        found = dict(zip(zip(*varying, strict=True), rows, strict=True)).values() if varying else rows[:1]
        return [self._form.unpack(row) for row in found]

    @cached_property
    def _places(self) -> list[int]:
        """Where the bytes of each slot begin, and the end."""
        places = [0]
        for code in self._codes:
            places.append(places[-1] + calcsize("=" + code))
        return places

    def __len__(self) -> int:
        return len(self._packed)

    @overload
    def __getitem__(self, place: int) -> State: ...
    @overload
    def __getitem__(self, place: slice) -> list[State]: ...
    def __getitem__(self, place: int | slice) -> State | list[State]:
        if isinstance(place, slice):
            return [self._form.unpack(packed) for packed in self._packed[place]]
        return self._form.unpack(self._packed[place])


def _code(slot: Slot) -> str:
    """How a value of ``slot`` is packed: as a byte, or as more of them."""
    for code, lo, bits in (("B", 0, 8), ("h", -1 << 15, 15), ("i", -1 << 31, 31)):
        if lo <= slot.lo and slot.hi < 1 << bits:
            return code
    return "q"
