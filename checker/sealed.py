"""What is kept between runs is sealed: it counts only as what it was kept as, and whole.

A seal is a digest of the data and of what they are about. It is against damage: a bit that has flipped, a
file that was emptied, cut short, or moved to another's place. Who may write the folder may seal anything.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from dicelaw.checker.files import write_whole

SEAL = 32
"""How many bytes come before the data."""


def keep(place: Path, about: str, data: bytes) -> None:
    """Keep ``data``, which are ``about`` something, in ``place``. Raises OSError."""
    write_whole(place, _seal(about, data) + data)


def kept(place: Path, about: str) -> bytes | None:
    """What was kept in ``place``, if that is there, whole, and ``about`` this."""
    with suppress(OSError):
        found = place.read_bytes()
        if found[:SEAL] == _seal(about, found[SEAL:]):
            return found[SEAL:]
    return None


def _seal(about: str, data: bytes) -> bytes:
    return sha256(sha256(about.encode()).digest() + data).digest()
