"""Strategies of Hypothesis for the dice of Dice Conquest."""

from __future__ import annotations

from hypothesis import strategies as st

from dicelaw.model.dice_conquest.components import DICE, SIDES


def dice(_game: str, _who: tuple[str, ...]) -> st.SearchStrategy[dict[str, int]]:
    """Some of the seven dice by name, each with the number of a face."""
    faces = {die: st.integers(1, sides) for die, sides in zip(DICE, SIDES, strict=True)}
    return st.fixed_dictionaries({}, optional=faces)
