"""The search for interactions: units of work, each some groups of one pairing, and what comes of them."""

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
from dicelaw.oracle.atlas.compared import compared
from dicelaw.oracle.atlas.experiment import Key, seen_in
from dicelaw.oracle.atlas.interaction import Interaction, made
from dicelaw.oracle.atlas.meeting import meeting_in
from dicelaw.oracle.atlas.triples import seen_in_triple
from dicelaw.oracle.fuzz.arena import Fuzzing, Group, Pairing
from dicelaw.oracle.fuzz.meetings import PAIR, TRIPLE, groups_met, pairs_of
from dicelaw.oracle.fuzz.trail import Recorder
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.own_content import own_content

STEERED, POSITIONS = {PAIR: 3, TRIPLE: 8}, 2
"""How many plays are steered to a group at the most, by its size, and in how many positions it is tried.

A position of a triple counts if the plays without each of its entries can be compared.
"""
ALSO = 4
"""How many other groups that a play happens to have are tried in it."""
CHUNK = 16
"""How many groups a unit has at the most."""


@dataclass(frozen=True)
class Unit:
    """Some ``groups``, pairs or triples, that are tried in plays between the members of ``pairing``."""

    game: str
    content: Path | None
    pairing: Pairing
    groups: tuple[Group, ...]
    seed: int

    def part(self, digest: str) -> str:
        """What it is called where results are kept; ``digest`` is that of the content."""
        groups = " ".join(map("+".join, self.groups))
        return f"atlas {self.game} {digest} {self.seed} {' '.join(self.pairing)}: {groups}"


@dataclass(frozen=True)
class Explored:
    """What came of a unit: in how many positions each of its groups was ``tried``, and what was found.

    ``plays`` counts all that were made for it.
    """

    tried: tuple[int, ...]
    found: tuple[Interaction, ...]
    plays: int
    seconds: float


def units_of(fuzzing: Fuzzing, game: str, seed: int, only: Collection[str] = ()) -> tuple[list[Unit], int]:
    """The units for all pairs of entries, or for those with one of ``only``, by pairing.

    Each pair is tried between one pairing, and these are few, as each is a game that has to be built. Those
    of one hero are tried where the hero plays itself, who else never attacks and defends in one turn. In each
    pairing the likeliest pairs come first. How many pairs are left out, as no turn has uses of both, comes
    second.
    """
    content = None if fuzzing.content is None else fuzzing.content.folder
    found, apart = [], 0
    wanted = frozenset(only) or fuzzing.own
    alone = [pairing for pairing in fuzzing.pairings if len(pairing) > len({*pairing}) == 1]
    homes = {pair: pairing for pairing in alone for pair in _of_one(fuzzing, pairing, wanted)}

    def pairs_in(pairing: Pairing) -> list[Group]:
        return [pair for pair in pairs_of(fuzzing, pairing, wanted) if homes.get(pair, pairing) == pairing]

    for pairing, new in shared(fuzzing.pairings, pairs_in):
        mine = [pair for pair in new if not fuzzing.apart(pair)]
        apart += len(new) - len(mine)
        Random(f"{seed}/{pairing}").shuffle(mine)
        mine.sort(key=lambda pair: likelihood(fuzzing, pair), reverse=True)
        found += [Unit(game, content, pairing, part, seed) for part in chunks(mine)]
    return found, apart


def _of_one(fuzzing: Fuzzing, pairing: Pairing, wanted: Collection[str]) -> list[Group]:
    """The pairs of which both are of the one hero in ``pairing``."""
    of = {entry: fuzzing.sort(entry)[0] in pairing for entry in fuzzing.entries(pairing)}
    return [pair for pair in pairs_of(fuzzing, pairing, wanted) if all(map(of.get, pair))]


def likelihood(fuzzing: Fuzzing, pair: Group) -> tuple[int, int]:
    """What says how likely ``pair`` does something: how many are the user's own, and how much they share."""
    shared = set.intersection(*(set(fuzzing.touched(entry)) for entry in pair))
    return sum(entry in fuzzing.own for entry in pair), len(shared)


def chunks(groups: Sequence[Group]) -> list[tuple[Group, ...]]:
    """``groups`` in parts that are units."""
    return [tuple(groups[at : at + CHUNK]) for at in range(0, len(groups), CHUNK)]


def shared(
    pairings: Sequence[Pairing], groups_of: Callable[[Pairing], Sequence[Group]]
) -> Iterator[tuple[Pairing, list[Group]]]:
    """All groups of ``pairings``, each with one of these: always one that has most of what is left."""
    taken: set[Group] = set()
    waiting = [(-len(groups), at) for at, pairing in enumerate(pairings) if (groups := groups_of(pairing))]
    heapify(waiting)
    while waiting:
        count, at = heappop(waiting)
        pairing = pairings[at]
        new = [group for group in groups_of(pairing) if group not in taken]
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
    tried = tuple(search.tried[group] for group in unit.groups)
    return Explored(tried, tuple(search.found.values()), search.plays, time.monotonic() - begun)


class _Search:
    """Plays steered to the groups of a unit, and what is seen in them."""

    def __init__(self, unit: Unit, bench: Bench) -> None:
        self.unit, self.bench = unit, bench
        self.recorder = Recorder(bench.arena)
        self.draw = Random(f"{unit.seed}/{unit.pairing}/{unit.groups[0]}")
        self.size = len(unit.groups[0])
        self.tried: Counter[Group] = Counter()
        self.found: dict[Key, Interaction] = {}
        self.plays = 0

    def run(self) -> None:
        """Try every group."""
        before, steered = self.bench.plays, 0
        for group in self.unit.groups:
            for _ in range(STEERED[self.size]):
                if self.tried[group] >= POSITIONS:
                    break
                steered += 1
                self._play(group)
        self.plays = self.bench.plays - before + steered

    def _play(self, group: Group) -> None:
        """One play that is steered to ``group``; it, and some others that are in it, are tried."""
        arena = self.bench.arena
        setup = arena.play(group, self.recorder, self.draw)
        trail = self.recorder.trail
        there = groups_met(arena, trail, self.size)
        waiting = [one for one in self.unit.groups if one in there and one != group and not self.tried[one]]
        seen_here = seen_in if self.size == PAIR else seen_in_triple
        for one in (group, *waiting[:ALSO]):
            meeting = meeting_in(arena, one, setup, trail, self.draw)
            if meeting is None:
                continue
            every = [*seen_here(self.bench, meeting)]
            shown = any({*seen.entries} == {*one} for seen in every)
            self.tried[one] += self.size == PAIR or shown or compared(self.bench, meeting) is not None
            for seen in every:
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
