"""Words of the table for what the statements and rulings of a game name otherwise."""

from __future__ import annotations

from dicelaw.model.games import game_of

Spoken = tuple[tuple[str, ...], ...]
"""Rows of words and phrases; those of a row stand for each other."""


def spoken(game: str) -> Spoken:
    """What players say in the place of the words of ``game``; nothing where it does not say that."""
    known = game_of(game)
    rows: Spoken = known.part("specs", "spoken").SPOKEN if known.has("specs", "spoken") else ()
    return rows
