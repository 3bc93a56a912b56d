"""What came of duels, and how precisely they say who wins: in one match-up, and in all of one who plays."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dicelaw.checker.intervals import wilson


@dataclass(frozen=True)
class Duels:
    """What came of ``games`` duels of one with another: those without a winner are neither won nor lost.

    ``outside`` of them ended since a number left what the model counts up to. ``turns`` are those of both
    players, all duels together.
    """

    games: int = 0
    won: int = 0
    lost: int = 0
    outside: int = 0
    turns: int = 0

    def __add__(self, other: Duels) -> Duels:
        return Duels(
            self.games + other.games,
            self.won + other.won,
            self.lost + other.lost,
            self.outside + other.outside,
            self.turns + other.turns,
        )

    @property
    def swapped(self) -> Duels:
        """The same as the other sees it."""
        return replace(self, won=self.lost, lost=self.won)

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


@dataclass(frozen=True)
class Matchup(Duels):
    """What came of the duels with ``rival``."""

    rival: str = ""


@dataclass(frozen=True)
class Players:
    """How those who play decide: what that is called, and what they do in words."""

    name: str
    says: str


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
