"""Look-ups: expressions whose value is an entry of a table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import index as exactly
from typing import Literal

from dicelaw.model.kernel.expressions import Expr, constant, is_constant, number
from dicelaw.model.kernel.interning import interned


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


def lookup(name: str, table: Iterable[int], index: Expr | int) -> Expr:
    """Entry ``index`` (from 0) of the named ``table``; 0 where the index lies outside of it."""
    entries = _whole(tuple(table))
    at = number(index)
    if is_constant(at):
        place = at.value
        return constant(entries[place] if 0 <= place < len(entries) else 0)
    lo_at = 0 if at.lo is None else max(at.lo, 0)
    hi_at = len(entries) - 1 if at.hi is None else min(at.hi, len(entries) - 1)
    seen = entries[lo_at : max(hi_at, -1) + 1]
    inside = at.lo is not None and at.lo >= 0 and at.hi is not None and at.hi < len(entries)
    possible = seen if inside else (*seen, 0)
    if len(set(possible)) == 1:
        return constant(possible[0])
    key = ("lookup", name, entries, id(at))
    return interned(key, Lookup, name, entries, at, min(possible), max(possible))


def open_lookup(name: str, table: Table, index: Expr | int, lo: int, hi: int) -> Expr:
    """As :func:`lookup`, of a ``table`` whose entries may later be any from ``lo`` to ``hi``."""
    at = number(index)
    key = ("lookup", name, table, id(at), lo, hi)
    return interned(key, Lookup, name, table, at, min(lo, 0), max(hi, 0))
