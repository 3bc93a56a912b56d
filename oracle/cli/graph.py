"""`dicelaw graph`: draw or export a timing graph."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicelaw.checker.files import write_whole
from dicelaw.oracle.cli.options import (
    content_option,
    example,
    game_argument,
    heroes_option,
    mode_option,
    reading_option,
    readings_of,
    teams_option,
)
from dicelaw.oracle.cli.output import say, say_document
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.games.own_content import OwnContent

if TYPE_CHECKING:
    from dicelaw.model.kernel.machine import Machine

FORMATS = ("svg", "mermaid", "dot")


@click.command("graph", epilog=example("graph dice-throne defense --format svg --out defense.svg"))
@game_argument
@click.argument("point", required=False, default="")
@click.option("--format", "form", type=click.Choice(FORMATS), default="mermaid", show_default=True,
              help="A page, a Mermaid flow chart, or the language of Graphviz.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file.")
@heroes_option
@teams_option
@mode_option
@reading_option
@content_option
def command(
    game: str, point: str, form: str, out: Path | None, heroes: tuple[str, ...], teams: str | None,
    mode: str | None, readings: tuple[str, ...], content: OwnContent | None,
) -> None:  # fmt: skip
    """Draw the timing graph of GAME, or the part of it at POINT and below, with its neighbours."""
    from dicelaw.oracle.games.games import open_machine

    machine = open_machine(game, heroes, teams, readings_of(readings), content=content, mode=mode).machine
    drawing = _drawn(machine, point.strip("/"), form)
    if out is None:
        say_document(drawing)
        return
    try:
        write_whole(out, drawing)
    except OSError as error:
        raise UserError(f"{out} cannot be written: {error.strerror}") from None
    say(f"wrote {out}", err=True)


def _drawn(machine: Machine, point: str, form: str) -> str:
    """The picture. Raises UserError for a point that the graph does not have."""
    from dicelaw.model.kernel import pictures
    from dicelaw.oracle.suggestions import unknown

    parts = dict.fromkeys(
        "/".join(one.id.split("/")[:depth])
        for one in machine.points
        for depth in range(1, one.id.count("/") + 2)
    )
    if point and point not in parts:
        raise unknown("timing point", point, parts)
    draw = {"svg": pictures.svg, "mermaid": pictures.mermaid, "dot": pictures.dot}[form]
    return draw(machine, point)
