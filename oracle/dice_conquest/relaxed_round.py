"""The rest of a round as one heap of damage: never harder for the heroes than the round itself.

There is one number, the damage that is still missing. A turn uses a die, which is kept or rerolled as often
as its hero may, and takes from that number what the die gives, what the ability of the hero is worth, and
what the Critical Hit is worth if the die showed its number. Dice whose numbers nobody knows yet come first,
each with the best of all its rolls: whoever knows that beforehand decides no worse.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import prod
from typing import NamedTuple

from dicelaw.model.dice_conquest.components import SIDES

Die = tuple[int, int]
"""A die with the number that it shows."""


ANY = frozenset(range(1, max(SIDES) + 1))
"""Every number that a die can show."""


@dataclass(frozen=True)
class Means:
    """What effects are worth at most.

    They are ``damage`` that comes by itself, so much ``raised`` for each die placed before, and ``dice``.
    """

    damage: int = 0
    raised: int = 0
    dice: int = 0

    def __add__(self, other: Means) -> Means:
        return Means(self.damage + other.damage, self.raised + other.raised, self.dice + other.dice)

    def with_dice(self, placed: int) -> int:
        """The damage where ``placed`` dice lie there at most."""
        return self.damage + self.raised * placed


NOTHING = Means()


@dataclass(frozen=True)
class Fighter:
    """What a hero has in each turn; the Critical Hit with a die that shows one of ``hits``."""

    rerolls: int = 1
    ability: Means = NOTHING
    hits: frozenset[int] = ANY
    critical: Means = NOTHING

    def both(self) -> Means:
        """What ability and Critical Hit are worth together."""
        return self.ability + self.critical


class Turn(NamedTuple):
    """A turn: what comes by itself, and with one of the numbers ``hits``, and whose turn is ``next``."""

    sure: Means
    hits: frozenset[int]
    critical: Means
    next: int


class RelaxedRound:
    """A round of ``fighters``, by seat; ``gains`` has the damage that each die gives by what it shows.

    ``barred`` has for each die the numbers with which the round would be over. No more than ``others`` dice
    besides the Available ones lie on creatures. With ``exact`` the missing damage has to be met exactly, and
    a die may as well be placed where it gives nothing.
    """

    def __init__(
        self,
        fighters: Iterable[Fighter],
        gains: Sequence[Sequence[int]],
        barred: Sequence[frozenset[int]],
        *,
        others: int = len(SIDES) - 1,
        exact: bool = False,
    ) -> None:
        self.fighters, self.gains, self.barred, self.exact = tuple(fighters), gains, barred, exact
        self.others = others
        self.rerolls = max(one.rerolls for one in self.fighters)
        self.best: Callable[[tuple[Die, ...], int, int], int] = cache(self._best)
        self.using: Callable[[Turn, Die, int, tuple[Die, ...], int], int] = cache(self._using)

    def for_anybody(self) -> RelaxedRound:
        """The same where each turn has the best of what all heroes have."""
        ability = _most(one.ability for one in self.fighters)
        critical = _most(one.critical for one in self.fighters)
        one = Fighter(self.rerolls, ability, ANY, critical)
        return RelaxedRound([one], self.gains, self.barred)

    def scale(self, dice: Sequence[Die]) -> int:
        """The number that stands for certainty with ``dice`` left."""
        return prod(SIDES[die] ** self.rerolls for die, _ in dice)

    def turn(self, seat: int) -> Turn:
        """The turn of ``seat`` from its beginning on."""
        one, following = self.fighters[seat], (seat + 1) % len(self.fighters)
        return Turn(one.ability, one.hits, one.critical, following)

    def with_loose(self, loose: Sequence[Collection[int]], dice: tuple[Die, ...], missing: int) -> Fraction:
        """The chance where one die of each of ``loose`` is to be rolled first and anybody may act."""
        each = self.fighters[0].both().with_dice(self.others)
        found = {missing: Fraction(1)}
        for several in loose:
            after: dict[int, Fraction] = {}
            for need, chance in found.items():
                for gain, share in self._best_roll(several).items():
                    left = max(need - gain - each, 0)
                    after[left] = after.get(left, Fraction(0)) + chance * share
            found = after
        whole = self.scale(dice)
        return sum(
            (chance * Fraction(self.best(dice, 0, need), whole) for need, chance in found.items()),
            Fraction(0),
        )

    def _best_roll(self, dice: Collection[int]) -> dict[int, Fraction]:
        """How likely the greatest gain of a roll and of all its rerolls is.

        Of ``dice`` each gain is at least as likely to be reached as with any one of them.
        """
        rolls = {die: self.gains[die][1:] for die in dice}
        found, below = {}, Fraction(0)
        for gain in sorted({gain for gains in rolls.values() for gain in gains}):
            less = min(Fraction(sum(one <= gain for one in gains), len(gains)) for gains in rolls.values())
            upto = less ** (1 + self.rerolls)
            found[gain], below = upto - below, upto
        return found

    def _most(self, dice: Sequence[Die]) -> int:
        """No more than this comes of ``dice``."""
        each = max(one.both().with_dice(self.others) for one in self.fighters)
        return sum(each + max(self.gains[die]) for die, _ in dice)

    def _best(self, dice: tuple[Die, ...], seat: int, missing: int) -> int:
        """The greatest chance, in units of the scale, from the beginning of the turn of ``seat`` on."""
        if missing == 0 or (missing < 0 and not self.exact):
            return self.scale(dice)
        if missing < 0 or self._most(dice) < missing:
            return 0
        turn, rerolls = self.turn(seat), self.fighters[seat].rerolls
        chances = []
        for place, one in enumerate(dice):
            rest = dice[:place] + dice[place + 1 :]
            units = SIDES[one[0]] ** (self.rerolls - rerolls)
            chances.append(units * self.using(turn, one, rerolls, rest, missing))
        return max(chances, default=0)

    def _using(self, turn: Turn, one: Die, rerolls: int, rest: tuple[Die, ...], missing: int) -> int:
        """The greatest chance with ``one`` as the chosen die, in units of the scale of ``rest`` and of it."""
        die, face = one
        if face in turn.hits:
            turn = turn._replace(sure=turn.sure + turn.critical, critical=NOTHING)
        if turn.critical == NOTHING:
            turn = turn._replace(hits=frozenset())
        left = missing - turn.sure.with_dice(self.others - len(rest))
        gain = self.gains[die][face]
        if self.exact and gain > left:
            gain = 0
        if face in self.barred[die]:
            kept = self.scale(rest) if left <= 0 else 0
        else:
            kept = self.best(rest, turn.next, left - gain)
            if self.exact and gain:
                kept = max(kept, self.best(rest, turn.next, left))
        if not rerolls:
            return kept
        again: int = sum(
            self.using(turn, (die, other), rerolls - 1, rest, missing) for other in range(1, SIDES[die] + 1)
        )
        units: int = SIDES[die] ** rerolls
        return max(kept * units, again)


def _most(found: Iterable[Means]) -> Means:
    """The greatest of each."""
    listed = [(one.damage, one.raised, one.dice) for one in found]
    return Means(*(max(numbers) for numbers in zip(*listed, strict=True)))
