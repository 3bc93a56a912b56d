"""`dicelaw mutate`: plant each small mistake in the rules and say what notices it."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from dicelaw.oracle.cli.options import FORMATS, flags, game_argument, repeat
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.games import duel_game

if TYPE_CHECKING:
    from dicelaw.oracle.mutation import Judged


@click.command("mutate")
@game_argument
@click.option("--rule", metavar="ID", help="Only the mistakes that break this rule.")
@click.option("--prove/--no-prove", default=False, help="Try to prove that what survives changes nothing.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default=FORMATS[0], show_default=True,
    help="For people, or one JSON object a line.",
)  # fmt: skip
@click.pass_context
def command(ctx: click.Context, game: str, rule: str | None, prove: bool, form: str) -> None:
    """Plant each small mistake in the rules of GAME and say which vector notices it.

    A mistake is a requirement that is forgotten or turned round, a number that is one off, an effect or a cap
    that is left out, and so on. What no vector notices is the work list; the exit code is then 1. A mistake
    that provably changes nothing counts as equivalent.
    """
    duel_game(game)
    from dicelaw.oracle.mutation import Trial

    _known(rule)
    counts: Counter[str] = Counter()
    trial = Trial()
    for one in trial.judged(rule):
        verdict = "killed" if one.vector else "survived"
        if prove and not one.vector and trial.equivalent(one):
            verdict = "equivalent"
        counts[verdict] += 1
        if form == "json":
            click.echo(json.dumps(as_json(one, verdict), ensure_ascii=False))
        elif verdict == "survived" or rule is not None:
            told = f" by {one.vector}, decision {one.after}" if one.vector else ""
            click.echo(f"{verdict}{told}: {one.mutant.id}\n    {one.mutant.says}")
            if verdict == "survived":
                click.echo(f"    {one.why}")
    telling = sum(counts.values()) - counts["equivalent"]
    share = f"{100 * counts['killed'] / telling:.1f} %" if telling else "none"
    said = ", ".join(f"{counts[name]} {name}" for name in ("killed", "equivalent", "survived"))
    click.echo(
        f"{sum(counts.values())} mutants: {said}; of those not equivalent {share} killed", err=form == "json"
    )
    repeat("mutate", game, *flags("--rule", [rule] if rule else []), *["--prove"] * prove, "--format", form)
    ctx.exit(ExitCode.REFUTED if counts["survived"] else ExitCode.OK)


def as_json(one: Judged, verdict: str) -> dict[str, Any]:
    """``one`` as the JSON object that `--format json` prints."""
    return {
        "mutant": one.mutant.id,
        "verdict": verdict,
        "heroes": list(one.heroes),
        "operator": one.mutant.operator,
        "rules": list(one.mutant.rules),
        "says": one.mutant.says,
        "noticed_by": one.vector or None,
        "after": one.after if one.vector else None,
        "why": one.why if verdict == "survived" else None,
    }


def _known(rule: str | None) -> None:
    from dicelaw.oracle.near import unknown
    from dicelaw.specs.statements import load

    ids = [statement.id for statement in load()]
    if rule is not None and rule not in ids:
        raise unknown("rule", rule, ids)
