"""What an implementation names of itself that is nothing here, as where a name is misspelt."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from dicelaw.model.games import GAMES
from dicelaw.oracle.conform.check import Support
from dicelaw.oracle.games.description import description
from dicelaw.oracle.suggestions import unknown_says

WHO = ("heroes", "teams")


def strangers(support: Support) -> list[str]:
    """A sentence for each name of ``support`` that none of its games knows."""
    modelled = [game.name for game in GAMES.values() if game.modelled]
    about = [description(game) for game in modelled if game in support.games]
    known = {who: {one for game in about if game.who == who for one in game.starters()} for who in WHO}
    return [
        *_unknown("game", support.games, modelled),
        *_unknown("hero", support.heroes, known["heroes"]),
        *_unknown("team", support.teams, known["teams"]),
        *_unknown("mode", support.modes, [mode for game in about for mode in game.modes]),
    ]


def _unknown(what: str, named: Collection[str] | None, known: Collection[str]) -> Iterator[str]:
    for name in sorted({*(named or ())} - {*known}) if known else ():
        yield f"hello: {unknown_says(what, name, sorted(known))}; it is never asked for"
