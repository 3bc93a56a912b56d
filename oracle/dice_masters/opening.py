"""Opening a game of Dice Masters: the teams, and the machine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from dicelaw.model.content.document import ContentError
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.foreign.numbers import is_whole
from dicelaw.model.foreign.shown import quoted
from dicelaw.model.parts import Parts
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.kinds import content_error
from dicelaw.oracle.games.games import KEPT, check_readings, known_game
from dicelaw.oracle.games.identity import identify
from dicelaw.oracle.games.own_content import OwnContent, must_be
from dicelaw.oracle.suggestions import unknown

if TYPE_CHECKING:
    from dicelaw.model.dice_masters.cards.cards import Pack, Teams
    from dicelaw.model.dice_masters.machine import TableMachine

TABLES = "dice-masters"
NEWEST = f"{TABLES}@{EDITIONS[-1]}"
"""The edition that is taken where one has to do."""
DEFAULT_TEAMS = {"2016": "faerun-demo", "2018": "x-men-demo"}


def open_table(
    name: str,
    teams: str | None = None,
    readings: Mapping[str, str] | None = None,
    content: OwnContent | None = None,
) -> TableMachine:
    """The machine of the Dice Masters edition ``name`` with ``teams``, by default those of its demo.

    ``content`` is beside ours. Raises UserError for what is unknown.
    """
    edition = known_game(name).edition
    check_readings(readings or {}, name)
    chosen = default_teams(name) if teams is None else teams
    if teams_called(chosen, content) is None:
        raise unknown_teams(chosen, content)
    return _table(chosen, edition, tuple(sorted((readings or {}).items())), content)


def unknown_teams(name: str, content: OwnContent | None) -> UserError:
    """The error that there are no teams called ``name``, which may be told by cards."""
    from dicelaw.model.dice_masters.cards.drawn_teams import APART, MANY, WITH

    pack = table_pack(content)
    if APART not in name:
        return unknown("pair of teams", name, pack.teams)
    for part in name.split(APART):
        for card in (one.partition(MANY)[0] for one in part.split(WITH)):
            if card not in pack.cards and not is_whole(card):
                return unknown("card", card, pack.cards)
    says = "teams are told as CARD@DICE/CARD@DICE//CARD@DICE//BASIC/BASIC//LIFE, no two cards of one name"
    return UserError(f"{quoted(name)} tells no teams: {says}")


def teams_called(name: str, content: OwnContent | None = None) -> Teams | None:
    """The teams called ``name``, or those of the cards that it tells; None where there are none."""
    from dicelaw.model.dice_masters.cards.drawn_teams import told_teams

    pack = table_pack(content)
    return pack.teams.get(name) or told_teams(pack, name)


def default_teams(name: str) -> str:
    """The teams of the demo of the Dice Masters edition ``name``."""
    return DEFAULT_TEAMS[known_game(name).edition]


@cache
def table_pack(content: OwnContent | None = None) -> Pack:
    """The cards and teams of Dice Masters with ``content`` beside them, read once.

    Raises UserError that names all that is wrong with ``content``.
    """
    from dicelaw.model.dice_masters.loader import load_folder, load_pack

    if content is None:
        return load_pack()
    try:
        made = load_folder(content.folder)
    except ContentError as error:
        raise content_error(error) from None
    must_be(content)
    return made


@lru_cache(maxsize=KEPT)
def _table(
    teams: str, edition: str, readings: tuple[tuple[str, str], ...], content: OwnContent | None
) -> TableMachine:
    from dicelaw.model.dice_masters.machine import game

    found, parts = teams_called(teams, content), _parts(teams, edition, content)
    assert found is not None
    with parts.building:
        made = game(found, edition, dict(readings), parts=parts)
    own = None if content is None else content.digest
    identify(made.machine, (TABLES, teams, edition, readings, own), made.table)
    return made


@lru_cache(maxsize=KEPT)
def _parts(_teams: str, _edition: str, _content: OwnContent | None) -> Parts:
    """What was built of such a game, for other readings."""
    return Parts()
