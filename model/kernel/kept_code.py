"""Code of a machine's functions that was kept as plain data, with more as it is asked for."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from types import CodeType

from dicelaw.model.kernel.codes import Code, Key
from dicelaw.model.kernel.pycode import Compiled

Kept = tuple[str, CodeType, dict[str, tuple[int, ...]]]


class KeptCode:
    """Gives what is ``known`` of a machine's code, or else what ``compiler`` does, which is then known."""

    def __init__(self, known: MutableMapping[Key, Kept], compiler: Callable[[], Code]) -> None:
        self._known, self._compiler = known, compiler
        self.more = False
        """Whether something was not known."""

    def __call__(self, key: Key) -> Compiled:
        """The code of the function called ``key``."""
        found = self._known.get(key)
        if found is not None:
            return Compiled(*found)
        made = self._compiler()(key)
        tables = {name: entries for name, entries in made.tables.items() if isinstance(entries, tuple)}
        if len(tables) == len(made.tables):  # else it reads one that may change
            self._known[key] = made.name, made.code, tables
            self.more = True
        return made
