"""Which pairs of entries have met: both used in one turn, or one used while the other lies on the table.

Of a triple one is used, and each of the others was used before in that turn or lies there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from copy import copy
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from dicelaw.oracle.fuzz.arena import Arena, Fuzzing, Group, Pair, Pairing
from dicelaw.oracle.fuzz.trail import Trail

OFTEN = 3
"""After how many plays in vain a pair is as good as any other that waits."""
PAIR, TRIPLE = 2, 3
NAMES = {PAIR: "pairs", TRIPLE: "triples"}
"""What is called so, by how many entries are to meet."""
PART = 4
"""Of the pairs that wait, one in so many is steered to before the order is made anew."""


def pairs_of(fuzzing: Fuzzing, pairing: Pairing, wanted: Collection[str]) -> list[Pair]:
    """The pairs that can meet in plays of ``pairing``, each with one of ``wanted``, where there are some."""
    return [(one, other) for one, other in groups_of(fuzzing, pairing, wanted, PAIR)]


def groups_of(fuzzing: Fuzzing, pairing: Pairing, wanted: Collection[str], size: int) -> list[Group]:
    """The same for groups of ``size`` entries, of which one at least can be used."""
    entries = fuzzing.entries(pairing)
    if not wanted:
        return [group for group in combinations(sorted(entries), size) if any(map(entries.get, group))]
    found = {
        tuple(sorted((one, *others)))
        for one in {*wanted} & {*entries}
        for others in combinations(entries.keys() - {one}, size - 1)
    }
    return sorted(group for group in found if any(map(entries.get, group)))


def groups_between(fuzzing: Fuzzing, wanted: Collection[str], size: int) -> set[Group]:
    """The same of all pairings."""
    return {group for pairing in fuzzing.pairings for group in groups_of(fuzzing, pairing, wanted, size)}


def met_in(arena: Arena, trail: Trail) -> set[Pair]:
    """The pairs that meet in ``trail``."""
    return {(one, other) for one, other in groups_met(arena, trail, PAIR)}


def groups_met(arena: Arena, trail: Trail, size: int, wanted: Set[str] = frozenset()) -> set[Group]:
    """The groups of ``size`` that meet in ``trail``, those with one of ``wanted`` where there are some."""
    found: set[Group] = set()
    turn, here = arena.turn(trail.start), set[str]()
    for before, move, after in trail.steps:
        if arena.turn(before) != turn:
            turn, here = arena.turn(before), set()
        for entry in arena.used(move, after):
            there = (here | {*arena.lying(before)}) - {entry}
            for others in combinations(there, size - 1):
                if not wanted or not wanted.isdisjoint((entry, *others)):
                    found.add(tuple(sorted((entry, *others))))
            here.add(entry)
    return found


@dataclass
class Meetings:
    """What was met so far of all pairs of a campaign. ``vain`` counts plays that missed a pair.

    With a ``size`` of three it is about triples, which are called pairs here all the same.
    """

    fuzzing: Fuzzing
    wanted: frozenset[str]
    met: set[Group] = field(default_factory=set)
    vain: Counter[Group] = field(default_factory=Counter)
    size: int = PAIR

    def __post_init__(self) -> None:
        self._of: Mapping[Pairing, list[Group]] = {
            pairing: found
            for pairing in self.fuzzing.pairings
            if (found := groups_of(self.fuzzing, pairing, self.wanted, self.size))
        }
        self.all = frozenset(pair for found in self._of.values() for pair in found)

    def at(self, met: set[Group], vain: Counter[Group]) -> Meetings:
        """The same where so much has met."""
        other = copy(self)
        other.met, other.vain = met, vain
        return other

    def groups(self, pairing: Pairing) -> Sequence[Group]:
        """The pairs that can meet in plays of ``pairing``."""
        return self._of[pairing]

    @property
    def count(self) -> int:
        """How many of all pairs have met."""
        return sum(len(one) == self.size for one in self.met)

    @property
    def name(self) -> str:
        """What those are called that are to meet."""
        return NAMES[self.size]

    def met_in(self, arena: Arena, trail: Trail) -> set[Group]:
        """What meets in ``trail``."""
        return groups_met(arena, trail, self.size, self.wanted)

    def pairing(self, visits: Counter[Pairing]) -> Pairing:
        """The pairing to go on with: among those that were played least, the one where most is unmet."""
        return min(self._of, key=lambda one: (visits[one], -len(self._unmet(one)), one))

    def waiting_in(self, pairing: Pairing) -> int:
        """How many pairs of ``pairing`` have not met."""
        return len(self._unmet(pairing))

    def steered(self, pairing: Pairing, draw: Random) -> Iterator[Group]:
        """Pairs to steer plays of ``pairing`` to, for ever: those that have not met, and others anew.

        Every other one is of what is looked at alone, where there are such pairs, met or not: to have met
        once is not to have met in every way.
        """
        every = self._of[pairing]
        closest = max(map(self._weight, every))
        anew = [pair for pair in every if self._weight(pair) == closest]
        waiting = self._waiting(pairing, draw)
        while True:
            yield next(waiting)
            yield draw.choice(anew)

    def _waiting(self, pairing: Pairing, draw: Random) -> Iterator[Group]:
        """The pairs that have not met, for ever, those first that were missed least; if all have, any."""
        while True:
            waiting = self._unmet(pairing) or [*self._of[pairing]]
            draw.shuffle(waiting)
            waiting.sort(key=lambda pair: (min(self.vain[pair], OFTEN), -self._weight(pair)))
            first, *others = waiting[: max(len(waiting) // PART, 1)]
            yield first
            yield from (pair for pair in others if pair not in self.met)

    def _unmet(self, pairing: Pairing) -> list[Group]:
        return [pair for pair in self._of[pairing] if pair not in self.met]

    def _weight(self, pair: Group) -> int:
        """How many of ``pair`` are what is looked at."""
        return sum(one in self.wanted for one in pair)

    def note(self, missed: Group | None, found: Set[Group]) -> int:
        """Note that a play missed the pair that it was steered to, if it did, and met ``found``."""
        if missed is not None:
            self.vain[missed] += 1
        new = (found & self.all) - self.met
        self.met |= new
        for one in new:
            self.vain.pop(one, None)
        return len(new)
