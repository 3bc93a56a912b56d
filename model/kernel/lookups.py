"""Look-ups: expressions whose value is an entry of a table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import index as exactly

from dicelaw.model.kernel.expressions import Expr, constant, is_constant, number


@lru_cache(maxsize=1024)
def _whole(entries: tuple[int, ...]) -> tuple[int, ...]:
    """``entries`` as plain whole numbers. Raises TypeError for a fraction."""
    return tuple(map(int, map(exactly, entries)))


def lookup(name: str, table: Iterable[int], index: Expr | int) -> Expr:
    """Entry ``index`` (from 0) of the named ``table``; 0 where the index lies outside of it."""
    entries = _whole(tuple(table))
    at = number(index)
    if is_constant(at):
        place = at.args[0]
        return constant(entries[place] if 0 <= place < len(entries) else 0)
    lo_at = 0 if at.lo is None else max(at.lo, 0)
    hi_at = len(entries) - 1 if at.hi is None else min(at.hi, len(entries) - 1)
    seen = entries[lo_at : max(hi_at, -1) + 1]
    inside = at.lo is not None and at.lo >= 0 and at.hi is not None and at.hi < len(entries)
    possible = seen if inside else (*seen, 0)
    if len(set(possible)) == 1:
        return constant(possible[0])
    return Expr("lookup", (name, entries, at), min(possible), max(possible))


class Table(list[int]):
    """The entries of a look-up that may be replaced while a machine is played; compared by identity."""

    __hash__ = object.__hash__  # type: ignore[assignment]  # unlike a list's, as the entries may change
    __eq__ = object.__eq__


def open_lookup(name: str, table: Table, index: Expr | int, lo: int, hi: int) -> Expr:
    """As :func:`lookup`, of a ``table`` whose entries may later be any from ``lo`` to ``hi``."""
    return Expr("lookup", (name, table, number(index)), min(lo, 0), max(hi, 0))
