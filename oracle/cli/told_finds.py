"""How the command line tells of a campaign: how far it is, each find, and what it came to."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.options import echo_line
from dicelaw.oracle.cli.output import say, say_marked, status_of

if TYPE_CHECKING:
    from dicelaw.oracle.conform.run import Tally as Answers
    from dicelaw.oracle.fuzz.campaign import Campaign
    from dicelaw.oracle.fuzz.find import Find
    from dicelaw.oracle.fuzz.tally import Tally

BETWEEN = 0.2
"""How many seconds pass between two looks at how far it is."""
RULES = 3
"""How many rules of a departure are named for people."""


@contextmanager
def telling() -> Iterator[Callable[[Campaign], None]]:
    """A line on a terminal's stderr that says how far a campaign is."""
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
    pairs = f"{met.count:,} of {len(met.all):,} {met.name} met, {rate:,.0f} new a second"
    return f"{_plays(tally)}, {pairs}; {number_of(len(tally.all), 'find')}"


def _plays(tally: Tally) -> str:
    """How many plays there were, and how many more by compiled code."""
    more = f" and {tally.beside:,} by compiled code" if tally.beside else ""
    return f"{number_of(tally.plays, 'play')}{more}"


def tell_find(campaign: Campaign, find: Find, out: Path | None, form: str) -> None:
    """Say ``find``, with its play and where it is kept."""
    from dicelaw.oracle.fuzz.faults import KINDS, READING
    from dicelaw.oracle.fuzz.find import told

    again = campaign.corpus_has(find)
    if form == "json":
        echo_line({**find.as_json(), "again": again})
        return
    if find.kind == READING:
        say_marked("hangs ", "yellow", f"on the reading {find.about}: {' + '.join(find.entries)}")
        return
    say_marked(f"{'again' if again else 'found':6}", "red", f"{KINDS[find.kind]}: {find.says}")
    for rule in find.rules[:RULES]:
        say(f"       by {rule}")
    say(f"       {_blamed(find)}; {' against '.join(find.pairing)}, play {find.number:,}")
    say(*(f"       {row}" for row in told(find)))
    if out is not None:
        say(f"       {out}/finds/{find.name}.*")


def tell_least(path: Path | None, form: str) -> None:
    """Say where the least content lies that shows what was found, if any is known."""
    if path is not None and form != "json":
        say(f"       least content: {path}")


def _blamed(find: Find) -> str:
    """Who is at fault, in words; of a departure, what it takes to see it."""
    from dicelaw.oracle.fuzz.faults import DEPARTS

    if find.kind == DEPARTS:
        return f"where these meet: {' + '.join(find.entries)}" if find.entries else "no entry is in its play"
    if not find.entries:
        return "no entry can be named without whose effect it is not seen"
    if len(find.entries) == 1:
        return f"at fault: {find.entries[0]}, by itself"
    return f"at fault: {' + '.join(find.entries)}; without the effect of any of them it is not seen"


def tell_end(campaign: Campaign, answers: Answers | None, form: str) -> None:
    """Say what ``campaign`` came to, and what came of its plays on an implementation."""
    from dicelaw.checker.search.native import is_installed
    from dicelaw.oracle.fuzz.ways import counts

    tally, met = campaign.tally, campaign.meetings
    known, ways = sum(tally.known.values()), counts(campaign.done.gone, campaign.done.there_are)
    if form == "json":
        echo_line(
            {
                "plays": tally.plays, "plays_compiled": tally.beside, "plays_in_all": campaign.done.plays,
                "plays_not_kept": campaign.unkept,
                f"{met.name}_met": met.count,
                met.name: len(met.all), f"{met.name}_new": tally.new, "finds": len(tally.finds),
                **{sort: list(count) for sort, count in ways.items()},
                "again": len(tally.again), "gone": [find.name for find in tally.gone], "known": known,
                "readings": [*dict.fromkeys(find.about for find in tally.hanging)],
                **({} if answers is None else {"implementation": _answered(answers)}),
            }
        )  # fmt: skip
        return
    for find in tally.gone:
        say_marked("gone  ", "green", f"{find.name}: it does not show any more")
    pairs = f"{met.count:,} of {len(met.all):,} {met.name} met, {tally.new:,} of them new"
    say(f"{_plays(tally)}; {pairs}")
    if answers is None and not is_installed():
        say("there were no plays by compiled code, which needs llvmlite: install dicelaw[fast]")
    say(", ".join(f"{gone:,} of {most:,} {sort}" for sort, (gone, most) in ways.items()) + " met")
    if campaign.unkept:
        say(f"not kept: {number_of(campaign.unkept, 'play')}, which the next run makes again")
    again = f", {len(tally.again)} known from before" if tally.again else ""
    say(f"{number_of(len(tally.finds), 'new find')}{again}; known ones met again: {known}")
    points = dict.fromkeys(find.about for find in tally.hanging)
    if points:
        say(f"results hang on {number_of(len(points), 'reading')}: {', '.join(points)}")
    if answers is not None:
        from dicelaw.oracle.conform.report import counted

        say(*counted(answers))


def _answered(answers: Answers) -> dict[str, Any]:
    from dicelaw.oracle.conform.report import summary

    left_out = ("disagreements", "rules")
    return {name: value for name, value in summary(answers).items() if name not in left_out}
