"""How likely a goal is: the chance that dice give it, by what the seats decide for it or against it."""

from __future__ import annotations

from collections.abc import Callable, Collection
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


def chance(game: Game, goal: Collection[int], seats: Collection[int] | None = None) -> Chance:
    """The chance that play from the start of ``game`` comes to one of the states of ``goal``.

    ``seats`` decide so that it becomes as high as can be, all others so that it becomes as low; where no
    seat decides, the rules go against it. Without ``seats`` all decide for it. It is exact, unless a cyclic
    part is too large for that, or states were not seen: these may lead there or not. Raises TooFine, and
    NotInstalled without the compiler.
    """

    def decides(state: int) -> bool:
        return seats is None or all(option.seat in seats for option in game.options[state])

    low = _chance(game, goal, decides)
    if not game.open:
        return low
    return Chance(low.low, _chance(game, {*goal, *game.open}, decides).high)


def _chance(game: Game, goal: Collection[int], decides: Callable[[int], bool]) -> Chance:
    options = dict(enumerate(game.options))
    try:
        value = exact(options, goal, decides)[0]
        return Chance(value, value)
    except TooLarge:
        return Chance(*bounds(options, goal, decides)[0])
