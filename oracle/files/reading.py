"""Files that users name, read whole: whatever keeps one from being read is their error."""

from __future__ import annotations

from pathlib import Path

from dicelaw.model.foreign import files
from dicelaw.model.foreign.limits import DOCUMENT_BYTES
from dicelaw.oracle.errors import UserError


def read_bytes(path: Path, most: int = DOCUMENT_BYTES) -> bytes:
    """The content of a file of at most ``most`` bytes. Raises UserError for one that is not read."""
    try:
        return files.read_file(path, most)
    except files.Unreadable as why:
        raise UserError(str(why)) from None


def read_text(path: Path, most: int = DOCUMENT_BYTES) -> str:
    """The text of a file of at most ``most`` bytes. Raises UserError for one that is not read."""
    try:
        return files.read_text(path, most)
    except files.Unreadable as why:
        raise UserError(str(why)) from None


def inside(folder: Path, name: str) -> Path:
    """The file ``name`` in ``folder``. Raises UserError for one that leads out of it."""
    try:
        return files.inside(folder, name)
    except files.Unreadable as why:
        raise UserError(str(why)) from None
