"""Exact odds behind what dice decide: how likely a chain of additional Offensive Roll Phases is to go on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial

FACES = 6


@cache
def showing_in(attempts: int, dice: int, wanted: int) -> Fraction:
    """The chance that ``wanted`` of ``dice`` or more show one face within ``attempts``, rerolling the others.

    Keeping what shows the face and rerolling the rest is best for this aim, so no play does better by dice
    alone.
    """
    if wanted <= 0:
        return Fraction(1)
    if attempts == 0 or wanted > dice:
        return Fraction(0)
    total = Fraction(0)
    for hits in range(dice + 1):
        chance = Fraction(_choose(dice, hits) * (FACES - 1) ** (dice - hits), FACES**dice)
        total += chance * showing_in(attempts - 1, dice - hits, wanted - hits)
    return total


def _choose(total: int, part: int) -> int:
    return factorial(total) // (factorial(part) * factorial(total - part))


def rolls(dice: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Each result of ``dice`` dice as sorted faces, with its chance; the chances add up to 1."""
    for faces in combinations_with_replacement(range(1, FACES + 1), dice):
        ways = factorial(dice)
        for face in set(faces):
            ways //= factorial(faces.count(face))
        yield faces, Fraction(ways, FACES**dice)


def stun_chain() -> tuple[bool, str]:
    """Whether a chain of Stuns by the Barbarian almost surely ends when only dice feed it, and why.

    His abilities that stun need at least four 6s. So each additional phase is followed by another with a
    chance below 1, and the chance of n in a row goes to 0: the chain ends almost surely. It does not end
    surely, since each link has a chance above 0.
    """
    link = showing_in(3, 5, 4)
    percent = float(link * 100)
    return (
        0 < link < 1,
        f"each further phase has a chance of at most {link} ({percent:.2f} %): 0 for endless ones",
    )
