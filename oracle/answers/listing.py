"""Rows of what there is, for lists of any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicelaw.model.effects.lines import readable
from dicelaw.model.effects.made import in_general
from dicelaw.model.effects.words import Condition, Word
from dicelaw.oracle.games.games import GAMES, open_points
from dicelaw.oracle.games.ports import Asked, Rows, port


def games() -> Rows:
    """Every game, and whether it is modelled."""
    return [
        {"id": game.name, "title": game.title, "status": "modelled" if game.is_made else "not modelled yet"}
        for game in GAMES.values()
    ]


def points(game: str) -> Rows:
    """What the text of ``game`` leaves open."""
    return [
        {"id": point.id, "asks": point.asks, "default": point.default, "answers": dict(point.answers)}
        for point in open_points(game)
    ]


def words(declared: Sequence[Word], places: Mapping[str, str]) -> Rows:
    """The lines of the ``declared`` words and conditions, and which of the ``places`` say them."""
    return [
        {
            "id": word.name,
            "line": f"if {line}" if isinstance(word, Condition) else line,
            "does": in_general(word),
            "said by": [name for place, name in places.items() if place in word.uses]
            or ["all, as a condition"],
        }
        for word in declared
        for line in readable(word)
    ]


def goals(game: str, asked: Asked) -> Rows:
    """What goals of `search`, `chance` and the like may be about, arrays by their name with what is in it."""
    from dicelaw.oracle.answers.goal import sayable

    machine = port(game).opened(game, asked, {}).machine
    rows: dict[str, dict[str, Any]] = {}
    for one in sayable(machine):
        array, _, index = one.name.partition("[")
        row = rows.setdefault(array, {"id": array, "of": [], "values": list(one.values), "says": one.says})
        row["of"] += [index[:-1]] * bool(index)
    points = [{"id": point.id, "of": [], "values": [], "says": point.says} for point in machine.points]
    return [*points, *rows.values()]
