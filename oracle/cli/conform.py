"""`dicelaw conform`: an implementation in any language is held against the rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.interruption import Interrupted
from dicelaw.oracle.cli.options import (
    WHOLE,
    Seconds,
    WholeRange,
    echo_line,
    example,
    game_argument,
    lines_format_option,
    usual_mode_option,
)
from dicelaw.oracle.cli.output import say, status_of
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.conform.budget import MIB, OUTPUT, QUESTIONS, Budget
from dicelaw.oracle.errors import UserError

if TYPE_CHECKING:
    from dicelaw.oracle.conform.engine import Supervised
    from dicelaw.oracle.conform.folder import Folder
    from dicelaw.oracle.conform.run import Plan, Tally


@click.command(
    "conform", epilog=example("conform dice-throne --impl 'node examples/engines/damage.js' --report report"),
)  # fmt: skip
@game_argument
@usual_mode_option
@click.option("--impl", required=True, metavar="COMMAND", help="The command that starts the adapter.")
@click.option(
    "--vectors",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Run the vectors of a folder, or a file.",
)
@click.option(
    "--explore",
    type=WholeRange(0),
    default=100,
    show_default=True,
    metavar="N",
    help="How many plays of the harness's own to try.",
)
@click.option("--seed", type=WHOLE, default=0, show_default=True, help="What these plays start from.")
@click.option(
    "--report",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write the results, JUnit XML, a page, and the disagreements as vectors.",
)
@click.option(
    "--timeout",
    type=Seconds(),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="How long an answer may take.",
)
@click.option(
    "--budget",
    type=WholeRange(1),
    default=QUESTIONS,
    show_default=True,
    metavar="N",
    help="How many questions to ask in all.",
)
@click.option(
    "--output",
    type=WholeRange(1),
    default=OUTPUT // MIB,
    show_default=True,
    metavar="MIB",
    help="How much the adapter may write in all.",
)
@lines_format_option
@click.pass_context
def command(
    ctx: click.Context, game: str, mode: str | None, impl: str, vectors: Path | None, explore: int,
    seed: int, report: Path | None, timeout: float, budget: int, output: int, form: str,
) -> None:  # fmt: skip
    """Drive an implementation of GAME through its adapter and compare it with the rules.

    The exit code is 1 if it departs from them, and 7 if the adapter broke, if a disagreement did not come
    again, if the run was not complete, or if nothing could be tested.
    """
    from dicelaw.oracle.conform.cases import read_vectors
    from dicelaw.oracle.conform.engine import Supervised
    from dicelaw.oracle.conform.folder import Folder
    from dicelaw.oracle.conform.process import Process
    from dicelaw.oracle.conform.report import exit_code
    from dicelaw.oracle.conform.run import Plan, Tally
    from dicelaw.oracle.games.games import known_game
    from dicelaw.oracle.games.modes import known_mode

    known_game(game)
    asked = known_mode(game, mode)
    plan = Plan(game, () if vectors is None else read_vectors(vectors, game), explore, seed, asked)
    allowed = Budget(budget, output * MIB)
    with closing(Supervised(lambda: Process(impl, timeout, allowed), budget=allowed)) as engine:
        engine.begun()  # a report that is there is not given up for a command that cannot be started
        folder = None if report is None else Folder(report, plan)
        tally = Tally(numbered=0 if folder is None else folder.numbered)
        with _whatever_ends_it(tally, folder, form):
            _run(plan, engine, tally, folder, form)
    repeat()
    ctx.exit(exit_code(tally))


@contextmanager
def _whatever_ends_it(tally: Tally, folder: Folder | None, form: str) -> Iterator[None]:
    """In the end what ``tally`` has come to is written and said, also where a signal ended the run."""
    from dicelaw.oracle.conform.report import lines, messages
    from dicelaw.oracle.conform.strangers import strangers

    said, ending = True, None
    try:
        yield
    except BaseException as error:
        ending = error
        is_heard = not isinstance(error, OSError)
        said = is_heard and (bool(tally.results) or isinstance(error, Interrupted))
        tally.ended = _why(error)
    written: list[Path] = []
    if folder is not None:
        try:
            written = folder.finish(tally)
        except UserError as error:
            ending = ending or error
            tally.ended = tally.ended or error.message
    if said:
        if form == "json":
            for message in messages(tally):
                echo_line(message)
        else:
            say(*lines(tally))
        for strange in strangers(tally.support) if tally.support else ():
            say(strange, err=True)
        for path in written:
            say(f"wrote {path}", err=True)
    if ending is not None:
        raise ending


def _why(error: BaseException) -> str:
    """Why the run is not complete, in a sentence."""
    if isinstance(error, Interrupted):
        return f"interrupted by {error.by}"
    return error.message if isinstance(error, UserError) else f"{type(error).__name__}: {error}"


def _run(plan: Plan, engine: Supervised, tally: Tally, folder: Folder | None, form: str) -> None:
    """Run ``plan``; results go one by one into ``folder`` and out as JSON, or are counted on the terminal."""
    from rich.console import Console

    from dicelaw.oracle.conform.report import result_message
    from dicelaw.oracle.conform.run import conform

    told = 0
    with Console(stderr=True).status("asking the adapter ...") as status:
        results = conform(plan, engine, tally)
        try:
            with closing(results):
                for result in results:
                    wrong = number_of(len(tally.findings), "disagreement")
                    of = number_of(max(tally.planned, told + 1), "case")
                    status.update(status_of(f"{told + 1} of {of}, {wrong}: {result.case}"))
                    if form == "json":
                        echo_line(result_message(result))
                    told += 1
                    if folder is not None:
                        folder.add(result, tally)
        except KeyboardInterrupt:
            for result in tally.results[told:] if form == "json" else ():
                echo_line(result_message(result))
            raise
