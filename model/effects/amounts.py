"""Amounts: a number, or so much for each of what is counted, perhaps halved or counted only so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

_TEN = 10


@dataclass(frozen=True)
class Amount:
    """``base``, and ``per`` for each of what is counted, ``most`` of them (0: all); ``half`` of it."""

    base: int = 0
    per: int = 0
    half: bool = False
    most: int = 0


@dataclass(frozen=True)
class Counted:
    """What the amounts of a language may be counted by.

    ``pattern`` is a regular expression of what comes after "per", and ``whole`` of what an amount may be all
    of; what their groups mean is the game's. ``shown`` and ``whole_shown`` say the same to a reader.
    """

    pattern: str
    shown: str
    whole: str = ""
    whole_shown: str = ""
    counted_most: int = 9
    """The greatest number after "at most"."""

    @property
    def per(self) -> str:
        """The pattern of "per" and what follows it."""
        return f"per (?:{self.pattern})(?: at most (?P<most>{digits(0, self.counted_most)}))?"

    def amount(self, least: int, most: int) -> str:
        """The pattern of an amount whose numbers are from ``least`` to ``most``."""
        number = digits(least, most)
        counted = rf"(?P<halves>half of )?(?:(?P<plus>{number}) \+ )?(?P<each>{number}) {self.per}"
        return "|".join(filter(None, (f"(?P<n>{number})", counted, self.whole)))

    def described(self, number: str) -> str:
        """An amount that is counted as documentation has it, with what it calls a ``number``."""
        counted = f"[half of ][{number} + ]{number} per {self.shown}[ at most {self.counted_most}]"
        return " or ".join(filter(None, (counted, self.whole_shown)))


def amount_of(parts: Mapping[str, str], *, counted: bool, usual: int = 0) -> Amount:
    """The amount in ``parts``, the groups of a match that are not empty; ``usual`` where it has no number."""
    number = int(parts.get("each") or parts.get("n") or usual)
    if not counted:
        return Amount(number)
    return Amount(int(parts.get("plus", 0)), number, "halves" in parts, int(parts.get("most", 0)))


def digits(least: int, most: int) -> str:
    """The pattern of the whole numbers from ``least`` to ``most``; from 0 to 9, 99 and so on with zeros."""
    if not 0 <= least <= most:
        raise ValueError(f"there is no number from {least} to {most} to be written")
    if least == 0 and set(str(most)) == {"9"}:
        return "[0-9]" if most < _TEN else f"[0-9]{{1,{len(str(most))}}}"
    rows: dict[int, tuple[int, int]] = {}
    for tens in range(least // _TEN, most // _TEN + 1):
        rows[tens] = (max(least - tens * _TEN, 0), min(most - tens * _TEN, _TEN - 1))
    blocks: list[tuple[int, int, tuple[int, int]]] = []
    for tens, ends in rows.items():
        if blocks and blocks[-1][0] and blocks[-1][2] == ends:
            blocks[-1] = (blocks[-1][0], tens, ends)
        else:
            blocks.append((tens, tens, ends))
    return "|".join(f"{_tens(first, last)}{_one_of(*ends)}" for first, last, ends in blocks)


def _tens(first: int, last: int) -> str:
    found = digits(first, last) if first else ""
    return f"(?:{found})" if "|" in found else found


def _one_of(low: int, high: int) -> str:
    return str(low) if low == high else f"[{low}-{high}]"
