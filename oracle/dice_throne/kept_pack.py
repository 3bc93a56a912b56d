"""Our own content as it was read, kept between runs: to read it takes longer than most questions about it.

It counts only for the code and the content to the byte of which it was made, on the same Python. Of what is
kept only data of our own kinds is taken, whoever wrote it.
"""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from dicelaw.checker.sealed import keep, kept
from dicelaw.model.dice_throne.language import Hero, Pack
from dicelaw.oracle.cache_folder import cache_folder
from dicelaw.oracle.model_digest import model_digest

OURS = "dicelaw.model.dice_throne.language."
"""Where the kinds of data are declared that content is made of."""

REST = "without heroes"
"""What that is called which is no hero's."""


class _OurData(pickle.Unpickler):
    """Reads data of our own kinds, and calls nothing else."""

    def find_class(self, module: str, name: str) -> type:
        """The kind of data called ``name``. Raises UnpicklingError for anything else."""
        found = super().find_class(module, name) if module.startswith(OURS) and name.isidentifier() else None
        if not isinstance(found, type) or found.__module__ != module:
            raise pickle.UnpicklingError(f"{module}.{name} is no kind of data of ours")
        return found


def _read(data: bytes) -> Any:
    return _OurData(io.BytesIO(data)).load()


class _Kept:
    """What is kept by name of our content in ``edition``; without a word where nothing can be kept."""

    def __init__(self, edition: str) -> None:
        self._about = f"{sys.version} {model_digest()} {edition}"
        self._place = cache_folder() / "packs" / edition

    def get(self, name: str) -> Any | None:
        """What is kept as ``name``, if it is whole and of the same sources."""
        data = kept(self._place / name, f"{self._about} {name}")
        with suppress(pickle.UnpicklingError):
            return None if data is None else _read(data)
        return None

    def put(self, name: str, value: object) -> None:
        """Keep ``value`` as ``name``, if it can be read again."""
        data = pickle.dumps(value)
        with suppress(OSError, pickle.UnpicklingError):
            _read(data)
            self._place.mkdir(parents=True, exist_ok=True)
            keep(self._place / name, f"{self._about} {name}", data)


class _Heroes(Mapping[str, Hero]):
    """Heroes by id, each taken from what is kept when it is asked for, or else from the ``whole`` pack."""

    def __init__(self, ids: Sequence[str], folder: _Kept, whole: Callable[[], Pack]) -> None:
        self._ids, self._folder, self._whole = dict.fromkeys(ids), folder, whole
        self._made: dict[str, Hero] = {}

    def __getitem__(self, id: str) -> Hero:
        if id not in self._ids:
            raise KeyError(id)
        if id not in self._made:
            found = self._folder.get(id)
            if found is None:
                found = self._whole().heroes[id]
                self._folder.put(id, found)
            self._made[id] = found
        return self._made[id]

    def __contains__(self, id: object) -> bool:
        return id in self._ids

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)


def our_pack(edition: str) -> Pack:
    """Our content in the printing ``edition``. Raises ContentError, as to read it does."""
    folder = _Kept(edition)

    @cache
    def whole() -> Pack:
        from dicelaw.model.dice_throne.loader import load_pack

        return load_pack((), edition)

    found = folder.get(REST)
    if found is None:
        found = whole().statuses, tuple(whole().heroes), whole().companions
        folder.put(REST, found)
    statuses, heroes, companions = found
    return Pack(statuses, _Heroes(heroes, folder, whole), companions)
