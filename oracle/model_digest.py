"""The digest of our code and content of which machines are made."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from dicelaw import model
from dicelaw.checker.file_digest import digest


@cache
def model_digest() -> str:
    """The digest of all files of the model."""
    return digest(Path(str(model.__file__)).parent)
