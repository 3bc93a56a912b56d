"""`dicelaw recheck`: the evidence that `dicelaw verify --evidence` wrote, checked without the prover."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.options import (
    Seconds,
    content_option,
    echo_line,
    example,
    lines_format_option,
    processes_option,
    told,
)
from dicelaw.oracle.cli.output import say
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.own_content import OwnContent, unchanging

if TYPE_CHECKING:
    from dicelaw.checker.evidence.evidence import Entry

SOLVERS = ("z3", "cvc5")


@click.command("recheck", epilog=example("recheck evidence --model"))
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--solver", type=click.Choice(SOLVERS), default=SOLVERS[0], show_default=True, help="What answers."
)
@processes_option
@click.option(
    "--budget", type=Seconds(), metavar="SECONDS",
    help="How long it may take in all; what is not checked by then is unknown.",
)  # fmt: skip
@click.option("--model", is_flag=True, help="Make each script anew from the rules, and compare.")
@content_option
@lines_format_option
@click.pass_context
def command(
    ctx: click.Context,
    folder: Path,
    solver: str,
    processes: int,
    budget: float | None,
    model: bool,
    content: OwnContent | None,
    form: str,
) -> None:
    """Check the evidence in FOLDER: every script again, and what the proofs rest on.

    The scripts and their manifest are read, and nothing of the model: what is confirmed is what they say.
    With --model the scripts are made anew from the rules that are installed here, without a prover. They have
    to be the same, and what has no evidence in FOLDER is listed.

    Ends with 0 when every proof is confirmed, with 7 when all that is missing was too much for a budget, else
    with 1.
    """
    from dicelaw.checker.evidence.evidence import KINDS
    from dicelaw.checker.recheck.manifest import BadEvidence, load
    from dicelaw.checker.recheck.recheck import recheck

    if find_spec(solver) is None:
        raise UserError(f"{solver} is not installed; install dicelaw with the extra `evidence`")
    if content is not None and not model:
        raise click.UsageError("--content says what the model is: it goes with --model")
    begin = time.perf_counter()
    try:
        manifest = load(folder)
    except BadEvidence as bad:
        raise UserError(str(bad)) from None
    own = None if content is None else content.folder
    with told() as tell, unchanging(content):
        rechecked = recheck(
            manifest, solver, processes,
            model=model, content=own, budget=budget or math.inf, tell=partial(tell, "checking"),
        )  # fmt: skip
        rows = [*rechecked]
    for found in rows:
        if form == "json":
            echo_line(
                {
                    "game": found.game, "property": found.property, "checks": dict(found.checks),
                    "confirmed": found.confirmed, "unknown": found.unknown, "wrong": found.wrong,
                }
            )  # fmt: skip
        else:
            mark = "confirmed" if found.confirmed else f"NOT CONFIRMED: {found.wrong}"
            say(f"{sum(found.checks.values()):6} checks  {found.game} {found.property}: {mark}")
    confirmed, unknown = sum(row.confirmed for row in rows), sum(row.unknown for row in rows)
    checks = ", ".join(f"{sum(row.checks.get(kind, 0) for row in rows)} {kind}" for kind in KINDS)
    seconds = time.perf_counter() - begin
    err = form == "json"
    if model:
        _tell_left_out(manifest.entries, own, err=err)
    else:
        say("whether these formulas say what the rules say was not looked at: --model does", err=err)
    by = f"{solver} and the model" if model else solver
    says = (
        f"{number_of(len(rows), 'proof')}, {confirmed} confirmed by {by}; checks: {checks}; {unknown} unknown"
    )
    say(f"evidence {manifest.sha256}", err=err)
    say(f"{says}; {seconds:.1f} s", err=err)
    repeat()
    if confirmed == len(rows):
        ctx.exit(ExitCode.OK)
    undecided = all(row.confirmed or row.undecided for row in rows)
    ctx.exit(ExitCode.UNDECIDED if undecided else ExitCode.REFUTED)


def _tell_left_out(entries: Sequence[Entry], content: Path | None, *, err: bool) -> None:
    """Say which properties of the rules have no evidence here."""
    from dicelaw.checker.recheck.from_the_model import left_out

    for game, ids in left_out(entries, content).items():
        shown = f"without evidence here: {', '.join(ids)}" if ids else "each property has evidence here"
        say(f"{game}: {shown}", err=err)
