"""Our own content as it was read, kept between runs: to read it takes longer than most questions about it.

It counts only for the code and the content to the byte of which it was made, on the same Python. It is
unpickled, so the cache is trusted as the program is.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from dicelaw import model
from dicelaw.checker.file_digest import digest
from dicelaw.checker.sealed import keep, kept
from dicelaw.model.dice_throne.language import Hero, Pack
from dicelaw.oracle.cache_folder import cache_folder


class _Heroes(Mapping[str, Hero]):
    """Heroes by id, each unpickled when it is asked for."""

    def __init__(self, pickled: Mapping[str, bytes]) -> None:
        self._pickled = pickled
        self._made: dict[str, Hero] = {}

    def __getitem__(self, id: str) -> Hero:
        if id not in self._made:
            self._made[id] = pickle.loads(self._pickled[id])
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
        return _unpickled(data)
    from dicelaw.model.dice_throne.loader import load_pack

    pack = load_pack((), edition)
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        keep(place, about, _pickled(pack))
    return pack


def _pickled(pack: Pack) -> bytes:
    heroes = {id: pickle.dumps(hero) for id, hero in pack.heroes.items()}
    return pickle.dumps((pack.statuses, heroes, pack.companions))


def _unpickled(data: bytes) -> Pack:
    statuses, heroes, companions = pickle.loads(data)
    return Pack(statuses, _Heroes(heroes), companions)
