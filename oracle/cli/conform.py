"""`dicelaw conform`: an implementation in any language is held against the rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicelaw.oracle.cli.options import echo_line, game_argument, lines_format_option, repeat
from dicelaw.oracle.cli.output import say, status_of

if TYPE_CHECKING:
    from dicelaw.oracle.conform.engine import Supervised
    from dicelaw.oracle.conform.run import Plan, Tally


@click.command("conform")
@game_argument
@click.option("--impl", required=True, metavar="COMMAND", help="The command that starts the adapter.")
@click.option(
    "--vectors", type=click.Path(path_type=Path), metavar="DIR", help="Run the vectors of a folder."
)
@click.option(
    "--explore",
    type=click.IntRange(0),
    default=100,
    show_default=True,
    metavar="N",
    help="How many plays of the harness's own to try.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="What these plays start from.")
@click.option(
    "--report",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write the results, JUnit XML, a page, and the disagreements as vectors.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="How long an answer may take.",
)
@lines_format_option
@click.pass_context
def command(
    ctx: click.Context, game: str, impl: str, vectors: Path | None, explore: int, seed: int,
    report: Path | None, timeout: float, form: str,
) -> None:  # fmt: skip
    """Drive an implementation of GAME through its adapter and compare it with the rules.

    The exit code is 1 if it departs from them, and 7 if the adapter broke or nothing could be tested.
    """
    from dicelaw.oracle.conform.engine import Supervised
    from dicelaw.oracle.conform.process import Process
    from dicelaw.oracle.conform.report import exit_code, lines, messages, write
    from dicelaw.oracle.conform.run import Plan, Tally
    from dicelaw.oracle.games import known_game

    known_game(game)
    plan, tally = Plan(game, vectors, explore, seed), Tally()
    _run(plan, Supervised(lambda: Process(impl, timeout)), tally, form)
    if form == "json":
        for message in messages(tally):
            echo_line(message)
    else:
        say(*lines(tally))
    if report is not None:
        for path in write(report, plan, tally):
            say(f"wrote {path}", err=True)
    parts: list[object] = [game, "--impl", impl, *(("--vectors", vectors) if vectors else ())]
    parts += ["--explore", explore, "--seed", seed, *(("--report", report) if report else ())]
    repeat("conform", *parts, "--timeout", f"{timeout:g}", "--format", form)
    ctx.exit(exit_code(tally))


def _run(plan: Plan, engine: Supervised, tally: Tally, form: str) -> None:
    """Run ``plan``; the results go out one by one as JSON, or are counted on the terminal."""
    from rich.console import Console

    from dicelaw.oracle.conform.report import result_message
    from dicelaw.oracle.conform.run import conform

    with Console(stderr=True).status("asking the adapter ...") as status:
        for number, result in enumerate(conform(plan, engine, tally), 1):
            status.update(status_of(f"{number} cases, {len(tally.findings)} disagreements: {result.case}"))
            if form == "json":
                echo_line(result_message(result))
