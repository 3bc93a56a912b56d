"""`dicelaw graph`: draw or export a timing graph."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicelaw.checker.files import write_whole
from dicelaw.model.number_of import number_of
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
SUFFIXES = {".svg": "svg", ".mmd": "mermaid", ".mermaid": "mermaid", ".dot": "dot", ".gv": "dot"}
"""Which format a file has, by how its name ends."""


@click.command("graph", epilog=example("graph dice-throne --overview --out turn.svg"))
@game_argument
@click.argument("point", required=False, default="")
@click.option("--format", "form", type=click.Choice(FORMATS),
              help="A page, a Mermaid flow chart, or the language of Graphviz; by default as --out ends, "
                   "else mermaid.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file.")
@click.option("--overview", is_flag=True,
              help="Draw the phases alone; with --out each is linked to a picture of its own, in a folder "
                   "beside the file.")  # fmt: skip
@heroes_option
@teams_option
@mode_option
@reading_option
@content_option
def command(
    game: str, point: str, form: str | None, out: Path | None, overview: bool, heroes: tuple[str, ...],
    teams: str | None, mode: str | None, readings: tuple[str, ...], content: OwnContent | None,
) -> None:  # fmt: skip
    """Draw the timing graph of GAME, or the part of it at POINT and below, with its neighbours.

    GAME may be a fragment too, such as queue/2.
    """
    from dicelaw.model.games import GAMES
    from dicelaw.oracle.cli.search import machine_called
    from dicelaw.oracle.games.games import open_machine

    if overview and point:
        raise click.UsageError("--overview draws all phases, and POINT names one part; leave one out.")
    given = readings_of(readings)
    if game in GAMES:
        machine = open_machine(game, heroes, teams, given, content=content, mode=mode).machine
    else:
        machine = machine_called(game, heroes)
    form = form or ("mermaid" if out is None else _format_of(out))
    if out is None:
        say_document(_drawn(machine, point.strip("/"), form, {} if overview else None))
        return
    drawings = _pages(machine, form, out) if overview else {out: _drawn(machine, point.strip("/"), form)}
    try:
        for place, drawing in drawings.items():
            if place.parent != out.parent:
                place.parent.mkdir(exist_ok=True)
            write_whole(place, drawing)
    except OSError as error:
        raise UserError(f"{error.filename or out} cannot be written: {error.strerror}") from None
    more = len(drawings) - 1
    say(f"wrote {out}" + (f" and {number_of(more, 'picture')} of phases" if overview else ""), err=True)


def _format_of(out: Path) -> str:
    """The format that the ending of ``out`` says, if it has one."""
    ending = out.suffix.lower()
    if ending and ending not in SUFFIXES:
        says = f"--out {out}: name a file that ends with {', '.join(SUFFIXES)}, or say the --format"
        raise click.UsageError(says)
    return SUFFIXES.get(ending, "mermaid")


def _pages(machine: Machine, form: str, out: Path) -> dict[Path, str]:
    """The picture of each phase in a folder named as ``out``, and the overview that links to them last."""
    from dicelaw.model.kernel.views import phases

    places = {phase: out.with_suffix("") / f"{phase}{out.suffix}" for phase in phases(machine)}
    links = {phase: f"{place.parent.name}/{place.name}" for phase, place in places.items()}
    found = {place: _drawn(machine, phase, form) for phase, place in places.items()}
    return {**found, out: _drawn(machine, "", form, links)}


def _drawn(machine: Machine, point: str, form: str, links: dict[str, str] | None = None) -> str:
    """The picture. Raises UserError for a point that the graph does not have."""
    from dicelaw.model.kernel import pictures
    from dicelaw.oracle.suggestions import id_of, unknown

    parts = dict.fromkeys(
        "/".join(one.id.split("/")[:depth])
        for one in machine.points
        for depth in range(1, one.id.count("/") + 2)
    )
    meant = point if point in parts else id_of(point)
    if point and meant not in parts:
        raise unknown("timing point", point, parts)
    draw = {"svg": pictures.svg, "mermaid": pictures.mermaid, "dot": pictures.dot}[form]
    return draw(machine, meant, links)
