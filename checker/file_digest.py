"""The digest of files, under which it is kept what was made of them."""

from __future__ import annotations

import hashlib
from pathlib import Path

_IGNORED = "__pycache__"


def digest(place: Path) -> str:
    """The digest of a file, or of the names and the contents of all files below a folder."""
    found = hashlib.sha256()
    for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
        if file.is_file() and _IGNORED not in file.parts:
            data = file.read_bytes()
            found.update(f"{file.relative_to(place)} {len(data)}\n".encode())
            found.update(data)
    return found.hexdigest()
