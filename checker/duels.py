"""What came of duels, and how precisely they say who wins: in one match-up, and in all of one who plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicelaw.checker.intervals import wilson

if TYPE_CHECKING:
    from dicelaw.checker.search.policy import OwnCode, Policy


Ways = tuple[tuple[str, int], ...]
"""By what duels were decided, and how many: the most first."""


@dataclass(frozen=True)
class Duels:
    """What came of ``games`` duels of one with another: those without a winner are neither won nor lost.

    ``outside`` of them ended since a number left what the model counts up to. ``turns`` are those of both
    players, all duels together. ``won_by`` and ``lost_by`` say what took the last life of whoever lost.
    """

    games: int = 0
    won: int = 0
    lost: int = 0
    outside: int = 0
    turns: int = 0
    won_by: Ways = ()
    lost_by: Ways = ()

    def __add__(self, other: Duels) -> Duels:
        return Duels(
            self.games + other.games,
            self.won + other.won,
            self.lost + other.lost,
            self.outside + other.outside,
            self.turns + other.turns,
            ways(self.won_by, other.won_by),
            ways(self.lost_by, other.lost_by),
        )

    @property
    def swapped(self) -> Duels:
        """The same as the other sees it."""
        return replace(self, won=self.lost, lost=self.won, won_by=self.lost_by, lost_by=self.won_by)

    @property
    def rate(self) -> float:
        """The share that was won."""
        return self.won / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Between what the chance to win lies: Wilson's interval at 95 %."""
        return wilson(self.won, self.games)

    @property
    def within(self) -> float:
        """How far from the middle of the interval its ends are; 1 without any duels."""
        if not self.games:
            return 1.0
        low, high = self.interval
        return (high - low) / 2


def ways(*several: Ways) -> Ways:
    """All of ``several`` together."""
    found = Counter[str]()
    for some in several:
        found.update(dict(some))
    return tuple(sorted(found.items(), key=lambda way: (-way[1], way[0])))


def most(some: Ways, count: int) -> str:
    """The ``count`` most frequent of ``some`` with how many in a hundred they are, one at least."""
    whole = sum(number for _, number in some)
    shares = [(way, round(100 * number / whole)) for way, number in some[:count]]
    return ", ".join(f"{way} {share}" for way, share in shares if share) or "-"


@dataclass(frozen=True)
class Matchup(Duels):
    """What came of the duels with ``rival``."""

    rival: str = ""


@dataclass(frozen=True)
class Players:
    """How those who play decide: what that is called, what they do in words, and the policy of a game."""

    name: str
    says: str
    decides: Callable[[Any], Policy | OwnCode]
    """Is given a game that is built, as its module makes them."""
    own: bool = False
    """Whether that is code of the user's own, of which nothing is kept: nobody knows when it has changed."""


@dataclass(frozen=True)
class Meeting:
    """``one`` and ``other`` of ``game``, with ``content`` beside ours, who are both such ``players``."""

    game: str
    content: Path | None
    players: Players
    one: str
    other: str


@dataclass(frozen=True)
class Strength:
    """What came of all match-ups of one, which ``seed`` decided, between two of these ``players``."""

    matchups: tuple[Matchup, ...]
    seed: int
    players: Players

    @property
    def total(self) -> Duels:
        """All duels together."""
        return sum(self.matchups, Duels())
