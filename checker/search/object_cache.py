"""Compiled code that is kept between runs, each file with a seal."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from dicelaw.checker.sealed import keep, kept

MOST = 64
"""How many files are kept; the one that was not used for longest goes first."""


class Objects:
    """Code by key, in ``folder``; without a word where nothing can be kept there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "code"

    def get(self, key: str) -> bytes | None:
        """The code that was kept as ``key``, if it is whole."""
        with suppress(OSError):
            place = self.folder / key
            code = kept(place, key)
            if code is not None:
                place.touch()
            return code
        return None

    def put(self, key: str, code: bytes) -> None:
        """Keep ``code`` as ``key``."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            keep(self.folder / key, key, code)
            files = sorted(self.folder.iterdir(), key=lambda one: one.stat().st_mtime)
            for old in files[:-MOST]:
                old.unlink()
