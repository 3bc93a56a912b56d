"""`dicelaw rulings`: whether the machine answers questions as the documents do."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from dicelaw.oracle.cli.options import echo_json, format_option
from dicelaw.oracle.cli.output import say
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.errors import ExitCode

if TYPE_CHECKING:
    from dicelaw.oracle.rulings import Verdict
    from dicelaw.specs.rulings import Case, LeftOut

WIDTH = 100


@click.command("rulings")
@click.argument("id", required=False)
@format_option
@click.pass_context
def command(ctx: click.Context, id: str | None, form: str) -> None:
    """Play the rulings of the documents and say where the machine differs.

    A ruling is an answer to a question, with a position, a play and what that must come to; where a game has
    several editions, it is played in each that it is about. An example is the same without a question: it
    shows what one rule comes to. With ID only that ruling or example, step by step, or all whose ids begin
    with it. The exit code is 1 if one differs.
    """
    from dicelaw.oracle.rulings import run

    cases, left_out = _chosen(id)
    rows = []
    for case in cases:
        for verdict in run(case):
            rows.append(_row(verdict))
            if form == "pretty":
                _print(verdict, rows[-1], steps=len(cases) == 1)
    if form == "json":
        echo_json({"rulings": rows, "left_out": [_left_out(one) for one in left_out]})
    else:
        for one in left_out:
            say(f"{one.id}: left out")
            say(*_block(f"{one.because} ({one.source})"))
    different = sum(row["verdict"] == "differs" for row in rows)
    counts = {"rulings": len(cases), "plays": len(rows), "agree": len(rows) - different, "differ": different}
    counts["left out"] = len(left_out)
    say(", ".join(f"{what}: {count}" for what, count in counts.items()), err=form == "json")
    repeat()
    ctx.exit(ExitCode.REFUTED if different else ExitCode.OK)


def _chosen(id: str | None) -> tuple[list[Case], list[LeftOut]]:
    from dicelaw.oracle.near import unknown
    from dicelaw.specs.dice_masters import rulings as dice_masters
    from dicelaw.specs.dice_throne import rulings as dice_throne

    games = (dice_throne.load(), dice_masters.load())
    every_case = [case for rulings in games for case in (*rulings.cases, *rulings.examples)]
    all_left_out = [one for rulings in games for one in rulings.left_out]

    def wanted(one: str) -> bool:
        return id is None or one == id or one.startswith(id.rstrip("/") + "/")

    cases = [case for case in every_case if wanted(case.id)]
    left_out = [one for one in all_left_out if wanted(one.id)]
    if not cases and not left_out:
        raise unknown("ruling", str(id), [*(one.id for one in every_case), *(one.id for one in all_left_out)])
    return cases, left_out


def _row(verdict: Verdict) -> dict[str, Any]:
    case = verdict.case
    row: dict[str, Any] = {
        "id": case.id,
        "question": case.question,
        "answer": case.answer,
        "game": verdict.game,
        "readings": dict(verdict.readings),
        "verdict": "agrees" if verdict.agrees else "differs",
        "cites": list(case.cites),
        "source": str(case.source),
        "ref": list(case.source.ref),
    }
    row["differences"] = [vars(one) for one in verdict.differences]
    return row


def _left_out(one: LeftOut) -> dict[str, Any]:
    source = one.source
    return {"id": one.id, "because": one.because, "source": str(source), "ref": list(source.ref)}


def _print(verdict: Verdict, row: Mapping[str, Any], *, steps: bool) -> None:
    from dicelaw.oracle.tale import told

    under = "".join(f" under {point}={answer}" for point, answer in row["readings"].items())
    on = f" on {row['game']}" if len({one.game for one in verdict.case.expected}) > 1 else ""
    say(f"{row['id']}: {row['verdict']}{on}{under}")
    said = [f"Q: {row['question']}", f"A: {row['answer']}"] if row["question"] else [row["answer"]]
    for one in said:
        say(*_block(one))
    say(*_block(f"{row['source']} [{', '.join(row['cites'])}]"))
    for difference in verdict.differences:
        say(*_block(str(difference)))
    for line in told(verdict.session, verdict.session.events) if steps else ():
        say(f"    {line}")


def _block(text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
