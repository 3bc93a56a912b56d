"""`dicelaw audit`: the log of another engine, held against the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicelaw.model.foreign.files import STDIN
from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.options import (
    WholeRange,
    content_option,
    example,
    format_option,
    game_argument,
    reading_option,
    readings_of,
    told,
)
from dicelaw.oracle.cli.output import say, say_message
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.games.own_content import OwnContent

if TYPE_CHECKING:
    from dicelaw.oracle.audit.run import Audit

CODES = {
    "legal": ExitCode.OK,
    "illegal": ExitCode.ILLEGAL,
    "contradicted": ExitCode.REFUTED,
    "undecided": ExitCode.UNDECIDED,
}


@click.command(
    "audit",
    epilog=example("audit dice-throne examples/audit/server.jsonl --mapping examples/audit/server.yaml"),
)
@game_argument
@click.argument("log", type=click.Path(path_type=Path))
@click.option(
    "--mapping", required=True, type=click.Path(path_type=Path), metavar="MAP.yaml",
    help="The file that says what the lines of the log mean.",
)  # fmt: skip
@click.option("--save", type=click.Path(path_type=Path), help="Write the trace of the play so far here.")
@click.option(
    "--limit", default=5000, show_default=True, type=WholeRange(1),
    help="How many plays that fit the log are followed at once.",
)  # fmt: skip
@format_option
@reading_option
@content_option
@click.pass_context
def command(
    ctx: click.Context, game: str, log: Path, mapping: Path, save: Path | None, limit: int, form: str,
    readings: tuple[str, ...], content: OwnContent | None,
) -> None:  # fmt: skip
    """Check the LOG of an engine of GAME against the rules, up to the first line that is wrong.

    The exit code is 5 if the rules forbid a step, 1 if a line states something else than what follows, and 7
    if too many plays fit the log to follow them all.
    """
    from dicelaw.oracle.audit.mapping import load
    from dicelaw.oracle.audit.run import audit
    from dicelaw.oracle.files.trace import check_place, write

    if log in STDIN and mapping in STDIN:
        raise click.UsageError("standard input is either the log or the mapping, not both")
    read = load(mapping, game)
    if save is not None:
        check_place(save)
    with _progress(log) as progress:
        found = audit(log, read, game, readings_of(readings), content, limit, progress)
    if save is not None and found.session is not None:
        write(found.session, save, found.edition)
    if form == "json":
        say_message(found.report.model_dump_json())
    else:
        for row in _lines(game, found, log):
            say(row)
    for note in found.report.notes:
        say(f"note: {note}", err=True)
    repeat()
    ctx.exit(CODES[found.report.verdict])


@contextmanager
def _progress(log: Path) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal's stderr; what it is told is how many bytes were read."""
    size = log.stat().st_size if log.is_file() else None
    with told() as tell:
        yield lambda done: tell("auditing", done, size)


def _lines(game: str, found: Audit, log: Path) -> Iterator[str]:
    from dicelaw.oracle.games.observation import lines
    from dicelaw.oracle.games.session import Demand

    report = found.report
    if report.line is None:
        yield f"every step is legal: {number_of(report.events, 'event')}, to {report.at}"
    else:
        yield f"{log}:{report.line}: {report.original[:200]}"
        yield f"{report.asked}: {report.says}" if report.asked else report.says
    for demand in report.demands:
        yield from Demand(**demand.model_dump()).lines()
    for wrong in report.fields:
        since = f"line {wrong.since}, where it was right" if wrong.since else "the start"
        yield f"  {wrong.field} since {since}:" + ("" if wrong.writes else " nothing changed it")
        for step in wrong.writes:
            cites = ", ".join(step.cites)
            yield f"    line {step.line}: {step.transition}: {step.old} -> {step.new} [{cites}]"
    if report.legal:
        yield "legal instead:"
        yield from (f"  {text}" for text in report.legal)
        if not report.demands and report.due:
            yield f"  by {', '.join(report.due)}"
    if report.fits > 1:
        yield f"{report.fits} plays fit the log up to here; this is one of them"
    if report.line is not None:
        yield f"the play stands at {report.at}:"
    yield from lines(game, report.standing)
