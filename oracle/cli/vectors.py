"""`dicelaw vectors`: write plays with what must be seen at each step, for engines in any language."""

from __future__ import annotations

from pathlib import Path

import click

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.options import (
    echo_json,
    example,
    format_option,
    game_argument,
    processes_option,
    told,
    usual_mode_option,
)
from dicelaw.oracle.cli.output import say
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.games.games import known_game
from dicelaw.oracle.games.modes import known_mode


@click.command("vectors", epilog=example("vectors dice-throne --out vectors"))
@game_argument
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="DIR", help="Where to write.")
@usual_mode_option
@processes_option
@format_option
def command(game: str, out: Path, mode: str | None, processes: int, form: str) -> None:
    """Write the vectors of GAME: a file a theme, one JSON object a line, and a manifest with checksums.

    A vector is a position, the decisions and dice of a play, and what must be seen after each of them: the
    position, and where a player decides every legal decision. The same command writes the same bytes.
    """
    known_game(game)
    asked = known_mode(game, mode)
    from dicelaw.oracle.files.ruling_vectors import written
    from dicelaw.oracle.files.vectors import Coverage, files_of, in_groups, made_folder, write

    records = written(game, asked)
    made_folder(out, files_of(game, (one.id for one in records)))
    coverage = Coverage()
    made = []
    with told() as tell:
        for group, shown in in_groups(records, processes):
            coverage.add(shown)
            made += group
            tell("playing", len(made), len(records))
    manifest = write(out, game, made, coverage)
    if form == "json":
        echo_json(manifest)
    else:
        for name, file in manifest["files"].items():
            say(f"{name:24} {file['vectors']:5}  {file['sha256']}")
        taken = manifest["transitions"]
        say(
            f"{number_of(manifest['vectors'], 'vector')}, {number_of(manifest['steps'], 'step')}; "
            f"{number_of(len(manifest['rules']), 'rule')}, "
            f"{len(manifest['untold'])} without one of their own, "
            f"{taken['taken']} of {taken['of']} transitions; wrote {out}"
        )
    repeat()
