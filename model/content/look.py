"""How the tables of content are read: as they are, or so that their entries may be replaced in play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol

from dicelaw.model.kernel.expressions import Expr, constant
from dicelaw.model.kernel.lookups import Table, lookup, open_lookup


class Look(Protocol):
    """Makes a look-up in the table ``name``; ``most`` is the greatest entry that any content has there."""

    def __call__(
        self, name: str, entries: Sequence[int], index: Expr | int, most: int | None = None, /
    ) -> Expr:
        """Entry ``index`` of ``entries``; 0 outside of them."""


def closed(name: str, entries: Sequence[int], index: Expr | int, _most: int | None = None, /) -> Expr:
    """A look-up in a table that stays as it is."""
    return lookup(name, entries, index)


Key = tuple[str, tuple[int, ...]]
"""A table by its name and the entries that it was made with."""


class Noting:
    """Notes the ``tables`` that are looked up, in order; what is found there is of no interest."""

    def __init__(self) -> None:
        self.tables: list[Key] = []

    def __call__(
        self, name: str, entries: Sequence[int], _index: Expr | int, _most: int | None = None, /
    ) -> Expr:
        """See :class:`Look`."""
        self.tables.append((name, tuple(map(int, entries))))
        return constant(0)


class OpenTables:
    """Tables whose entries can be replaced: by what they may be, one more than the greatest of them."""

    def __init__(self) -> None:
        self._tables: dict[Key, tuple[Table, int]] = {}

    def __call__(
        self, name: str, entries: Sequence[int], index: Expr | int, most: int | None = None, /
    ) -> Expr:
        """See :class:`Look`."""
        key = (name, tuple(map(int, entries)))
        if key not in self._tables:
            self._tables[key] = (Table(key[1]), max(key[1]) + 1 if most is None else most)
        table, top = self._tables[key]
        return open_lookup(name, table, index, 0, top)

    def fits(self, changes: Mapping[Key, Sequence[int]]) -> bool:
        """Whether each of the tables that ``changes`` names can have these entries."""
        return all(
            key in self._tables
            and len(entries) == len(key[1])
            and all(0 <= entry <= self._tables[key][1] for entry in entries)
            for key, entries in changes.items()
        )

    @contextmanager
    def replaced(self, changes: Mapping[Key, Sequence[int]]) -> Iterator[None]:
        """Give the tables that ``changes`` names these entries for a while; they must fit."""
        for key, entries in changes.items():
            self._tables[key][0][:] = entries
        try:
            yield
        finally:
            for key in changes:
                self._tables[key][0][:] = key[1]
