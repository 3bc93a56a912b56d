"""`dicelaw atlas`: what any two entries of a game do to each other, as pages that can be looked at."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicelaw.oracle.cache_folder import cache_folder
from dicelaw.oracle.cli.options import (
    WHOLE,
    Seconds,
    content_option,
    echo_json,
    example,
    format_option,
    game_argument,
    processes_option,
    told,
)
from dicelaw.oracle.cli.output import say, say_table
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.games.own_content import OwnContent, unchanging

if TYPE_CHECKING:
    from dicelaw.oracle.atlas.hunt import Unit
    from dicelaw.oracle.atlas.result import Atlas

WIDTH = 100


@click.command("atlas", epilog=example("atlas dice-throne --out atlas --only status/protect --within 60"))
@game_argument
@click.option(
    "--out", required=True, type=click.Path(path_type=Path), metavar="DIR",
    help="Write the pages into this folder, which has nothing else.",
)  # fmt: skip
@click.option(
    "--only", "entries", multiple=True, metavar="ENTRY",
    help="Only pairs with this card, ability, status effect or passive; may be given several times.",
)  # fmt: skip
@click.option("--seed", type=WHOLE, default=0, show_default=True, help="Other plays by another seed.")
@click.option(
    "--within", type=Seconds(), metavar="SECONDS",
    help="Begin no further part of the work after this time; the next run goes on from there.",
)  # fmt: skip
@processes_option
@click.option("--cache/--no-cache", default=True,
              help="Take what an earlier run has found, where nothing has changed since.")  # fmt: skip
@content_option
@format_option
@click.pass_context
def command(
    ctx: click.Context, game: str, out: Path, entries: tuple[str, ...], seed: int, within: float | None,
    processes: int, cache: bool, content: OwnContent | None, form: str,
) -> None:  # fmt: skip
    """Say what any two entries of GAME do to each other, as pages with a play for each thing.

    Entries are cards, abilities, status effects and the like. Plays are steered to each pair, and repeated
    without the one, without the other, in the other order and under other readings. So it is seen whether one
    changes an amount of the other, makes it possible or impossible, whether the order matters, and whether it
    hangs on a reading. What was seen is so; what was not seen may be there all the same.

    A run that was ended goes on where it stopped. Ends with 0, or with 7 where pairs are left to be tried.
    """
    from dicelaw.oracle.atlas.folder import check_place, write
    from dicelaw.oracle.atlas.hunt import units_of
    from dicelaw.oracle.atlas.result import Atlas
    from dicelaw.oracle.cli.fuzz import entries_called
    from dicelaw.oracle.games.description import description
    from dicelaw.oracle.games.statement_coverage import statements

    fuzzing = description(game).fuzzing(game, content)
    only = entries_called(fuzzing, entries)
    check_place(out)
    with told() as tell, unchanging(content):
        units, apart = units_of(fuzzing, game, seed, only)
        tried = {pair: 0 for unit in units for pair in unit.pairs}
        atlas = Atlas(game, seed, len(units), len(units), apart, tried=tried, waiting=len(tried))
        _explored(atlas, units, content, processes, within, tell, cache=cache)
        write(out, atlas, fuzzing.sort, {one.id: one.says for one in statements(game)})
    if form == "json":
        echo_json({name: value for name, value in atlas.as_json().items() if name != "interactions"})
    else:
        _print(atlas)
    say(f"wrote {out / 'index.html'} and a page for each of these pairs", err=True)
    repeat()
    ctx.exit(ExitCode.UNDECIDED if atlas.left else ExitCode.OK)


def _explored(
    atlas: Atlas, units: list[Unit], content: OwnContent | None, processes: int, within: float | None,
    tell: Callable[[str, int, int | None], None], *, cache: bool,
) -> None:  # fmt: skip
    """Let ``atlas`` have what comes of ``units``: what is kept, and what is done now."""
    from dicelaw.checker.executors import processes as started
    from dicelaw.checker.file_digest import digest
    from dicelaw.checker.verify.result_cache import Results
    from dicelaw.oracle.atlas.hunt import Explored, explore

    kept = Results(cache_folder(), Explored)
    code = digest(Path(__file__).parents[1]) + ("" if content is None else content.digest)
    left, begun = [], time.monotonic()
    for unit in units:
        known = kept.get(unit.part(code)) if cache else None
        if known is None:
            left.append(unit)
        else:
            atlas.add(unit.pairs, known)

    def progress() -> None:
        tell("parts of the atlas", atlas.units - atlas.left, atlas.units)

    progress()
    if not left:
        return
    with started(min(processes, len(left))) as executors:
        for unit, new in explore(
            left, executors, lambda: within is None or time.monotonic() - begun < within
        ):
            kept.put(unit.part(code), new)
            atlas.add(unit.pairs, new)
            progress()


def _print(atlas: Atlas) -> None:
    from dicelaw.oracle.atlas.interaction import KINDS

    rows = [
        {"kind": kind, "pairs": f"{count:,}", "what it means": KINDS[kind]}
        for kind, count in atlas.counts().items()
    ]
    say_table(rows, WIDTH)
    say(*atlas.summary())
    rate = atlas.plays / max(atlas.seconds, 0.001)
    say(f"{atlas.plays:,} plays, {rate:,.0f} a second of each process")
