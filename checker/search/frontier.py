"""The memory of a search and its layers: how states come in, and how one layer leads to the next."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice, repeat
from typing import NamedTuple

from dicelaw.checker.search.bit_fields import ALL
from dicelaw.checker.search.kernel import Kernel
from dicelaw.checker.search.loops import BATCH, LATELY
from dicelaw.checker.search.memory import WORD, Region
from dicelaw.checker.search.native import Word, signed
from dicelaw.checker.search.parts import FULLEST, Parts
from dicelaw.checker.search.shared import OWN_WORDS, ROOM, SHARED_WORDS, Own, Shared
from dicelaw.checker.search.table import SLACK
from dicelaw.model.kernel.state import State

SMALLEST = 1 << 16
MOVES = 64
"""More than there are, one after another, while the table grows once."""
WIDE = 1 << 12
"""How many states a layer has that several threads share."""
BETWEEN = 1 << 12
"""About how many successors a thread makes before it looks whether there is still room."""


TRAIL = 256
"""How many states without a choice there are mostly at most in a row."""


class Crowded(Exception):
    """The table has no place for a state: a defect of its hashing."""


class Layer(NamedTuple):
    """The places of the queue from ``first`` to ``stop``; some may be empty."""

    first: int
    stop: int


class _Move(NamedTuple):
    """Old places whose states go to new ones from ``low`` to before ``high``."""

    first: int
    stop: int
    low: int
    high: int


def moves_of(homes: int) -> Iterator[list[_Move]]:
    """How a table of ``homes`` becomes one of twice as many: what is in one list may be moved at once.

    A state goes to about twice its place, and never to a place that another one still has to leave.
    """
    end = 2 * homes + SLACK
    yield [_Move(homes, homes + SLACK, homes + SLACK, end)]
    stop = homes
    while stop > SLACK // 2:
        half, middle = stop // 16 * 8, stop // 32 * 24
        yield [_Move(middle, stop, 2 * middle, end), _Move(half, middle, stop, 2 * middle)]
        stop = half
    yield [_Move(0, stop, stop, end)]


class _Thread:
    """The words of one thread, and the room that they point to."""

    def __init__(self, kernel: Kernel, chunk: int) -> None:
        layout, tree = kernel.layout, kernel.tree
        room = BATCH + (chunk + 1) * layout.fan
        self.room = room
        self.out = (Word * ((room if tree is None else BATCH + layout.fan) * layout.words))()
        self.keys = self.out if tree is None else (Word * room)()
        self.homes = (Word * room)()
        self.tally = (Word * (layout.tally + layout.noted))()
        self.held = (Word * (0 if tree is None else tree.held))()
        self.words = (Word * OWN_WORDS)()
        skips = kernel.reductions.skips
        self.next = (Word * (layout.fan * layout.words * skips))()
        self.ago = (Word * layout.words)()
        self.begun = (Word * layout.words)()
        self.lately = (Word * (((layout.words + 1) << LATELY) * skips))()
        named = ((Own.OUT, self.out), (Own.KEYS, self.keys), (Own.HOMES, self.homes),
                 (Own.TALLY, self.tally), (Own.HELD, self.held),
                 (Own.NEXT, self.next), (Own.AGO, self.ago), (Own.BEGUN, self.begun),
                 (Own.LATELY, self.lately))  # fmt: skip
        for name, array in named:
            self.words[name] = ctypes.addressof(array)

    def forget_parts(self) -> None:
        """Have no number for a part, and hold the state whose parts are all 0."""
        self.words[Own.NUMBER] = self.words[Own.NUMBERS] = 0
        ctypes.memset(self.held, 0, ctypes.sizeof(self.held))


class Frontier:
    """A table, a queue, and threads that expand the queue layer by layer.

    At most ``most`` states are taken in. Where ``keep`` is set the queue keeps all layers.
    """

    def __init__(self, kernel: Kernel, *, most: int, threads: int = 1, keep: bool = False) -> None:
        self.kernel = kernel
        self.most = self._held = most
        self.keep = keep
        layout = kernel.layout
        chunk = max(1, BETWEEN // max(layout.fan, 1))
        self._threads = [_Thread(kernel, chunk) for _ in range(threads)]
        self._spare = sum(thread.room for thread in self._threads)
        homes = max(SMALLEST, 8 * self._spare)
        largest = max(homes, int((most + 2 * self._spare) / FULLEST * 2) + 1)
        self._table = Region((largest + SLACK) * kernel.words)
        self._queue = Region((2 * (most + self._spare) + (1 << 20)) * kernel.words)
        self._stashes = [Region(MOVES * SLACK * kernel.words) for _ in range(2)]
        self._shared = (Word * SHARED_WORDS)()
        self._shared[Shared.TABLE] = self._table.address
        self._shared[Shared.SIZE] = homes
        self._shared[Shared.QUEUE] = self._queue.address
        self._shared[Shared.CHUNK] = chunk
        self._parts: Parts | None = None
        if kernel.tree is not None:
            each = kernel.tree.parts
            spare = self._spare * each + threads * ROOM
            wanted = (most + self._spare) * each
            self._parts = Parts(kernel, self._shared, most=wanted, spare=spare)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.layer = Layer(0, 0)

    @property
    def homes(self) -> int:
        """How many homes the table has now."""
        size: int = self._shared[Shared.SIZE]
        return size

    @property
    def address(self) -> int:
        """Where the words are that its threads share."""
        return ctypes.addressof(self._shared)

    @property
    def states(self) -> int:
        """How many states were taken in."""
        found: int = self._shared[Shared.STATES]
        return found

    @property
    def waiting(self) -> int:
        """How many places of the queue are to be expanded."""
        return self.layer.stop - self.layer.first

    def tally(self) -> list[int]:
        """The counts of all threads, as :class:`Layout` has them; of first places the earliest."""
        rows = [thread.tally[: self.kernel.layout.tally] for thread in self._threads]
        counts = [sum(row[place] for row in rows) for place in range(self.kernel.layout.hits)]
        met = range(self.kernel.layout.hits, self.kernel.layout.tally)
        return counts + [min((row[place] for row in rows if row[place]), default=0) for place in met]

    def met(self, place: int) -> State:
        """The state in which ``place`` of the tally was met first; for it was."""
        layout = self.kernel.layout
        rows = [thread.tally for thread in self._threads if thread.tally[place]]
        earliest, first = min(rows, key=lambda row: row[place]), layout.met(place)
        return layout.unpack([word & ALL for word in earliest[first : first + layout.words]])

    def admit(self, states: Iterable[State]) -> None:
        """Take what stands for ``states`` in as the layer to expand.

        Raises ValueError for one outside of its domains.
        """
        thread, width = self._threads[0], self.kernel.layout.words
        waiting = iter(states)
        while batch := list(islice(waiting, BATCH)):
            for number, state in enumerate(batch):
                for word, value in enumerate(signed(self.kernel.pack(state)), number * width):
                    thread.out[word] = value
            self._admit(len(batch))
        self.layer = Layer(self.layer.first, self._end_of_queue())

    def take(self, packed: bytes) -> bool:
        """Let those of the ``packed`` states that are new take the place of the layer.

        False where there are more than ``most`` states then; some of them are left out.
        """
        self._queue.forget(self.layer.stop * self.kernel.words)
        size = BATCH * self.kernel.layout.words * WORD
        for first in range(0, len(packed), size):
            batch = packed[first : first + size]
            ctypes.memmove(self._threads[0].out, batch, len(batch))
            self._admit(len(batch) * BATCH // size)
            if self.states > self.most:
                break
        self.layer = Layer(self.layer.stop, self._end_of_queue())
        return self.states <= self.most

    def packed(self) -> bytes:
        """The states of the layer, as :meth:`take` wants them."""
        return self._whole(*self.layer)

    def _whole(self, first: int, stop: int) -> bytes:
        """The packed states at the places ``first`` to ``stop`` of the queue."""
        size = self.kernel.layout.words * WORD
        found = bytearray(max(1, stop - first) * size)
        target = ctypes.addressof(ctypes.c_char.from_buffer(found))
        return bytes(memoryview(found)[: self._copied(first, stop, target) * size])

    def _copied(self, first: int, stop: int, target: int) -> int:
        """How many states are at the places ``first`` to ``stop`` of the queue; they go to ``target``."""
        shared, own = ctypes.addressof(self._shared), ctypes.addressof(self._threads[0].words)
        return self.kernel.whole(shared, own, target, first, stop)

    def _admit(self, count: int) -> None:
        """Take in the first ``count`` states of the first thread's ``out``."""
        shared, own = ctypes.addressof(self._shared), ctypes.addressof(self._threads[0].words)
        self._shared[Shared.STATES] += self.kernel.admit(shared, own, count)
        self._make_room()

    def advance(self) -> bool:
        """Expand the layer; the next one takes its place. False where more than ``most`` states came up.

        A layer with a step that leaves a domain stays in the queue.
        """
        self._shared[Shared.CURSOR], self._shared[Shared.END] = self.layer
        if self._expand():
            return False
        if not self.keep and not self.tally()[self.kernel.layout.outside]:
            self._queue.forget(self.layer.stop * self.kernel.words)
        self.layer = Layer(self.layer.stop, self._end_of_queue())
        return True

    def _expand(self) -> bool:
        """Expand the queue from CURSOR to END; whether the table had more than it may hold before."""
        wide = self._pool is not None and self._shared[Shared.END] - self._shared[Shared.CURSOR] >= WIDE
        while True:
            self._make_room()
            shared = ctypes.addressof(self._shared)
            own = [ctypes.addressof(thread.words) for thread in self._threads]
            if wide and self._pool is not None:
                full = any(list(self._pool.map(self.kernel.search, repeat(shared), own)))
            else:
                full = bool(self.kernel.search(shared, own[0]))
            if self._shared[Shared.CROWDED]:
                raise Crowded("a state found no place in the table")
            if self._full():
                return True
            if not full:
                return False

    def _full(self) -> bool:
        """Whether there are more states or parts than there may be."""
        parts = self._parts
        return self._shared[Shared.STATES] > self._held or (parts is not None and parts.count > parts.most)

    def state(self, place: int) -> State:
        """The state at ``place`` of the queue."""
        return self._unpacked(self._whole(place, place + 1))

    def _unpacked(self, packed: bytes) -> State:
        return self.kernel.layout.unpack(memoryview(packed).cast("Q"))

    def some(self, count: int) -> list[State]:
        """About so many states of the layer."""
        places = range(*self.layer)[:: max(1, self.waiting // count)]
        found = (self._whole(place, place + 1) for place in places)
        return [self._unpacked(packed) for packed in found if packed]

    def before(self, layer: Layer, state: State) -> State | None:
        """The first state of ``layer`` that has a step to ``state``; None where there is none."""
        self._shared[Shared.CURSOR], self._shared[Shared.END] = layer
        place = self._find(state)
        return None if place < 0 else self.state(place)

    def _find(self, state: State) -> int:
        """The first place of the queue, from CURSOR to END, that has a step to ``state``; or -1."""
        width = self.kernel.layout.words
        target = (Word * width)(*signed(self.kernel.pack(state)))
        scratch = _Thread(self.kernel, 1)
        return self.kernel.find(
            ctypes.addressof(self._shared), ctypes.addressof(scratch.words), ctypes.addressof(target)
        )

    def between(self, state: State, later: State) -> list[State]:
        """The states after ``state`` up to ``later``, to which it leads by a step and what follows surely."""
        kernel, most = self.kernel, TRAIL
        assert kernel.trail is not None
        while True:
            width, scratch = kernel.layout.words, _Thread(kernel, 1)
            ends = [(Word * width)(*signed(kernel.pack(one))) for one in (state, later)]
            room = (Word * (most * width))()
            places = [ctypes.addressof(one) for one in (self._shared, scratch.words, *ends, room)]
            count = kernel.trail(*places, most)
            if count <= most:
                words = [word & ALL for word in room[: count * width]]
                return [kernel.layout.unpack(words[at : at + width]) for at in range(0, len(words), width)]
            most = count

    def close(self) -> None:
        """Give all memory back."""
        if self._pool is not None:
            self._pool.shutdown()
        for region in (self._table, self._queue, *self._stashes):
            region.close()
        if self._parts is not None:
            self._parts.close()

    def _make_room(self) -> None:
        """Let what is nearly full grow. Raises NoRoom where it can't."""
        if self._parts is not None:
            self._parts.make_room()
        while self._shared[Shared.STATES] >= (room := int(self.homes * FULLEST) - self._spare):
            self._grow()
        self._shared[Shared.LIMIT] = min(room, self._held + 1)

    def _grow(self) -> None:
        """Move the states of the table to their places in one of twice as many homes."""
        shared, width = ctypes.addressof(self._shared), WORD * self.kernel.words
        homes = self.homes
        self._shared[Shared.SIZE] = 2 * homes
        waiting = [0] * len(self._stashes)
        for moves in moves_of(homes):
            rooms = [
                stash.address + count * width for stash, count in zip(self._stashes, waiting, strict=True)
            ]
            calls = [(shared, room, *move) for room, move in zip(rooms, moves, strict=False)]
            wide = self._pool is not None and moves[0].stop - moves[0].first >= WIDE
            each = self._pool.map if wide and self._pool is not None else map
            for number, count in enumerate(each(self._grown, calls)):
                waiting[number] += count
        for stash, count in zip(self._stashes, waiting, strict=True):
            self.kernel.restore(shared, stash.address, count)

    def _grown(self, call: tuple[int, ...]) -> int:
        count = self.kernel.grow(*call)
        if count < 0:
            raise Crowded("too many states had no place while the table grew")
        return count

    def _end_of_queue(self) -> int:
        """Where the queue ends once every thread has given back what it has no use for."""
        for thread in self._threads:
            if thread.words[Own.ROOM] == self._shared[Shared.TAIL]:
                self._shared[Shared.TAIL] = thread.words[Own.PLACE]
            thread.words[Own.ROOM] = thread.words[Own.PLACE] = 0
        end: int = self._shared[Shared.TAIL]
        return end
