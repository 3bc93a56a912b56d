"""Strategies of Hypothesis for the dice of Dice Throne."""

from __future__ import annotations

from hypothesis import strategies as st

from dicelaw.checker.dice_throne.activation import activations
from dicelaw.oracle.dice_throne.opening import EDITIONS, pack_of
from dicelaw.oracle.suggestions import unknown


def dice(_game: str, who: tuple[str, ...]) -> st.SearchStrategy[list[int]]:
    """The faces of the five dice of the first of ``who``, every other time such that activate an ability."""
    pack = pack_of(EDITIONS[0])
    if who[0] not in pack.heroes:
        raise unknown("hero", who[0], pack.heroes)
    found = sorted({one for row in activations(pack.heroes[who[0]], pack.statuses) for one in row.results})
    any_faces = st.lists(st.integers(1, 6), min_size=5, max_size=5)
    return any_faces | st.sampled_from(found).flatmap(st.permutations)
