"""Searches beyond memory: the states of all layers lie in a file, and the table has only what fits.

As long as the table has all states, it tells which ones are new. Once it is full it is emptied, and from then
on it has those that have come up since: whenever it is full again, and after each layer, the whole file is
read past it, what the file has is struck out of the table, and the rest is new and goes to the end of the
file. So a layer is the same as in memory, state for state, and the file is all that a search needs to go on.
"""

from __future__ import annotations

import ctypes
import zlib
from collections.abc import Iterable, Iterator, Sequence
from errno import EIO
from itertools import repeat
from typing import BinaryIO

from dicelaw.checker.search.frontier import Frontier, Layer
from dicelaw.checker.search.kernel import Kernel
from dicelaw.checker.search.memory import WORD, NoRoom, Region
from dicelaw.checker.search.parts import BYTES
from dicelaw.checker.search.shared import Own, Shared
from dicelaw.checker.search.table import SLACK
from dicelaw.model.kernel.state import State

BLOCK = 1 << 16
"""How many states are read at once."""
AT_ONCE = 256
"""How many states of a file are looked up at once when the table is filled again."""
PLACES = 4
"""How many places of table and queue there may be for each state that is held."""


def fitting(kernel: Kernel, memory: int) -> int:
    """How many states a table holds that keeps within about ``memory`` bytes. Raises NoRoom for too few.

    Where states are stored as trees half of it is for their parts.
    """
    needed = 3 * BLOCK * kernel.layout.words * WORD
    each = PLACES * WORD * kernel.words * (1 if kernel.tree is None else 2)
    held = (memory - needed) // each
    if held < BLOCK:
        raise NoRoom(f"it takes at least {(needed + each * BLOCK) / (1 << 20):.0f} MiB of memory")
    return held


