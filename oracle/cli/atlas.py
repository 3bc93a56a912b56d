"""`dicelaw atlas`: what two or three entries of a game do to each other, as pages that can be looked at."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicelaw.oracle.cli.options import (
    WHOLE,
    Seconds,
    WholeRange,
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
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.fuzz.meetings import PAIR, TRIPLE
from dicelaw.oracle.games.own_content import OwnContent, unchanging

if TYPE_CHECKING:
    from dicelaw.oracle.atlas.result import Atlas

WIDTH = 100
TRIPLES, MOST_TRIPLES = 500, 1_000_000
"""How many triples are tried where nobody says, and how many can be asked for."""


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
@click.option(
    "--triples",
    is_flag=True,
    help="Then see what three entries do, one of them given by --only, that no two of them do.",
)
@click.option(
    "--most", type=WholeRange(1, MOST_TRIPLES), default=TRIPLES, show_default=True, metavar="N",
    help="Try so many triples, the likeliest first; with more, what was tried is kept.",
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
    ctx: click.Context, game: str, out: Path, entries: tuple[str, ...], triples: bool, most: int, seed: int,
    within: float | None, processes: int, cache: bool, content: OwnContent | None, form: str,
) -> None:  # fmt: skip
    """Say what two or three entries of GAME do to each other, as pages with a play for each thing.

    Entries are cards, abilities, status effects and the like. One may change an amount of the other, or make
    it possible or impossible; the order may matter, or it may hang on a reading.

    What was seen is so; what was not seen may be there all the same. A run that was ended goes on where it
    stopped.

    Ends with 0, or with 7 where pairs are left to be tried.
    """
    from dicelaw.oracle.atlas.exploring import fill
    from dicelaw.oracle.atlas.folder import check_place, write
    from dicelaw.oracle.atlas.hunt import units_of
    from dicelaw.oracle.atlas.likely import likely
    from dicelaw.oracle.atlas.result import begun
    from dicelaw.oracle.cli.fuzz import entries_called
    from dicelaw.oracle.games.description import description
    from dicelaw.oracle.games.statement_coverage import statements

    fuzzing = description(game).fuzzing(game, content)
    if triples and not entries:
        raise UserError(
            "--triples: there are too many; name an entry that is in each of them by --only", ExitCode.USAGE
        )
    only = entries_called(fuzzing, entries)
    check_place(out)
    ends = None if within is None else time.monotonic() + within

    def goes_on() -> bool:
        return ends is None or time.monotonic() < ends

    with told() as tell, unchanging(content):
        units, apart = units_of(fuzzing, game, seed, only)
        atlas = begun(game, seed, units, apart)
        parts = partial(tell, "parts of the atlas")
        fill(atlas, units, content, processes, parts, cache=cache, goes_on=goes_on)
        if triples and not atlas.left:
            chosen = likely(fuzzing, atlas, only, most)
            atlas.triples = begun(game, seed, chosen.units, chosen.apart, chosen.whole, TRIPLE)
            parts = partial(tell, "parts of the triples")
            fill(atlas.triples, chosen.units, content, processes, parts, cache=cache, goes_on=goes_on)
        write(out, atlas, fuzzing.sort, {one.id: one.says for one in statements(game)})
    if form == "json":
        echo_json(without_interactions(atlas.as_json()))
    else:
        _print(atlas)
        if atlas.triples is not None:
            say("")
            _print(atlas.triples)
        elif triples:
            say("the triples come once all pairs are tried, as these say which of them are likely")
    what = "these pairs and triples" if atlas.triples is not None else "these pairs"
    say(f"wrote {out / 'index.html'} and a page for each of {what}", err=True)
    repeat()
    left = atlas.left or (triples and (atlas.triples is None or atlas.triples.left))
    ctx.exit(ExitCode.UNDECIDED if left else ExitCode.OK)


def without_interactions(found: dict[str, Any]) -> dict[str, Any]:
    """What is said of an atlas as a whole."""
    return {
        name: without_interactions(value) if name == "triples" and isinstance(value, dict) else value
        for name, value in found.items() if name != "interactions"
    }  # fmt: skip


def _print(atlas: Atlas) -> None:
    from dicelaw.oracle.atlas.interaction import KINDS, KINDS_OF_THREE

    means, called = (KINDS, "pairs") if atlas.size == PAIR else (KINDS_OF_THREE, "triples")
    rows = [
        {"kind": kind, called: f"{count:,}", "what it means": means[kind]}
        for kind, count in atlas.counts().items()
    ]
    say_table(rows, WIDTH)
    say(*atlas.summary())
    rate = atlas.plays / max(atlas.seconds, 0.001)
    say(f"{atlas.plays:,} plays, {rate:,.0f} a second of each process")
