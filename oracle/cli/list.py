"""`dicelaw list`: what there is of each kind of thing."""

from __future__ import annotations

from collections.abc import Iterable

import click

from dicelaw.oracle.answers.listing import games, goals
from dicelaw.oracle.cli.options import (
    NAME,
    content_option,
    echo_json,
    example,
    format_option,
    teams_option,
)
from dicelaw.oracle.cli.output import say_table
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.games import FIRST, GAMES, known_game
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import Asked, port

GOALS = "goals"
KINDS = ("games", "heroes", "cards", "statuses", "words", "readings", "properties", GOALS, "teams", "dice")
WITH_TEAMS = ("dice", GOALS)
WIDTH = 110


@click.command("list", epilog=example("list cards --game dice-masters@2018"))
@click.argument("kind", type=click.Choice(KINDS, case_sensitive=False), default="games", metavar="[KIND]")
@click.option("--game", type=NAME, default=FIRST, show_default=True, help="The game whose things are listed.")
@teams_option
@format_option
@content_option
def command(kind: str, game: str, teams: str | None, form: str, content: OwnContent | None) -> None:
    """List the games, or what the model of a game has of one KIND.

    KIND is one of games, heroes, cards, statuses, words, readings, properties, goals, teams and dice, which
    are those of the teams.
    """
    if teams is not None and kind not in WITH_TEAMS:
        raise click.UsageError(f"--teams is about dice and goals, and {kind} are listed")
    asked = Asked(teams=teams, content=content)
    if kind == "games":
        rows = games()
    elif kind == GOALS:
        rows = goals(known_game(game).name, asked)
    else:
        kinds = port(known_game(game).name).listed(game, asked)
        if kind not in kinds:
            raise _not_had(game, kind, kinds)
        rows = kinds[kind]()
    if form == "json":
        echo_json(rows)
        return
    say_table([{name: _cell(value) for name, value in row.items()} for row in rows], WIDTH)


def _not_had(game: str, kind: str, kinds: Iterable[str]) -> UserError:
    """The error that ``game`` has ``kinds`` of things, and not this one; and which games have it."""
    others = [one.name for one in GAMES.values() if one.is_made and one.has("oracle", "port")]
    having = [name for name in others if kind in port(name).listed(name, Asked())]
    says = f"{game} has no {kind} to list, only {', '.join(kinds)}"
    says += f"; name a game that has with --game: {', '.join(having)}" if having else ""
    return UserError(says, ExitCode.UNKNOWN_NAME)


def _cell(value: object) -> str:
    return ", ".join(value) if isinstance(value, (list, dict)) else str(value)
