"""Rows of what there is, for lists of any game."""

from __future__ import annotations

from typing import Any

from dicelaw.oracle.games import GAMES, open_points
from dicelaw.oracle.ports import Asked, Rows, port


def games() -> Rows:
    """Every game, and whether it is modelled."""
    return [
        {"id": game.name, "title": game.title, "status": "modelled" if game.modelled else "not modelled yet"}
        for game in GAMES.values()
    ]


def points(game: str) -> Rows:
    """What the text of ``game`` leaves open."""
    return [
        {"id": point.id, "asks": point.asks, "default": point.default, "answers": dict(point.answers)}
        for point in open_points(game)
    ]


def goals(game: str, asked: Asked) -> Rows:
    """What goals of `search`, `chance` and the like may be about, arrays by their name with what is in it."""
    from dicelaw.oracle.goal import sayable

    machine = port(game).opened(game, asked, {}).machine
    rows: dict[str, dict[str, Any]] = {}
    for one in sayable(machine):
        array, _, index = one.name.partition("[")
        row = rows.setdefault(array, {"id": array, "of": [], "values": list(one.values), "says": one.says})
        row["of"] += [index[:-1]] * bool(index)
    points = [{"id": point.id, "of": [], "values": [], "says": point.says} for point in machine.points]
    return [*points, *rows.values()]
