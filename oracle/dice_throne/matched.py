"""The heroes that `dicelaw matchups` lets play each other."""

from __future__ import annotations

from collections.abc import Mapping

from dicelaw.oracle.dice_throne.opening import EDITIONS, pack_of
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.ports import Asked
from dicelaw.oracle.suggestions import unknown


def matched(game: str, asked: Asked) -> Mapping[str, str]:
    """The heroes that ``asked`` names, or all, those of its content too. Raises UserError."""
    if asked.teams is not None:
        raise UserError(f"{game} has heroes, no teams; leave --teams out", ExitCode.USAGE)
    known = pack_of(EDITIONS[0], asked.content).heroes
    for hero in asked.heroes:
        if hero not in known:
            raise unknown("hero", hero, known)
    return {hero: hero for hero in asked.heroes or known}
