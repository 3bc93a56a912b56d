"""Compiled code that is kept between runs, each file with a digest of what is in it."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from pathlib import Path

MOST = 64
"""How many files are kept; the one that was not used for longest goes first."""
_DIGEST = 32


class Objects:
    """Code by key, in ``folder``; without a word where nothing can be kept there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "code"

    def get(self, key: str) -> bytes | None:
        """The code that was kept as ``key``, if it is whole."""
        with suppress(OSError):
            place = self.folder / key
            data = place.read_bytes()
            if sha256(data[_DIGEST:]).digest() == data[:_DIGEST]:
                place.touch()
                return data[_DIGEST:]
        return None

    def put(self, key: str, code: bytes) -> None:
        """Keep ``code`` as ``key``."""
        from tempfile import NamedTemporaryFile

        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=self.folder, delete=False) as file:
                file.write(sha256(code).digest() + code)
            Path(file.name).replace(self.folder / key)
            files = sorted(self.folder.iterdir(), key=lambda one: one.stat().st_mtime)
            for old in files[:-MOST]:
                old.unlink()
