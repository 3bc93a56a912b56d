"""Match-ups: how often each of several who play wins against each other, as precisely as is asked for.

Duels are played in batches, each the same whenever and wherever it is played. A match-up is done once it is
precise enough or has had the most duels; so what is found does not hang on how the work is shared out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from dicelaw.checker.duels import Duels, Meeting, Players
from dicelaw.checker.playing import Arena
from dicelaw.checker.ports import matching

BATCH = 50
"""How many duels are played at once, of which each player starts half."""


@dataclass(frozen=True)
class Pair:
    """Two who meet; ``one`` starts every second duel."""

    one: str
    other: str


@dataclass(frozen=True)
class Question:
    """Match-ups of ``game`` by ``players``: the duels that ``seed`` decides, with ``content`` beside ours.

    A match-up has duels until its interval reaches no further than ``within`` from its middle, or until it
    has had ``most``.
    """

    game: str
    players: Players
    content: Path | None = None
    seed: int = 0
    within: float = 0.03
    most: int = 1200

    def done(self, duels: Duels) -> bool:
        """Whether ``duels`` are enough."""
        return duels.games >= self.most or duels.within <= self.within


def pairs_of(names: Sequence[str]) -> list[Pair]:
    """Each two of ``names`` once."""
    return [Pair(one, other) for place, one in enumerate(names) for other in names[place + 1 :]]


def batch_size(question: Question, first: int) -> int:
    """How many duels the batch has that begins with number ``first``."""
    return min(BATCH, question.most - first)


def batch(question: Question, pair: Pair, first: int) -> Duels:
    """The duels of ``pair`` from number ``first`` on that are played at once."""
    meeting = Meeting(question.game, question.content, question.players, pair.one, pair.other)
    arena = _arena(meeting, compiled=question.most > matching(question.game).FEW)
    return arena.duels(range(first, first + batch_size(question, first)), question.seed)


@lru_cache(maxsize=1)
def _arena(meeting: Meeting, *, compiled: bool) -> Arena:
    return matching(meeting.game).arena(meeting, compiled=compiled)


def measured(
    question: Question, begun: Mapping[Pair, Duels], executors: Sequence[Executor]
) -> Iterator[tuple[Pair, int, Duels]]:
    """The batches that are left, as they are done, each with the number of its first duel.

    ``begun`` has every pair with its duels so far. An executor stays with a pair until that is done, since
    what it has built for it is kept.
    """
    left = iter([pair for pair, duels in begun.items() if not question.done(duels)])
    found = dict(begun)
    running: dict[Future[Duels], tuple[Executor, Pair]] = {}

    def go_on(executor: Executor, pair: Pair | None) -> None:
        if pair is not None:
            running[executor.submit(batch, question, pair, found[pair].games)] = (executor, pair)

    for executor in executors:
        go_on(executor, next(left, None))
    while running:
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            executor, pair = running.pop(future)
            duels, first = future.result(), found[pair].games
            found[pair] += duels
            yield pair, first, duels
            go_on(executor, next(left, None) if question.done(found[pair]) else pair)


@dataclass(frozen=True)
class Matrix:
    """The match-ups of ``names`` among each other."""

    question: Question
    names: tuple[str, ...]
    found: Mapping[Pair, Duels]

    def of(self, one: str, other: str) -> Duels:
        """The duels of ``one`` with ``other``, as ``one`` sees them."""
        pair = Pair(one, other)
        return self.found[pair] if pair in self.found else self.found[Pair(other, one)].swapped

    def rate(self, name: str) -> float:
        """The mean share that ``name`` wins of the match-ups, each counted once however many duels it had."""
        others = [self.of(name, other).rate for other in self.names if other != name]
        return sum(others) / len(others)

    def total(self, name: str) -> Duels:
        """All duels of ``name``, as it sees them."""
        return sum((self.of(name, other) for other in self.names if other != name), Duels())

    def ranked(self) -> list[str]:
        """The names from the one that wins most."""
        return sorted(self.names, key=self.rate, reverse=True)
