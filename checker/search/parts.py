"""Memory for the parts of states that are stored as trees: it grows as they come up, and can be emptied."""

from __future__ import annotations

import ctypes
from typing import Any

from dicelaw.checker.search.kernel import Kernel
from dicelaw.checker.search.memory import WORD, NoRoom, Region
from dicelaw.checker.search.shared import Shared
from dicelaw.checker.search.tree import LARGEST

FULLEST = 7 / 10
"""Up to which part the places of an index, or the homes of a table, are taken before it grows."""
BYTES = 24
"""About how many bytes a part takes at most, with its place in the index."""
_HALF = WORD // 2


class Parts:
    """Parts of the states of ``kernel``, of which so many ``words`` of a search say where they are.

    At most ``most`` are wanted, and compiled code makes at most ``spare`` of them between two calls of
    :meth:`make_room`. Raises NoRoom.
    """

    def __init__(self, kernel: Kernel, words: Any, *, most: int, spare: int) -> None:
        self._kernel = kernel
        self._words = words
        self._spare = spare
        self.most = self._largest = min(most, LARGEST - spare)
        homes = 1 << int((2 * spare) / FULLEST).bit_length()
        self._values = Region(self._largest + spare + 1)
        largest = max(homes, int((self._largest + 2 * spare) / FULLEST * 2) + 1)
        self._index = Region(largest * _HALF // WORD + 1)
        words[Shared.VALUES] = self._values.address
        words[Shared.INDEX] = self._index.address
        words[Shared.HOMES] = homes
        words[Shared.PARTS] = 1

    @property
    def count(self) -> int:
        """How many there are, with those numbers that a thread has taken and not given yet."""
        found: int = self._words[Shared.PARTS]
        return found

    def allow(self, more: int) -> None:
        """Let the limit be so many ``more`` than there are."""
        self.most = min(self.count + more, self._largest)

    def make_room(self) -> None:
        """Let the index grow where it is nearly full. Raises NoRoom where there are too many parts."""
        if self.count > self._largest:
            raise NoRoom(f"its states have more than {self._largest:,} different parts: ask for fewer states")
        while self.count >= (room := int(self._words[Shared.HOMES] * FULLEST) - self._spare):
            self._empty_index()
            self._words[Shared.HOMES] *= 2
            assert self._kernel.reindex is not None
            self._kernel.reindex(ctypes.addressof(self._words), 1, self.count)
        self._words[Shared.MOST_PARTS] = min(room, self.most + 1)

    def empty(self) -> None:
        """Have no parts any more; no thread may have any number."""
        self._empty_index()
        ctypes.memset(self._values.address, 0, self.count * WORD)
        self._words[Shared.PARTS] = 1

    def close(self) -> None:
        """Give all memory back."""
        self._values.close()
        self._index.close()

    def _empty_index(self) -> None:
        ctypes.memset(self._index.address, 0, self._words[Shared.HOMES] * _HALF)
