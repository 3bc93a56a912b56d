"""Files as a bad disk leaves them: one bit or byte is another, or the end is missing."""

from __future__ import annotations

from random import Random


def damaged(data: bytes, random: Random) -> bytes:
    """``data``, which is not empty, with one random damage."""
    place = random.randrange(len(data))
    match random.choice(("bit", "byte", "lost", "end", "all")):
        case "bit":
            return _with(data, place, data[place] ^ 1 << random.randrange(8))
        case "byte":
            return _with(data, place, (data[place] + random.randrange(1, 256)) % 256)
        case "lost":
            return data[:place] + data[place + 1 :]
        case "end":
            return data[:place]
    return b""


def _with(data: bytes, place: int, byte: int) -> bytes:
    return data[:place] + bytes([byte]) + data[place + 1 :]
