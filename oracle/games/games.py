"""The games by name, as verbs ask for them, and how one is opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from dicelaw.model.foreign.shown import quoted
from dicelaw.model.games import FIRST, GAMES, Game
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import PRINTING, Asked, Teams, port
from dicelaw.oracle.suggestions import id_of, unknown

if TYPE_CHECKING:
    from dicelaw.model.open_points import OpenPoint
    from dicelaw.oracle.games.ports import Opened

KEPT = 12
"""How many machines are kept once they are built; a dozen takes some 300 MB when all is compiled."""


def known_game(name: str) -> Game:
    """The game called ``name``, which can be played. Raises UserError for any other."""
    if name not in GAMES:
        of = next((game.name for game in GAMES.values() if name in game.also), None)
        if of is not None:
            says = f"{name} has properties and nothing else, which `dicelaw verify {name}` checks"
            raise UserError(f"{says}; for all other verbs name {of}", ExitCode.UNKNOWN_NAME)
        raise unknown("game", name, GAMES)
    game = GAMES[name]
    if not game.modelled:
        playable = ", ".join(other.name for other in GAMES.values() if other.is_made)
        raise UserError(
            f"{name} ({game.title}) is not modelled yet, so nothing can be played or answered about it; "
            f"modelled: {playable}",
            ExitCode.UNKNOWN_NAME,
        )
    return game


def open_machine(
    name: str,
    heroes: Sequence[str] = (),
    teams: Teams = None,
    readings: Mapping[str, str] | None = None,
    edition: str = PRINTING,
    content: OwnContent | None = None,
    mode: str | None = None,
) -> Opened:
    """The machine of any game, between or with ``heroes`` in one of its modes, or between ``teams``.

    Raises UserError for what is unknown, and for what the game does not have.
    """
    asked = Asked(tuple(heroes), teams, edition, content, mode)
    return port(known_game(name).name).opened(name, asked, readings or {})


def open_points(name: str) -> Sequence[OpenPoint]:
    """The points that the texts of the game called ``name`` leave open."""
    return port(known_game(name).name).open_points(name)


def check_readings(readings: Mapping[str, str], name: str) -> None:
    """Raises UserError for a point or an answer that the game called ``name`` does not have."""
    known = {point.id: point for point in open_points(name)}
    for point, answer in readings.items():
        if point not in known:
            raise unknown("open point", point, known)
        if answer not in known[point].answers:
            raise unknown(f"answer to {point}", answer, known[point].answers)


def reading_of(text: str) -> tuple[str, str]:
    """A point and its answer from ``point=answer``; the form ``game?point=answer`` is understood too."""
    point, equals, answer = text.partition("=")
    if not equals or not point or not answer:
        raise UserError(f"{quoted(text)} is not a reading; write point=answer", ExitCode.USAGE)
    return id_of(point.rpartition("?")[2]), id_of(answer)


__all__ = ["FIRST", "GAMES", "Game"]
