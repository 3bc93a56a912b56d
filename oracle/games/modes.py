"""Ways to play a game, as verbs ask for one by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.ports import one_way
from dicelaw.oracle.suggestions import unknown


class OneWay:
    """Part of a :class:`~.description.Description`: the game is played in one way."""

    modes: tuple[str, ...] = ()

    def mode_of(self, _setup: Mapping[str, Any]) -> str:
        """It has no name."""
        return ""


def known_mode(game: str, mode: str | None) -> str:
    """The way to play ``game`` called ``mode``, by itself the usual one; empty where there is one way only.

    Raises UserError for a mode that ``game`` does not have.
    """
    modes = description(game).modes
    if mode is None:
        return modes[0] if modes else ""
    if not modes:
        raise one_way(game)
    if mode not in modes:
        raise unknown("mode", mode, modes)
    return mode
