"""The search for interactions: units of work, each some pairs between one pairing, and what comes of them."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from functools import lru_cache
from heapq import heapify, heappop, heappush
from pathlib import Path
from random import Random

from dicelaw.oracle.atlas.bench import Bench
from dicelaw.oracle.atlas.experiment import Key, seen_in
from dicelaw.oracle.atlas.interaction import Interaction, made
from dicelaw.oracle.atlas.meeting import meeting_in
from dicelaw.oracle.fuzz.arena import Fuzzing, Pair, Pairing
from dicelaw.oracle.fuzz.meetings import met_in, pairs_of
from dicelaw.oracle.fuzz.trail import Recorder
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.own_content import own_content

STEERED, POSITIONS = 3, 2
"""How many plays are steered to a pair at the most, and in how many positions it is tried."""
ALSO = 4
"""How many other pairs that a play happens to have are tried in it."""
CHUNK = 16
"""How many pairs a unit has at the most."""


@dataclass(frozen=True)
class Unit:
    """Some ``pairs`` that are tried in plays between the members of ``pairing``."""

    game: str
    content: Path | None
    pairing: Pairing
    pairs: tuple[Pair, ...]
    seed: int

    def part(self, digest: str) -> str:
        """What it is called where results are kept; ``digest`` is that of the content."""
        pairs = " ".join("+".join(pair) for pair in self.pairs)
        return f"atlas {self.game} {digest} {self.seed} {' '.join(self.pairing)}: {pairs}"


@dataclass(frozen=True)
class Explored:
    """What came of a unit: in how many positions each of its pairs was ``tried``, and what was found.

    ``plays`` counts all that were made for it.
    """

    tried: tuple[int, ...]
    found: tuple[Interaction, ...]
    plays: int
    seconds: float


def units_of(fuzzing: Fuzzing, game: str, seed: int, only: Collection[str] = ()) -> tuple[list[Unit], int]:
    """The units for all pairs of entries, or for those with one of ``only``, by pairing.

    Each pair is tried between one pairing, and these are few, as each is a game that has to be built. How
    many pairs are left out, as no turn has uses of both, comes second.
    """
    content = None if fuzzing.content is None else fuzzing.content.folder
    found, apart = [], 0
    for pairing, new in _shared(fuzzing, frozenset(only) or fuzzing.own):
        mine = [pair for pair in new if not fuzzing.apart(pair)]
        apart += len(new) - len(mine)
        found += [
            Unit(game, content, pairing, tuple(mine[at : at + CHUNK]), seed)
            for at in range(0, len(mine), CHUNK)
        ]
    return found, apart


def _shared(fuzzing: Fuzzing, wanted: Collection[str]) -> Iterator[tuple[Pairing, list[Pair]]]:
    """All pairs with one of ``wanted``, each with one pairing: always one that has most of what is left."""
    taken: set[Pair] = set()
    waiting = [(-len(pairs), at) for at, pairing in enumerate(fuzzing.pairings)
               if (pairs := pairs_of(fuzzing, pairing, wanted))]  # fmt: skip
    heapify(waiting)
    while waiting:
        count, at = heappop(waiting)
        pairing = fuzzing.pairings[at]
        new = [pair for pair in pairs_of(fuzzing, pairing, wanted) if pair not in taken]
        if len(new) == -count:
            taken.update(new)
            yield pairing, new
        elif new:
            heappush(waiting, (-len(new), at))


@lru_cache(maxsize=1)
def _fuzzing(game: str, content: Path | None) -> Fuzzing:
    return description(game).fuzzing(game, None if content is None else own_content(content))


@lru_cache(maxsize=1)
def _bench(game: str, content: Path | None, pairing: Pairing) -> Bench:
    """The bench of the pairing that was asked for last, with all that it has built."""
    return Bench(_fuzzing(game, content).arena(pairing))


def explored(unit: Unit) -> Explored:
    """What comes of ``unit``: the same wherever it is done."""
    begun = time.monotonic()
    search = _Search(unit, _bench(unit.game, unit.content, unit.pairing))
    search.run()
    tried = tuple(search.tried[pair] for pair in unit.pairs)
    return Explored(tried, tuple(search.found.values()), search.plays, time.monotonic() - begun)


class _Search:
    """Plays steered to the pairs of a unit, and what is seen in them."""

    def __init__(self, unit: Unit, bench: Bench) -> None:
        self.unit, self.bench = unit, bench
        self.recorder = Recorder(bench.arena)
        self.draw = Random(f"{unit.seed}/{unit.pairing}/{unit.pairs[0]}")
        self.tried: Counter[Pair] = Counter()
        self.found: dict[Key, Interaction] = {}
        self.plays = 0

    def run(self) -> None:
        """Try every pair."""
        before, steered = self.bench.plays, 0
        for pair in self.unit.pairs:
            for _ in range(STEERED):
                if self.tried[pair] >= POSITIONS:
                    break
                steered += 1
                self._play(pair)
        self.plays = self.bench.plays - before + steered

    def _play(self, pair: Pair) -> None:
        """One play that is steered to ``pair``; it, and some others that are in it, are tried."""
        arena = self.bench.arena
        setup = arena.play(pair, self.recorder, self.draw)
        trail = self.recorder.trail
        there = met_in(arena, trail)
        waiting = [one for one in self.unit.pairs if one in there and one != pair and not self.tried[one]]
        for one in (pair, *waiting[:ALSO]):
            meeting = meeting_in(arena, one, setup, trail, self.draw)
            if meeting is None:
                continue
            self.tried[one] += 1
            for seen in seen_in(self.bench, meeting):
                if seen.key not in self.found:
                    found = made(self.bench, meeting, seen, self.unit.pairing)
                    if found is not None:
                        self.found[seen.key] = found


def explore(
    units: Sequence[Unit], executors: Sequence[Executor], goes_on: Callable[[], bool]
) -> Iterator[tuple[Unit, Explored]]:
    """What comes of ``units``, as they are done; once it no longer ``goes_on``, no more are begun.

    An executor stays with a pairing until all units of that are done, as what it has built for it is kept.
    """
    queues: dict[Pairing, deque[Unit]] = {}
    for unit in units:
        queues.setdefault(unit.pairing, deque()).append(unit)
    left = deque(queues.values())
    running: dict[Future[Explored], tuple[Unit, Executor, deque[Unit]]] = {}

    def begin(executor: Executor, queue: deque[Unit]) -> None:
        if not queue and left:
            queue = left.popleft()
        if queue:
            unit = queue.popleft()
            running[executor.submit(explored, unit)] = unit, executor, queue

    for executor in executors:
        begin(executor, deque())
    while running:
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in [one for one in running if one in done]:  # in the order in which they were begun
            unit, executor, queue = running.pop(future)
            yield unit, future.result()
            if goes_on():
                begin(executor, queue)
