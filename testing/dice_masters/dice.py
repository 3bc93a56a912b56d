"""Strategies of Hypothesis for the dice of Dice Masters."""

from __future__ import annotations

from hypothesis import strategies as st

from dicelaw.oracle.dice_masters.opening import open_table


def dice(game: str, who: tuple[str, ...]) -> st.SearchStrategy[dict[str, int]]:
    """Some dice of the first player by name, each with the number of a face."""
    rolled = open_table(game, who[0]).table.dice
    rows = zip(rolled.names, rolled.dice, rolled.owners, strict=True)
    faces = {name: st.integers(1, len(rolled.kinds[kind].faces)) for name, kind, owner in rows if not owner}
    return st.fixed_dictionaries({}, optional=faces)
