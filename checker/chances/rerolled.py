"""What dice come to that are rolled, and some of them once more: the most to be expected, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod

SIDES = 6
Alike = tuple[int, ...]
"""What dice that are alike show, the least face first."""
Result = tuple[Alike, ...]
"""What all dice show, kind by kind."""
Worth = Callable[[Result], int]


def best_mean(counts: Sequence[int], worth: Worth) -> Fraction:
    """The mean of ``worth`` of so many dice of each kind, those of which are rerolled that is best for it.

    Any of them may be, once and all at the same time, or none.
    """
    of: Worth = cache(worth)
    every = SIDES ** sum(counts)

    @cache
    def keeping(some: Result) -> int:
        """The mean where all dice but ``some`` are rolled again, times ``every``."""
        missing = [count - len(dice) for count, dice in zip(counts, some, strict=True)]
        after = sum(of(_joined(some, result)) * ways for result, ways in _thrown(missing))
        return after * int(every // SIDES ** sum(missing))

    best = sum(ways * max(map(keeping, _parts(result))) for result, ways in _thrown(counts))
    return Fraction(best, every**2)


def _thrown(counts: Sequence[int]) -> Iterator[tuple[Result, int]]:
    """Each result of so many dice of each kind, with the number of ways to throw it."""
    for some in product(*map(_alike, counts)):
        yield tuple(dice for dice, _ in some), prod(ways for _, ways in some)


@cache
def _alike(count: int) -> list[tuple[Alike, int]]:
    return [
        (dice, factorial(count) // prod(map(factorial, Counter(dice).values())))
        for dice in combinations_with_replacement(range(1, SIDES + 1), count)
    ]


def _parts(result: Result) -> Iterator[Result]:
    """The dice of ``result`` that may be kept, all of them first."""
    return product(*map(_some, result))


@cache
def _some(dice: Alike) -> list[Alike]:
    counted = Counter(dice)
    kept = product(*(range(most, -1, -1) for most in counted.values()))
    return [tuple(Counter(dict(zip(counted, many, strict=True))).elements()) for many in kept]


def _joined(some: Result, result: Result) -> Result:
    return tuple(tuple(sorted((*kept, *rolled))) for kept, rolled in zip(some, result, strict=True))
