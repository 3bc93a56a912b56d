"""`dicelaw recheck`: the evidence that `dicelaw verify --evidence` wrote, checked without the prover."""

from __future__ import annotations

import time
from importlib.util import find_spec
from pathlib import Path

import click

from dicelaw.oracle.cli.options import echo_line, lines_format_option, repeat, while_waiting
from dicelaw.oracle.cli.output import say
from dicelaw.oracle.errors import ExitCode, UserError

SOLVERS = ("z3", "cvc5")


@click.command("recheck")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--solver", type=click.Choice(SOLVERS), default=SOLVERS[0], show_default=True, help="What answers."
)
@click.option("--processes", default=2, show_default=True, type=click.IntRange(1), help="How many at once.")
@lines_format_option
@click.pass_context
def command(ctx: click.Context, folder: Path, solver: str, processes: int, form: str) -> None:
    """Check the evidence in FOLDER: every script again, and what the proofs rest on.

    Nothing of the model is read, only the scripts and their manifest. Ends with 0 when every proof is
    confirmed, with 7 when all that is missing was too much for the solver's budget, else with 1.
    """
    from dicelaw.checker.evidence import KINDS
    from dicelaw.checker.recheck import BadEvidence, recheck

    if find_spec(solver) is None:
        raise UserError(f"{solver} is not installed; install dicelaw with the extra `evidence`")
    begin = time.perf_counter()
    rows = []
    try:
        for found in while_waiting("checking ...", recheck(folder, solver, processes)):
            rows.append(found)
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
    except BadEvidence as bad:
        raise UserError(str(bad)) from None
    confirmed, unknown = sum(row.confirmed for row in rows), sum(row.unknown for row in rows)
    checks = ", ".join(f"{sum(row.checks.get(kind, 0) for row in rows)} {kind}" for kind in KINDS)
    seconds = time.perf_counter() - begin
    says = f"{len(rows)} proofs, {confirmed} confirmed by {solver}; checks: {checks}; {unknown} unknown"
    say(f"{says}; {seconds:.1f} s", err=form == "json")
    repeat("recheck", folder, "--solver", solver)
    if confirmed == len(rows):
        ctx.exit(ExitCode.OK)
    undecided = all(row.confirmed or row.undecided for row in rows)
    ctx.exit(ExitCode.UNDECIDED if undecided else ExitCode.REFUTED)
