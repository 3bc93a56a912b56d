"""Numbers with what they count."""

from __future__ import annotations


def number_of(number: int, one: str, several: str = "") -> str:
    """``number`` of ``one``, as "1 step" and "2,000 steps"; ``several`` is its plural, else with an s."""
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"
