"""`dicelaw check-team`: whether the rules allow a team of Dice Masters."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap

import click

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.options import (
    NAME,
    echo_json,
    example,
    file_argument,
    format_option,
    reading_option,
    readings_of,
)
from dicelaw.oracle.cli.output import say, width
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.errors import ExitCode

WIDTH = 100


@click.command("check-team", epilog=example("check-team examples/teams/mutants.yaml"))
@file_argument
@click.option("--game", type=NAME, help="The edition, instead of the one that the file names.")
@click.option(
    "--play", "play_format", type=NAME, help="The format of play, instead of the one that the file names."
)
@reading_option
@format_option
@click.pass_context
def command(
    ctx: click.Context, file: Path, game: str | None, play_format: str | None, readings: tuple[str, ...],
    form: str,
) -> None:  # fmt: skip
    """Check the team in FILE against the rules of team building of its edition and format of play.

    Everything that is wrong is listed, with its place and the rule that forbids it. The exit code is 5 if
    there is anything.
    """
    from dicelaw.model.dice_masters.cards.team_building import violations
    from dicelaw.oracle.dice_masters.team_file import load
    from dicelaw.specs.statements import load as statements

    found = load(file, game, play_format, readings_of(readings))
    wrong = violations(found.rules, found.team)
    says = {one.id: one.says for one in statements("dice-masters")}
    rows = [
        {
            "where": found.where(one.place),
            "says": one.says,
            "rules": [{"id": rule, "says": says[rule]} for rule in one.rules],
        }
        for one in wrong
    ]
    played = found.rules.format
    if form == "json":
        echo_json(
            {
                "game": found.game, "format": played.id, "life": played.life, "legal": not rows,
                "cards": len(found.team.cards), "dice": sum(pick.dice for pick in found.team.cards),
                "violations": rows,
            }
        )  # fmt: skip
    else:
        for one, row in zip(wrong, rows, strict=True):
            say(f"{row['where']}: {one.says}")
            for rule in one.rules:
                text = f"{rule}: {says[rule]}"
                say(*wrap(text, width(WIDTH), initial_indent="  ", subsequent_indent="    "))
        dice = sum(pick.dice for pick in found.team.cards)
        cards = number_of(len(found.team.cards), "card")
        size = f"{cards}, {number_of(dice, 'die', 'dice')}, {played.life} life"
        verdict = "legal" if not rows else f"not legal; violations: {len(rows)}"
        say(f"{found.game}, {played.id} ({size}): {verdict}")
    repeat()
    ctx.exit(ExitCode.ILLEGAL if rows else ExitCode.OK)
