"""What acts do to goods: rows of changes, grouped by what is chosen and by what chance decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Row:
    """One thing that an act can come to: how it changes each good, and whether it gains anything beside them.

    ``gain`` is 1 where something grows that nothing is ever paid with, such as the damage of an attack.
    """

    act: str
    change: tuple[tuple[str, int], ...]
    gain: int = 0

    @classmethod
    def of(cls, act: str, change: Mapping[str, int], gain: int = 0) -> Row:
        """The row of ``act`` with what is not 0 in ``change``."""
        return cls(act, tuple(sorted((good, by) for good, by in change.items() if by)), gain)

    def at_least(self, other: Row) -> bool:
        """Whether this is nowhere worse than ``other``."""
        mine, its = dict(self.change), dict(other.change)
        goods = {*mine, *its}
        return self.gain >= other.gain and all(mine.get(good, 0) >= its.get(good, 0) for good in goods)


@dataclass(frozen=True)
class Outcome:
    """What chance has decided, with its probability, and the rows among which players then choose."""

    chance: Fraction
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Way:
    """One way to use an act: all that chance can make of it."""

    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class Act:
    """Something that can be done again and again, in one of several ways."""

    name: str
    ways: tuple[Way, ...]

    @classmethod
    def plain(cls, name: str, change: Mapping[str, int], gain: int = 0) -> Act:
        """An act without choice or chance."""
        return cls(name, (Way((Outcome(Fraction(1), (Row.of(name, change, gain),)),)),))


def rows_of(acts: Iterable[Act]) -> list[Row]:
    """Every row of ``acts`` that no other row is at least as good as."""
    return best(row for act in acts for way in act.ways for one in way.outcomes for row in one.rows)


MANY = 400
"""More rows than this are not compared with each other, which would take too long."""


def best(rows: Iterable[Row]) -> list[Row]:
    """The ``rows`` that none of the others is at least as good as, one of those that are alike.

    Of very many rows all are kept.
    """
    given = list(dict.fromkeys(rows))
    if len(given) > MANY:
        return given
    kept: list[Row] = []
    for row in given:
        if any(other.at_least(row) for other in kept):
            continue
        kept = [other for other in kept if not row.at_least(other)]
        kept.append(row)
    return kept


def worst(rows: Sequence[Row]) -> Row:
    """What is sure whichever of ``rows`` it comes to: of each good the least, with their act's name."""
    goods = {good for row in rows for good, _ in row.change}
    change = {good: min(dict(row.change).get(good, 0) for row in rows) for good in goods}
    return Row.of(rows[0].act, change, min(row.gain for row in rows))


def told_gains(gains: Mapping[str, int]) -> str:
    """What a round of a loop brings, as a person reads it: each measure and by how much it rises."""
    return ", ".join(f"{name} +{some}" for name, some in gains.items())


def told_acts(acts: Iterable[str]) -> str:
    """The ``acts`` of players, each of which begins with the seat, as a person reads them, each once."""
    named = (act.partition(" ") for act in dict.fromkeys(acts))
    return " and ".join(f"{id} of player {seat}" for seat, _, id in named)
