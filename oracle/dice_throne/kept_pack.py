"""Our own content as it was read, kept between runs: to read it takes longer than most questions about it.

It counts only for the code and the content to the byte of which it was made, on the same Python. Of what is
kept only data of our own kinds is taken, whoever wrote it.
"""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from dicelaw import model
from dicelaw.checker.file_digest import digest
from dicelaw.checker.sealed import keep, kept
from dicelaw.model.dice_throne.language import Hero, Pack
from dicelaw.oracle.cache_folder import cache_folder

OURS = "dicelaw.model.dice_throne.language."
"""Where the kinds of data are declared that content is made of."""


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


class _Heroes(Mapping[str, Hero]):
    """Heroes by id, each unpickled when it is asked for."""

    def __init__(self, pickled: Mapping[str, bytes]) -> None:
        self._pickled = pickled
        self._made: dict[str, Hero] = {}

    def __getitem__(self, id: str) -> Hero:
        if id not in self._made:
            self._made[id] = _read(self._pickled[id])
        return self._made[id]

    def __contains__(self, id: object) -> bool:
        return id in self._pickled

    def __iter__(self) -> Iterator[str]:
        return iter(self._pickled)

    def __len__(self) -> int:
        return len(self._pickled)


def our_pack(edition: str) -> Pack:
    """Our content in the printing ``edition``. Raises ContentError, as to read it does."""
    about = f"pack {edition} {sys.version} {digest(Path(str(model.__file__)).parent)}"
    place = cache_folder() / "packs" / f"dice-throne-{edition}"
    data = kept(place, about)
    if data is not None:
        with suppress(pickle.UnpicklingError):
            return _unpickled(data)
    from dicelaw.model.dice_throne.loader import load_pack

    pack = load_pack((), edition)
    with suppress(OSError, pickle.UnpicklingError):
        data = _pickled(pack)
        dict(_unpickled(data).heroes)  # it can be read again
        place.parent.mkdir(parents=True, exist_ok=True)
        keep(place, about, data)
    return pack


def _pickled(pack: Pack) -> bytes:
    heroes = {id: pickle.dumps(hero) for id, hero in pack.heroes.items()}
    return pickle.dumps((pack.statuses, heroes, pack.companions))


def _unpickled(data: bytes) -> Pack:
    statuses, heroes, companions = _read(data)
    return Pack(statuses, _Heroes(heroes), companions)
