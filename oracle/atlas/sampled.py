"""A sample of what the user's own entries do to others, small enough to be taken at each check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from dicelaw.checker.executors import processes as started
from dicelaw.model.number_of import number_of
from dicelaw.oracle.atlas.hunt import Unit, explore, units_of
from dicelaw.oracle.atlas.interaction import Interaction
from dicelaw.oracle.atlas.result import Atlas, begun
from dicelaw.oracle.fuzz.arena import Fuzzing

PAIRINGS, PAIRS = 2, 12
"""Between how many pairings pairs are tried, and how many of each."""
NOTABLE = ("open", "reading", "order", "amount", "forbids", "enables")
"""The kinds, what a designer should look at first coming first."""
FEW = 6
DO = {
    "amount": "an amount changes", "enables": "something becomes possible",
    "forbids": "something becomes impossible", "order": "the order matters",
    "reading": "it hangs on a reading", "open": "the order is given by no rule",
}  # fmt: skip
"""What is seen in pairs, by kind, in short."""


def sampled(fuzzing: Fuzzing, game: str, seed: int, processes: int) -> Atlas:
    """What is seen of some pairs with an entry of the user's own, those of two such first."""
    units, apart = units_of(fuzzing, game, seed)
    chosen = [_drawn(units, pairing, fuzzing, seed) for pairing in _first(units)]
    atlas = begun(game, seed, chosen, apart)
    atlas.whole = sum(len(unit.groups) for unit in units)
    with started(min(processes, len(chosen))) as executors:
        for unit, found in explore(chosen, executors, lambda: True):
            atlas.add(unit.groups, found)
    return atlas


def _first(units: Sequence[Unit]) -> list[tuple[str, ...]]:
    """The pairings with most to be tried."""
    count: dict[tuple[str, ...], int] = {}
    for unit in units:
        count[unit.pairing] = count.get(unit.pairing, 0) + len(unit.groups)
    return sorted(count, key=lambda one: (-count[one], one))[:PAIRINGS]


def _drawn(units: Sequence[Unit], pairing: tuple[str, ...], fuzzing: Fuzzing, seed: int) -> Unit:
    """Some pairs of ``pairing``, as one unit."""
    mine = [unit for unit in units if unit.pairing == pairing]
    pairs = [pair for unit in mine for pair in unit.groups]
    Random(f"{seed}/{pairing}").shuffle(pairs)
    pairs.sort(key=lambda pair: -sum(entry in fuzzing.own for entry in pair))
    return replace(mine[0], groups=tuple(sorted(pairs[:PAIRS])))


def notable(atlas: Atlas) -> list[Interaction]:
    """The interactions that are told first."""
    rows = [one for rows in atlas.by_pair.values() for one in rows]
    return sorted(rows, key=lambda one: (NOTABLE.index(one.kind), one.key))


def of_interactions(atlas: Atlas) -> str:
    """How many pairs were tried and what was seen, in words."""
    kinds = ", ".join(f"in {count} {DO[kind]}" for kind, count in atlas.counts().items() if count)
    says = f"{len(atlas.by_pair)} of {number_of(atlas.met, 'pair')} tried do something to each other"
    return f"{says}{f' ({kinds})' if kinds else ''}; a sample of {number_of(atlas.whole, 'pair')}"


def interaction_notes(atlas: Atlas) -> list[str]:
    """The most notable interactions, a line each."""
    rows = notable(atlas)
    notes = [f"{one.headline}: {one.says}" for one in rows[:FEW]]
    return [*notes, f"and {len(rows) - FEW} more"] if len(rows) > FEW else notes
