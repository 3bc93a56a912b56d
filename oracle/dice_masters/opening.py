"""Opening a game of Dice Masters: the teams, and the machine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from dicelaw.oracle.games.games import KEPT, check_readings, known_game
from dicelaw.oracle.suggestions import unknown

if TYPE_CHECKING:
    from dicelaw.model.dice_masters.cards.cards import Pack, Teams
    from dicelaw.model.dice_masters.machine import TableMachine

TABLES = "dice-masters"
DEFAULT_TEAMS = {"2016": "faerun-demo", "2018": "x-men-demo"}


def open_table(
    name: str, teams: str | None = None, readings: Mapping[str, str] | None = None
) -> TableMachine:
    """The machine of the Dice Masters edition ``name`` with ``teams``, by default those of its demo.

    Raises UserError for what is unknown.
    """
    edition = known_game(name).edition
    check_readings(readings or {}, name)
    chosen = default_teams(name) if teams is None else teams
    if teams_called(chosen) is None:
        raise unknown("pair of teams", chosen, table_pack().teams)
    return _table(chosen, edition, tuple(sorted((readings or {}).items())))


def teams_called(name: str) -> Teams | None:
    """Our teams called ``name``, or those of the cards that it tells; None where there are none."""
    from dicelaw.model.dice_masters.cards.drawn_teams import told_teams

    return table_pack().teams.get(name) or told_teams(table_pack(), name)


def default_teams(name: str) -> str:
    """The teams of the demo of the Dice Masters edition ``name``."""
    return DEFAULT_TEAMS[known_game(name).edition]


@cache
def table_pack() -> Pack:
    """The cards and teams of Dice Masters, read once."""
    from dicelaw.model.dice_masters.loader import load_pack

    return load_pack()


@lru_cache(maxsize=KEPT)
def _table(teams: str, edition: str, readings: tuple[tuple[str, str], ...]) -> TableMachine:
    from dicelaw.model.dice_masters.machine import game

    found = teams_called(teams)
    assert found is not None
    return game(found, edition, dict(readings))
