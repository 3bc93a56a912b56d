"""Memory for searches: address space at once, pages when they are touched, huge ones where there are any."""

from __future__ import annotations

import ctypes
import mmap
from contextlib import suppress

WORD = 8
_PAGE = 1 << 21
_LATE = getattr(mmap, "MAP_NORESERVE", 0x4000)


class NoRoom(Exception):
    """The system does not give as much address space as a search may need."""


class Region:
    """``words`` zeros at ``address``. Raises NoRoom."""

    def __init__(self, words: int) -> None:
        size = (words * WORD + _PAGE - 1) // _PAGE * _PAGE
        options = {}
        if hasattr(mmap, "MAP_ANONYMOUS"):
            options["flags"] = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _LATE
        try:
            self._memory = mmap.mmap(-1, size, **options)
        except (OSError, OverflowError):
            text = f"there is no address space for {size / (1 << 30):,.0f} GiB: ask for fewer states"
            raise NoRoom(text) from None
        if hasattr(mmap, "MADV_HUGEPAGE"):
            self._memory.madvise(mmap.MADV_HUGEPAGE)
        self._forgotten = 0
        self._held = ctypes.c_char.from_buffer(self._memory)
        self.address = ctypes.addressof(self._held)
        self.words = memoryview(self._memory).cast("Q")

    def forget(self, stop: int) -> None:
        """Give back the pages before word ``stop``; words there may be zeros again."""
        end = stop * WORD // _PAGE * _PAGE
        if end > self._forgotten and hasattr(mmap, "MADV_DONTNEED"):
            self._memory.madvise(mmap.MADV_DONTNEED, self._forgotten, end - self._forgotten)
            self._forgotten = end

    def close(self) -> None:
        """Give the memory back; nothing may use it any more."""
        del self._held
        self.words.release()
        with suppress(BufferError):  # views that a traceback still holds: it goes when they do
            self._memory.close()
