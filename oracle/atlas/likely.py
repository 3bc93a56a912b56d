"""Which triples are tried: those that can be used in one turn, the likeliest to do something first."""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass
from itertools import combinations
from random import Random

from dicelaw.oracle.atlas.hunt import Unit, chunks, shared
from dicelaw.oracle.atlas.result import Atlas
from dicelaw.oracle.fuzz.arena import Fuzzing, Group, Pairing, pair_of
from dicelaw.oracle.fuzz.meetings import PAIR, TRIPLE

BATCH = 500
"""So many triples, the likeliest first, are shared out among pairings at once."""


@dataclass(frozen=True)
class Likely:
    """The ``units`` of the triples that are tried, of ``whole`` that may do something.

    ``apart`` ones besides take two turns, or one phase twice.
    """

    units: Sequence[Unit]
    whole: int
    apart: int


def likely(fuzzing: Fuzzing, pairs: Atlas, wanted: Set[str], most: int) -> Likely:
    """The units for ``most`` triples with one of ``wanted``, by what was seen of their ``pairs``.

    First come those of which most pairs were seen to do something to each other, of these those of which
    fewest pairs were not seen to meet, and then by lot. Of more triples the first ones are the same, in the
    same units.
    """
    every = sorted(fuzzing.groups(wanted, TRIPLE))
    able = [group for group in every if not fuzzing.apart(group)]
    Random(f"triples/{pairs.seed}").shuffle(able)
    able.sort(key=lambda group: (-_links(group, pairs), _unmet(group, pairs)))
    content = None if fuzzing.content is None else fuzzing.content.folder
    units: list[Unit] = []
    for at in range(0, min(most, len(able)), BATCH):
        for pairing, groups in _placed(fuzzing, able[at : min(at + BATCH, most)]):
            units += [Unit(pairs.game, content, pairing, part, pairs.seed) for part in chunks(groups)]
    return Likely(units, len(able), len(every) - len(able))


def _links(group: Group, pairs: Atlas) -> int:
    """How many pairs of ``group`` were seen to do something to each other."""
    return sum(pair_of(one, other) in pairs.by_pair for one, other in combinations(group, PAIR))


def _unmet(group: Group, pairs: Atlas) -> int:
    """How many pairs of ``group`` were tried in vain."""
    tried = (pairs.tried.get(pair_of(one, other)) for one, other in combinations(group, PAIR))
    return sum(count == 0 for count in tried)


def _placed(fuzzing: Fuzzing, groups: Collection[Group]) -> list[tuple[Pairing, list[Group]]]:
    """Each of ``groups`` with a pairing in which it can meet, few of them in all."""
    pairings = fuzzing.together([*groups])
    of = {pairing: [*map(frozenset(fuzzing.entries(pairing)).issuperset, groups)] for pairing in pairings}

    def in_it(pairing: Pairing) -> list[Group]:
        return [group for group, there in zip(groups, of[pairing], strict=True) if there]

    return [*shared(pairings, in_it)]
