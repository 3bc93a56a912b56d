"""How likely a goal is: the chance that dice give it, by what the seats decide for it or against it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dicelaw.checker.chances.bounds import bounds
from dicelaw.checker.chances.exact import TooLarge, exact
from dicelaw.checker.chances.game import Game


@dataclass(frozen=True)
class Chance:
    """A chance from ``low`` to ``high``; where both are one, it is exact."""

    low: Fraction
    high: Fraction

    @property
    def exact(self) -> bool:
        """Whether nothing is left open."""
        return self.low == self.high

    def within(self, other: Chance, *, low: bool = True) -> Chance:
        """What is left of it where ``other`` holds too, or, without ``low``, its higher end alone."""
        return Chance(max(self.low, other.low) if low else self.low, min(self.high, other.high))


def chance(game: Game, goal: Collection[int], seats: Collection[int] | None = None) -> Chance:
    """The chance that play from the start of ``game`` comes to ``goal``, as :func:`chances` has it."""
    return chances(game, goal, [0], seats)[0]


def chances(
    game: Game, goal: Collection[int], starts: Sequence[int], seats: Collection[int] | None = None
) -> list[Chance]:
    """For each of ``starts``, states of ``game``, the chance that play from there comes to one of ``goal``.

    ``seats`` decide so that it becomes as high as can be, all others so that it becomes as low; where no
    seat decides, the rules go against it. Without ``seats`` all decide for it. It is exact, unless a cyclic
    part is too large for that, or states were not seen: these may lead there or not. Raises TooFine, and
    NotInstalled without the compiler.
    """

    def decides(state: int) -> bool:
        return seats is None or all(option.seat in seats for option in game.options[state])

    low = _chances(game, goal, starts, decides)
    if not game.open:
        return low
    high = _chances(game, {*goal, *game.open}, starts, decides)
    return [Chance(one.low, other.high) for one, other in zip(low, high, strict=True)]


def _chances(
    game: Game, goal: Collection[int], starts: Sequence[int], decides: Callable[[int], bool]
) -> list[Chance]:
    options = dict(enumerate(game.options))
    try:
        values = exact(options, goal, decides, game.parts)
        return [Chance(values[start], values[start]) for start in starts]
    except TooLarge:
        between = bounds(options, goal, decides)
        return [Chance(*between[start]) for start in starts]
