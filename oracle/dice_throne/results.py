"""Results of five dice, by what they activate."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement

from dicelaw.model.dice_throne.language import Ability
from dicelaw.model.dice_throne.state.duel_state import DICE


@cache
def results(ability: Ability) -> list[tuple[int, ...]]:
    """Each result of five dice that activates ``ability``."""
    return [faces for faces in combinations_with_replacement(range(1, 7), DICE) if _meets(ability, faces)]


def _meets(ability: Ability, faces: Sequence[int]) -> bool:
    needs = ability.needs
    counts = [faces.count(face) for face in range(1, 7)]
    longest = run = 0
    for count in counts:
        run = run + 1 if count else 0
        longest = max(longest, run)
    symbols = all(sum(mask >> (face - 1) & 1 for face in faces) >= least for mask, least in needs.symbols)
    return symbols and max(counts) >= needs.of_a_kind and longest >= needs.straight