class DiskFrontier(Frontier):
    """A frontier whose layers are in ``file``, open for reading and writing; places are those of the file.

    The table holds about ``held`` states. Raises OSError where the file can't be written.
    """

    def __init__(self, kernel: Kernel, file: BinaryIO, *, most: int, held: int, threads: int = 1) -> None:
        super().__init__(kernel, most=min(most, held), threads=threads)
        self.most = most
        self._file = file
        self._buffer = Region(BLOCK * kernel.layout.words)
        self._size = kernel.layout.words * WORD
        self._written = 0
        self._complete = True
        self._first_met = [0] * kernel.layout.tally
        self.content = 0

    @property
    def states(self) -> int:
        """How many states are in the file."""
        return self._written

    def tally(self) -> list[int]:
        """As of any frontier; first places are those of the file."""
        counts = super().tally()
        hits = self.kernel.layout.hits
        return counts[:hits] + self._first_met[hits:]

    def admit(self, states: Iterable[State]) -> None:
        """As of any frontier."""
        super().admit(states)
        self._drain(0)
        self.layer = Layer(0, self._written)

    def advance(self) -> bool:
        """As of any frontier. Raises OSError where the file can't be read or written."""
        for first in range(self.layer.first, self.layer.stop, BLOCK):
            count = self._load(first, min(self.layer.stop, first + BLOCK))
            full = True
            while full:
                full = self._expand()
                self._note(first)
                self._drain(count)
                if full:
                    self._sift()
                    self._load_again(first, count)
                if self.states > self.most:
                    return False
        if not self._complete:
            self._sift()
        self.layer = Layer(self.layer.stop, self._written)
        return self.states <= self.most

    def state(self, place: int) -> State:
        """As of any frontier."""
        return self._unpacked(bytes(self._read(place, place + 1)))

    def before(self, layer: Layer, state: State) -> State | None:
        """As of any frontier."""
        for first in range(layer.first, layer.stop, BLOCK):
            self._load(first, min(layer.stop, first + BLOCK))
            place = self._find(state)
            if place >= 0:
                return self.state(first + place)
        return None

    def resume(self, layer: Layer, tally: Sequence[int], content: int) -> bool:
        """Be where another frontier was, whose file this is, with its ``layer``, ``tally`` and ``content``.

        False where the file has something else. Raises OSError where it can't be read.
        """
        self._written = layer.stop
        found = 0
        for block in self._blocks():
            found = zlib.crc32(block, found)
            for start in range(0, len(block) // self._size, AT_ONCE):
                if self._complete:
                    self._take(start, min(AT_ONCE, len(block) // self._size - start))
        if found != content:
            return False
        self._file.truncate(layer.stop * self._size)
        hits = self.kernel.layout.hits
        self._threads[0].tally[:hits] = list(tally[:hits])
        self._first_met[hits:] = tally[hits:]
        self.content, self.layer = content, layer
        return True

    def close(self) -> None:
        """Give all memory back, and close the file."""
        super().close()
        self._buffer.close()
        self._file.close()

    def _blocks(self) -> Iterator[memoryview]:
        """All states of the file, some at a time, in the buffer."""
        for first in range(0, self._written, BLOCK):
            yield self._read(first, min(self._written, first + BLOCK))

    def _read(self, first: int, stop: int) -> memoryview:
        """The bytes of the states ``first`` to ``stop``, at the beginning of the buffer."""
        self._file.seek(first * self._size)
        block = self._buffer.words.cast("B")[: (stop - first) * self._size]
        done = 0
        while done < len(block):
            count = self._file.readinto(block[done:])  # type: ignore[attr-defined]  # BinaryIO does not say so
            if not count:
                raise OSError(EIO, "it became shorter while it was in use")
            done += count
        return block

    def _load(self, first: int, stop: int) -> int:
        """Have the states ``first`` to ``stop`` of the file at the beginning of the queue; their number."""
        self._read(first, stop)
        count, piece = stop - first, self._threads[0].room
        shared, own = ctypes.addressof(self._shared), ctypes.addressof(self._threads[0].words)
        for begin in range(0, count, piece):
            self._make_room()
            states = self._buffer.address + begin * self._size
            self.kernel.lay(shared, own, states, begin, min(piece, count - begin))
        if self._parts is not None:
            self._parts.allow(self._held * PLACES * WORD // BYTES)
        self._shared[Shared.CURSOR], self._shared[Shared.END] = 0, count
        self._shared[Shared.TAIL] = count
        return count

    def _load_again(self, first: int, count: int) -> None:
        """Have the ``count`` states from ``first`` on in the queue once more, where their parts are gone."""
        if self._parts is not None:
            cursor = self._shared[Shared.CURSOR]
            self._load(first, first + count)
            self._shared[Shared.CURSOR] = cursor

    def _append(self, count: int) -> None:
        """Write the first ``count`` states of the buffer to the end of the file."""
        block = self._buffer.words.cast("B")[: count * self._size]
        self._file.seek(self._written * self._size)
        done = 0
        while done < len(block):
            done += self._file.write(block[done:])
        self.content = zlib.crc32(block, self.content)
        self._written += count

    def _drain(self, start: int) -> None:
        """Empty the queue from ``start`` on; what is new goes to the end of the file."""
        tail, end = start, self._shared[Shared.TAIL]
        places = [(thread.words[Own.PLACE], thread.words[Own.ROOM]) for thread in self._threads]
        for hole, after in [*sorted(one for one in places if one[0] < one[1]), (end, end)]:
            if self._complete:
                for first in range(start, hole, BLOCK):
                    self._append(self._copied(first, min(hole, first + BLOCK), self._buffer.address))
            start = after
        self._drop(tail)

    def _drop(self, tail: int) -> None:
        """Let the queue end at ``tail``."""
        self._shared[Shared.TAIL] = tail
        for thread in self._threads:
            thread.words[Own.PLACE] = thread.words[Own.ROOM] = 0

    def _note(self, first: int) -> None:
        """Note what was met for the first time in the block that begins at ``first``."""
        hits = self.kernel.layout.hits
        for place, queued in enumerate(super().tally()[hits:], hits):
            if queued and not self._first_met[place]:
                self._first_met[place] = first + queued

    def _take(self, start: int, count: int) -> None:
        """Put states of the buffer into the table; where it is full it is emptied instead."""
        words = self._threads[0].words
        named = (Own.OUT,) if self.kernel.tree is not None else (Own.OUT, Own.KEYS)  # narrow states are keys
        before = [words[name] for name in named]
        for name in named:
            words[name] = self._buffer.address + start * self._size
        new = self.kernel.admit(ctypes.addressof(self._shared), ctypes.addressof(words), count)
        for name, value in zip(named, before, strict=True):
            words[name] = value
        self._shared[Shared.STATES] += new
        self._drop(0)
        self._make_room()
        if self._full():
            self._sift()

    def _sift(self) -> None:
        """Empty the table; what of it is not in the file goes to its end."""
        shared, own = ctypes.addressof(self._shared), ctypes.addressof(self._threads[0].words)
        known, self._complete = self._complete, False
        for block in () if known else self._blocks():
            self._strike(len(block) // self._size)
        places = self.homes + SLACK
        for first in range(0, places, BLOCK):
            stop = min(places, first + BLOCK)
            count = self.kernel.sweep(shared, own, self._buffer.address, first, stop)
            if not known:
                self._append(count)
        self._shared[Shared.STATES] = 0
        if self._parts is not None:
            for thread in self._threads:
                thread.forget_parts()
            self._parts.empty()

    def _strike(self, count: int) -> None:
        """Strike ``count`` states of the buffer out of the table."""
        part = -(-count // len(self._threads))
        first = range(0, count, part)
        own = (ctypes.addressof(thread.words) for thread in self._threads)
        parts = (self._buffer.address + start * self._size for start in first)
        sizes = (min(part, count - start) for start in first)
        each = map if self._pool is None else self._pool.map
        list(each(self.kernel.strike, repeat(ctypes.addressof(self._shared)), own, parts, sizes))
