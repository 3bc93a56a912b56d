"""What is kept between runs, each under a digest of all that it depends on.

What a part of the work finds depends on the code of the rules and of the checker, on the versions of Python
and of the solver, on the user's own content, and on what the part is; it is taken only where all of that is
the same to the byte. Where some rule has changed, single steps of proofs are still taken: each is known by a
digest of the claim and the transition that it is about, and by those of the invariants that it needs.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
from contextlib import suppress
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from dicelaw.checker.file_digest import digest
from dicelaw.checker.proof.proof_cache import Known
from dicelaw.checker.sealed import keep, kept

Result = TypeVar("Result")
KEPT = 4
"""How many states of the sources have their results kept."""
SOURCES = ("dicelaw.model", "dicelaw.specs", "dicelaw.checker")
"""What a result depends on."""
PROVER = ("dicelaw.model.kernel", "dicelaw.specs.property", "dicelaw.checker")
"""What the proof of a step depends on, besides the definitions that are in its digest."""


class Results(Generic[Result]):
    """Results of the type ``kind``, a dataclass, in files below ``folder``."""

    def __init__(self, folder: Path, kind: type[Result]) -> None:
        self.folder = folder / "results" / state(SOURCES)
        self._form = TypeAdapter(kind)

    def get(self, part: str) -> Result | None:
        """The result for ``part``, if it is kept, whole, and can be read."""
        data = kept(self.folder / _named(part), part)
        with suppress(ValidationError):
            return None if data is None else self._form.validate_json(data)
        return None

    def put(self, part: str, result: Result) -> None:
        """Keep ``result`` for ``part``; without a word where that is not possible."""
        _keep(self.folder / _named(part), part, self._form.dump_json(result))


class Steps:
    """Digests of steps of proofs, each of which was proved by the same prover, in files below ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "steps" / state(PROVER)
        self.known = Known()
        self._read: set[str] = set()
        self.refresh()

    def refresh(self) -> None:
        """Know what is in files that are new, as other processes write them; a file never changes."""
        with suppress(OSError):
            for file in self.folder.iterdir():
                if file.name not in self._read:
                    self.known.learn((kept(file, file.name) or b"").decode("ascii").split())
                    self._read.add(file.name)

    def save(self) -> None:
        """Keep what is known now and is not kept yet."""
        found = self.known.added()
        if found:
            lines = "".join(f"{one}\n" for one in found)
            name = _named(lines)
            _keep(self.folder / name, name, lines.encode("ascii"))
            self._read.add(name)


@lru_cache(maxsize=1)
def steps_in(folder: Path) -> Steps:
    """The steps below ``folder``, as far as this process knows them."""
    return Steps(folder)


def _named(part: str) -> str:
    return hashlib.sha256(part.encode()).hexdigest()


def _keep(place: Path, about: str, data: bytes) -> None:
    """Keep ``data`` sealed, or do without; room is made for a new state of the sources."""
    with suppress(OSError):
        folder = place.parent
        if not folder.exists():
            folder.mkdir(parents=True)
            others = [one for one in folder.parent.iterdir() if one != folder]
            for old in sorted(others, key=lambda one: one.stat().st_mtime)[: -(KEPT - 1)]:
                shutil.rmtree(old, ignore_errors=True)
        keep(place, about, data)


@cache
def state(modules: tuple[str, ...]) -> str:
    """The digest of ``modules``, of Python and of the solver."""
    import z3

    found = hashlib.sha256(f"{sys.version} z3 {z3.get_full_version()}".encode())
    for name in modules:
        place = Path(str(import_module(name).__file__))
        found.update(digest(place.parent if place.name == "__init__.py" else place).encode())
    return found.hexdigest()
