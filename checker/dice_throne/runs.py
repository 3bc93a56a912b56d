"""Ways through a program so far, and the results of dice that its further instructions can tell apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial

from dicelaw.checker.dice_throne.amounts import Dice, Range, amount, of_dice
from dicelaw.model.dice_throne.language import Count, Pool, Program

Roll = tuple[Dice | None, Fraction]
"""The first dice of a way through a program, or None, with their chance."""


@dataclass(frozen=True)
class Run:
    """A way through a program up to ``pc``: what changed, and between which bounds counts now are."""

    pc: int
    change: tuple[tuple[str, int], ...] = ()
    known: tuple[tuple[str, Range], ...] = ()
    gain: int = 0
    dice: Dice | None = None
    rolled: Dice | None = None
    """The first dice that were rolled, or such as come to the same."""
    chance: Fraction = Fraction(1)
    """How likely they are."""
    before: tuple[int, ...] = ()
    """What was chosen before them."""
    paid: int = 0

    def bounds(self, good: str, most: int) -> Range:
        """Between what ``good`` is known to be."""
        return dict(self.known).get(good, (0, most))

    def changed(self, good: str, by: int, most: int, sure: int | None = None) -> Run:
        """This with ``by`` more of ``good``; there is room up to ``most``, and surely up to ``sure``."""
        low, high = self.bounds(good, most)
        bounds = max(min(low + by, most if sure is None else sure), 0), max(min(high + by, most), 0)
        change = dict(self.change)
        change[good] = change.get(good, 0) + by
        known = dict(self.known) | {good: bounds}
        return replace(self, change=tuple(sorted(change.items())), known=tuple(sorted(known.items())))

    def knowing(self, good: str, low: int, high: int, most: int) -> Run | None:
        """This where ``good`` is between ``low`` and ``high``, or None where it can't be."""
        old_low, old_high = self.bounds(good, most)
        bounds = max(low, old_low), min(high, old_high)
        if bounds[0] > bounds[1]:
            return None
        return replace(self, known=tuple(sorted((dict(self.known) | {good: bounds}).items())))

    def gaining(self, some: int) -> Run:
        """This with a gain if ``some`` is not 0."""
        return replace(self, gain=1) if some else self


@cache
def results(count: int) -> Mapping[Dice, Fraction]:
    """Every result of ``count`` dice, whatever their order, with its chance."""
    found: dict[Dice, Fraction] = {}
    for dice in combinations_with_replacement(range(1, 7), count):
        ways = factorial(count)
        for face in set(dice):
            ways //= factorial(dice.count(face))
        found[dice] = Fraction(ways, 6**count)
    return found


@cache
def pairs() -> Mapping[Dice, Fraction]:
    """Every result of two dice, one of each player."""
    return {dice: Fraction(1, 36) for dice in product(range(1, 7), repeat=2)}


def told_by(later: Program, dice: Dice) -> tuple[object, ...]:
    """All that the instructions of ``later`` can tell of ``dice``."""
    counts = dict.fromkeys(Count, (0, 0))
    return tuple(
        (of_dice(step, dice), amount(step, dice, counts) if step.per or step.add_sum else None)
        for step in later
        if step.pool is Pool.ROLLED
    )
