"""`dicelaw fuzz`: plays that are steered to interactions of content, and what goes wrong in them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.options import (
    WHOLE,
    Seconds,
    WholeRange,
    content_option,
    echo_line,
    example,
    game_argument,
    lines_format_option,
)
from dicelaw.oracle.cli.output import say, say_marked, status_of
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.own_content import OwnContent, unchanging

if TYPE_CHECKING:
    from collections.abc import Callable

    from dicelaw.oracle.fuzz.campaign import Campaign
    from dicelaw.oracle.fuzz.corpus import Corpus
    from dicelaw.oracle.fuzz.find import Find

SECONDS = 60.0
"""How long a campaign goes on by itself."""
BETWEEN = 0.2
"""How many seconds pass between two looks at how far it is."""


@click.command("fuzz", epilog=example("fuzz dice-throne --content examples/content/tinker --seconds 20"))
@game_argument
@content_option
@click.option(
    "--with", "entries", multiple=True, metavar="ENTRY",
    help="Only pairs with this card, ability, status effect or passive; may be given several times.",
)  # fmt: skip
@click.option(
    "--seconds", type=Seconds(), metavar="SECONDS", help=f"How long to go on; {SECONDS:g} by itself."
)
@click.option(
    "--plays", type=WholeRange(1), metavar="N",
    help="How many plays the campaign has, those of earlier runs with --out included.",
)  # fmt: skip
@click.option("--seed", type=WHOLE, default=0, show_default=True, help="What the plays start from.")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Keep what was found and what has met here, and go on from what is there.",
)  # fmt: skip
@lines_format_option
@click.pass_context
def command(
    ctx: click.Context, game: str, content: OwnContent | None, entries: tuple[str, ...],
    seconds: float | None, plays: int | None, seed: int, out: Path | None, form: str,
) -> None:  # fmt: skip
    """Play GAME at random, steered to pairs of entries that have not met, and say what goes wrong.

    Entries are cards, abilities, status effects, board actions and passives: with --content those of your
    own with each other and with ours, else any two of ours. Looked for are properties that are broken, play
    that is stuck or goes on by itself for ever, numbers beyond what the model counts, and rounds that can be
    repeated for nothing. Each find is shrunk, and named by the entries that it takes.

    Ends with 0 where nothing was found, and with 1 where something was.
    """
    from dicelaw.oracle.description import description
    from dicelaw.oracle.fuzz.campaign import Bounds, Campaign
    from dicelaw.oracle.fuzz.corpus import Corpus, Done

    if seconds is None and plays is None:
        seconds = SECONDS
    fuzzing = description(game).fuzzing(game, content)
    wanted = _entries(fuzzing, entries)
    corpus = None if out is None else Corpus(out, game)
    done = Done(seed) if corpus is None else corpus.done(seed)
    with _told() as tell, unchanging(content):
        campaign = Campaign(fuzzing, done, Bounds(plays, seconds), corpus, wanted, tell)
        try:
            for find in campaign.run():
                _tell_find(campaign, find, corpus, form)
        finally:
            _tell_end(campaign, form)
    repeat()
    ctx.exit(ExitCode.REFUTED if campaign.tally.all else ExitCode.OK)


def _entries(fuzzing: Any, names: tuple[str, ...]) -> frozenset[str]:
    """The entries that ``names`` are for. Raises UserError for one that there is not."""
    from dicelaw.oracle.near import meant, unknown

    if not names:
        return frozenset()
    known = {id: id for pairing in fuzzing.pairings for id in fuzzing.entries(pairing)}
    found: set[str] = set()
    for name in names:
        ids = meant([name], known)
        if not ids:
            raise unknown("entry", name, known)
        found.update(ids)
    return frozenset(found)


@contextmanager
def _told() -> Iterator[Callable[[Campaign], None]]:
    """A line on a terminal's stderr that says how far the campaign is."""
    from rich.console import Console

    told = 0.0
    with Console(stderr=True).status("building ...") as status:

        def tell(campaign: Campaign) -> None:
            nonlocal told
            if time.monotonic() - told >= BETWEEN:
                told = time.monotonic()
                status.update(status_of(_progress(campaign)))

        yield tell


def _progress(campaign: Campaign) -> str:
    tally, met = campaign.tally, campaign.meetings
    rate = tally.new / max(time.monotonic() - campaign.begun, 0.001)
    pairs = f"{met.count:,} of {len(met.all):,} pairs met, {rate:,.0f} new a second"
    return f"{number_of(tally.plays, 'play')}, {pairs}; {number_of(len(tally.all), 'find')}"


def _tell_find(campaign: Campaign, find: Find, corpus: Corpus | None, form: str) -> None:
    from dicelaw.oracle.fuzz.faults import KINDS
    from dicelaw.oracle.fuzz.find import told

    again = campaign.corpus_has(find)
    if form == "json":
        echo_line({**find.as_json(), "again": again})
        return
    if find.is_known:
        say_marked("hangs ", "yellow", f"on the reading {find.about}: {' + '.join(find.entries)}")
        return
    mark = "again" if again else "found"
    say_marked(f"{mark:6}", "red", f"{KINDS[find.kind]}: {find.says}")
    say(f"       {_blamed(find)}; {' against '.join(find.pairing)}, play {find.number:,}")
    say(*(f"       {row}" for row in told(find)))
    if corpus is not None:
        say(f"       {corpus.path}/finds/{find.name}.*")


def _blamed(find: Find) -> str:
    """Who is at fault, in words."""
    if not find.entries:
        return "no entry can be named without whose effect it is not seen"
    if len(find.entries) == 1:
        return f"at fault: {find.entries[0]}, by itself"
    return f"at fault: {' + '.join(find.entries)}; without the effect of any of them it is not seen"


def _tell_end(campaign: Campaign, form: str) -> None:
    tally, met = campaign.tally, campaign.meetings
    known = sum(tally.known.values())
    if form == "json":
        echo_line(
            {
                "plays": tally.plays, "plays_in_all": campaign.done.plays, "pairs_met": met.count,
                "pairs": len(met.all), "pairs_new": tally.new, "finds": len(tally.finds),
                "again": len(tally.again), "gone": [find.name for find in tally.gone], "known": known,
                "readings": [*dict.fromkeys(find.about for find in tally.hanging)],
            }
        )  # fmt: skip
        return
    for find in tally.gone:
        say_marked("gone  ", "green", f"{find.name}: it does not show any more")
    pairs = f"{met.count:,} of {len(met.all):,} pairs met, {tally.new:,} of them new"
    say(f"{number_of(tally.plays, 'play')}; {pairs}")
    again = f", {len(tally.again)} known from before" if tally.again else ""
    say(f"{number_of(len(tally.finds), 'new find')}{again}; known ones met again: {known}")
    points = dict.fromkeys(find.about for find in tally.hanging)
    if points:
        say(f"results hang on {number_of(len(points), 'reading')}: {', '.join(points)}")
