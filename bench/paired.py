"""Paired rounds: each measures all subjects, one after another, so that load falls on all alike."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

Figures = dict[str, float]
Rounds = Mapping[str, Sequence[Figures]]


@dataclass(frozen=True)
class Spread:
    """The median of some rounds, with the lowest and the highest."""

    median: float
    low: float
    high: float

    def text(self, form: str = ",.1f") -> str:
        """The median, and the bounds where they differ from it as they are shown."""
        middle, low, high = (format(one, form) for one in (self.median, self.low, self.high))
        return middle if low == high else f"{middle} ({low} to {high})"


def rounds(
    subjects: Mapping[str, Callable[[], Figures]], times: int, title: str = ""
) -> dict[str, list[Figures]]:
    """The figures of each subject by round; every other round goes through them backwards."""
    found: dict[str, list[Figures]] = {name: [] for name in subjects}
    for number in range(times):
        print(f"{title}: round {number + 1} of {times}", file=sys.stderr, flush=True)
        for name in reversed(subjects) if number % 2 else subjects:
            found[name].append(subjects[name]())
    return found


def spread(rows: Sequence[Figures], figure: str) -> Spread:
    """How ``figure`` came out over the rounds ``rows``."""
    return _spread([row[figure] for row in rows])


def ratio(one: Sequence[Figures], other: Sequence[Figures], figure: str) -> Spread:
    """How many times ``figure`` of ``other`` that of ``one`` is, round by round."""
    return _spread([a[figure] / b[figure] for a, b in zip(one, other, strict=True)])


def _spread(values: Sequence[float]) -> Spread:
    return Spread(median(values), min(values), max(values))
