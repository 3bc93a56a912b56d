"""What the user's own entries do to others: the likeliest pairs, few enough to be tried at each check."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, takewhile

from dicelaw.model.number_of import number_of
from dicelaw.oracle.atlas.exploring import fill
from dicelaw.oracle.atlas.hunt import likelihood, units_of
from dicelaw.oracle.atlas.interaction import Interaction
from dicelaw.oracle.atlas.result import Atlas, begun
from dicelaw.oracle.fuzz.arena import Fuzzing

NOTABLE = ("open", "reading", "order", "amount", "forbids", "enables")
"""The kinds, what a designer should look at first coming first."""
FEW = 6
DO = {
    "amount": "an amount changes", "enables": "something becomes possible",
    "forbids": "something becomes impossible", "order": "the order matters",
    "reading": "it hangs on a reading", "open": "the order is given by no rule",
}  # fmt: skip
"""What is seen in pairs, by kind, in short."""


def own_pairs(
    fuzzing: Fuzzing, game: str, seed: int, most: int, processes: int, tell: Callable[[int, int], None]
) -> Atlas:
    """What is seen of the likeliest pairs with an entry of the user's own: ``most``, or a few more.

    With a greater ``most`` there are more, and what was tried is kept. ``whole`` counts all.
    """
    units, apart = units_of(fuzzing, game, seed)
    units.sort(key=lambda unit: likelihood(fuzzing, unit.groups[0]), reverse=True)
    before = accumulate((len(unit.groups) for unit in units), initial=0)
    chosen = [unit for unit, _ in takewhile(lambda one: one[1] < most, zip(units, before, strict=False))]
    atlas = begun(game, seed, chosen, apart, sum(len(unit.groups) for unit in units))
    fill(atlas, chosen, fuzzing.content, processes, tell)
    return atlas


def notable(atlas: Atlas) -> list[Interaction]:
    """The interactions that are told first."""
    rows = [one for rows in atlas.by_pair.values() for one in rows]
    return sorted(rows, key=lambda one: (NOTABLE.index(one.kind), one.key))


def of_interactions(atlas: Atlas) -> str:
    """How many pairs were tried and what was seen, in words."""
    kinds = ", ".join(f"in {count} {DO[kind]}" for kind, count in atlas.counts().items() if count)
    says = f"{len(atlas.by_pair)} of {number_of(atlas.met, 'pair')} tried do something to each other"
    return f"{says}{f' ({kinds})' if kinds else ''}; {of_others(atlas)}"


def of_others(atlas: Atlas) -> str:
    """Of how many pairs nothing is said, in words."""
    unmet, left = len(atlas.tried) - atlas.met, atlas.whole - len(atlas.tried)
    parts = [f"{unmet:,} more did not come to be used together"] * (unmet > 0)
    parts += [f"{atlas.apart:,} need two turns"] * (atlas.apart > 0)
    return ", ".join([*parts, f"{left:,} are not looked at" if left else "all others are looked at"])


def interaction_notes(atlas: Atlas) -> list[str]:
    """The most notable interactions, a line each."""
    rows = notable(atlas)
    notes = [f"{one.headline}: {one.says}" for one in rows[:FEW]]
    return [*notes, f"and {len(rows) - FEW} more"] if len(rows) > FEW else notes
