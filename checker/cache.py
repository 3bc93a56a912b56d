"""Results that are kept between runs, each under a digest of all that it depends on.

What a part of the work finds depends on the code of the rules and of the checker, on the versions of Python
and of the solver, on the user's own content, and on what the part is. A result is taken only where all of it
is the same to the byte.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

Result = TypeVar("Result")
KEPT = 4
"""How many states of the sources have their results kept."""
LAYERS = ("model", "specs", "checker")
"""The packages that a result depends on."""
_IGNORED = ("__pycache__",)


class Cache(Generic[Result]):
    """Results of the type ``kind``, a dataclass, in files below ``folder``."""

    def __init__(self, folder: Path, kind: type[Result]) -> None:
        self.folder = folder / sources()
        self._form = TypeAdapter(kind)

    def get(self, part: str) -> Result | None:
        """The result for ``part``, if it is kept and can be read."""
        with suppress(OSError, ValidationError):
            return self._form.validate_json(self._place(part).read_bytes())
        return None

    def put(self, part: str, result: Result) -> None:
        """Keep ``result`` for ``part``; without a word where that is not possible."""
        with suppress(OSError):
            self._make_room()
            with NamedTemporaryFile(dir=self.folder, delete=False) as file:
                file.write(self._form.dump_json(result))
            Path(file.name).replace(self._place(part))

    def _place(self, part: str) -> Path:
        return self.folder / f"{hashlib.sha256(part.encode()).hexdigest()}.json"

    def _make_room(self) -> None:
        if self.folder.exists():
            return
        self.folder.mkdir(parents=True)
        others = [one for one in self.folder.parent.iterdir() if one != self.folder]
        for old in sorted(others, key=lambda one: one.stat().st_mtime)[: -(KEPT - 1)]:
            shutil.rmtree(old, ignore_errors=True)


@cache
def sources() -> str:
    """The digest of the rules, the checker, Python and the solver."""
    import z3

    found = hashlib.sha256(f"{sys.version} z3 {z3.get_full_version()}".encode())
    for layer in LAYERS:
        place = import_module(f"dicelaw.{layer}").__file__
        if place is None:
            raise FileNotFoundError(f"dicelaw.{layer} has no files")
        found.update(digest(Path(place).parent).encode())
    return found.hexdigest()


def digest(folder: Path) -> str:
    """The digest of the names and the contents of all files below ``folder``."""
    found = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file() and not set(file.parts) & set(_IGNORED):
            data = file.read_bytes()
            found.update(f"{file.relative_to(folder)} {len(data)}\n".encode())
            found.update(data)
    return found.hexdigest()
