"""Intervals of chances that were measured by counting."""

from __future__ import annotations

from math import sqrt

SURE = 1.959964
"""An interval holds with a probability of 95 %: so many standard deviations."""


def wilson(won: int, games: int) -> tuple[float, float]:
    """Wilson's score interval at 95 % of the chance that came up ``won`` times in ``games``."""
    share, square = won / games, SURE * SURE
    middle = (share + square / (2 * games)) / (1 + square / games)
    around = SURE * sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    return max(middle - around, 0.0), min(middle + around, 1.0)
