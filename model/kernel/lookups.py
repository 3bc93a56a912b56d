"""Look-ups: expressions whose value is an entry of a table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import index as exactly
from typing import Literal

from dicelaw.model.kernel.expressions import Expr, constant, is_constant, number
from dicelaw.model.kernel.interning import interned
from dicelaw.model.kernel.intervals import Bound


class Table(list[int]):
    """The entries of a look-up that may be replaced while a machine is played; compared by identity."""

    __hash__ = object.__hash__  # type: ignore[assignment]  # unlike a list's, as the entries may change
    __eq__ = object.__eq__


Entries = tuple[int, ...] | Table


class Lookup(Expr):
    """Entry ``index`` (from 0) of the table ``name``; 0 where the index lies outside of it."""

    __slots__ = ("entries", "name")
    op: Literal["lookup"] = "lookup"

    def __init__(self, name: str, entries: Entries, index: Expr, lo: int, hi: int) -> None:
        super().__init__((index,), lo, hi)
        self.name = name
        self.entries = entries

    @property
    def index(self) -> Expr:
        """Which entry it is."""
        return self.operands[0]

    @property
    def parameters(self) -> tuple[object, ...]:
        """The name and the entries."""
        return (self.name, self.entries)

    @property
    def is_inside(self) -> bool:
        """Whether the index always lies in the table."""
        low, high = self.index.lo, self.index.hi
        return low is not None and low >= 0 and high is not None and high < len(self.entries)


@lru_cache(maxsize=1024)
def _whole(entries: tuple[int, ...]) -> tuple[int, ...]:
    """``entries`` as plain whole numbers. Raises TypeError for a fraction."""
    return tuple(map(int, map(exactly, entries)))


@lru_cache(maxsize=4096)
def _extremes(entries: tuple[int, ...], lo: Bound, hi: Bound) -> tuple[int, int]:
    """The least and the greatest of what a look-up may give whose index is in ``lo..hi``."""
    inside = lo is not None and lo >= 0 and hi is not None and hi < len(entries)
    first = 0 if lo is None else max(lo, 0)
    last = len(entries) - 1 if hi is None else min(hi, len(entries) - 1)
    seen = entries[first : max(last, -1) + 1]
    possible = seen if inside else (*seen, 0)
    return min(possible), max(possible)


def lookup(name: str, table: Iterable[int], index: Expr | int) -> Expr:
    """Entry ``index`` (from 0) of the named ``table``; 0 where the index lies outside of it."""
    entries = _whole(tuple(table))
    at = number(index)
    if is_constant(at):
        place = at.value
        return constant(entries[place] if 0 <= place < len(entries) else 0)
    lo, hi = _extremes(entries, at.lo, at.hi)
    if lo == hi:
        return constant(lo)
    key = ("lookup", name, entries, id(at))
    return interned(key, Lookup, name, entries, at, lo, hi)


def open_lookup(name: str, table: Table, index: Expr | int, lo: int, hi: int) -> Expr:
    """As :func:`lookup`, of a ``table`` whose entries may later be any from ``lo`` to ``hi``."""
    at = number(index)
    key = ("lookup", name, table, id(at), lo, hi)
    return interned(key, Lookup, name, table, at, min(lo, 0), max(hi, 0))
