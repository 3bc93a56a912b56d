"""`dicelaw vectors`: write plays with what must be seen at each step, for engines in any language."""

from __future__ import annotations

import json
from pathlib import Path

import click

from dicelaw.oracle.cli.options import format_option, game_argument, repeat
from dicelaw.oracle.games import known_game


@click.command("vectors")
@game_argument
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="DIR", help="Where to write.")
@format_option
def command(game: str, out: Path, form: str) -> None:
    """Write the vectors of GAME: a file a theme, one JSON object a line, and a manifest with checksums.

    A vector is a position, the decisions and dice of a play, and what must be seen after each of them: the
    position, and where a player decides every legal decision. The same command writes the same bytes.
    """
    known_game(game)
    from rich.console import Console
    from rich.progress import track

    from dicelaw.oracle.vectors import Coverage, made_folder, recorded, ruled, vector, write

    made_folder(out)
    coverage = Coverage()
    # Those of the same heroes one after another: few machines are kept once they are built.
    records = sorted(
        [*recorded(), *ruled()], key=lambda one: [player["hero"] for player in one.setup["players"]]
    )
    shown = track(records, "playing", console=Console(stderr=True))
    manifest = write(out, (vector(one, coverage) for one in shown), coverage)
    if form == "json":
        click.echo(json.dumps(manifest, ensure_ascii=False))
    else:
        for name, file in manifest["files"].items():
            click.echo(f"{name:24} {file['vectors']:5}  {file['sha256']}")
        taken = manifest["transitions"]
        click.echo(
            f"{manifest['vectors']} vectors, {manifest['steps']} steps; {len(manifest['rules'])} rules, "
            f"{taken['taken']} of {taken['of']} transitions; wrote {out}"
        )
    repeat("vectors", game, "--out", out, "--format", form)
