"""`dicelaw legal`: what may happen now and who decides it, or why something may not."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicelaw.model.foreign.numbers import whole_number
from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.cli.options import (
    content_flags,
    content_option,
    echo_departures,
    echo_json,
    file_argument,
    flags,
    format_option,
    game_argument,
    reading_option,
    readings_of,
    repeat,
)
from dicelaw.oracle.cli.output import say
from dicelaw.oracle.departures import departures
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.own_content import OwnContent

if TYPE_CHECKING:
    from dicelaw.oracle.session import Session, WhyNot

MANY = 8
"""More ways than this to decide the same thing are listed as one line."""


@click.command("legal")
@game_argument
@file_argument
@format_option
@reading_option
@content_option
@click.option("--why-not", "asked", metavar="DECISION", help="Say why this decision may not be made now.")
@click.pass_context
def command(
    ctx: click.Context, game: str, file: Path, form: str, readings: tuple[str, ...],
    content: OwnContent | None, asked: str | None,
) -> None:  # fmt: skip
    """List what may happen after the play of the scenario in FILE, and who decides it.

    With --why-not the rules that forbid a decision are named; the exit code is 5 if it is forbidden and 0 if
    it is legal.
    """
    from dicelaw.oracle.position import open_scenario
    from dicelaw.oracle.scenario import load
    from dicelaw.oracle.walk import play, settle

    scenario = load(file, game)
    session = open_scenario(scenario, readings_of(readings), content)
    play(session, scenario.play, str(file))
    if not (scenario.play and scenario.play[-1].kind == "until"):
        settle(session)
    code = ExitCode.OK
    if asked is None:
        _list(session, form)
    else:
        why = session.why_not(asked)
        code = ExitCode.OK if why.legal else ExitCode.ILLEGAL
        _explain(session, why, form)
    if form == "pretty":
        echo_departures(session)
    parts: list[object] = [game, file, *flags("--reading", readings), *content_flags(content)]
    parts += ["--why-not", asked] if asked is not None else []
    repeat("legal", *parts, "--format", form)
    ctx.exit(code)


def _list(session: Session, form: str) -> None:
    from dicelaw.oracle.trace import actor_name

    rows: list[dict[str, Any]] = []
    for move in session.legal():
        transition = session.transition(move)
        row: dict[str, Any] = {"actor": actor_name(session.actor(move)), "decision": session.text(move)}
        rows.append({**row, "transition": transition.id, "cites": list(transition.rules)})
    point = session.machine.point_of(session.state)
    if form == "json":
        found = {"at": point.id, "says": point.says, "legal": rows}
        echo_json({**found, "not_as_printed": departures(session)})
        return
    say(f"at {point.id}: {point.says}")
    if not rows:
        say("  nothing: the game is over")
    for transition_id in dict.fromkeys(row["transition"] for row in rows):
        same = [row for row in rows if row["transition"] == transition_id]
        who = _who(session, same[0]["actor"])
        shown = same if len(same) <= MANY else same[:1]
        for row in shown:
            more = f" (or another of {len(same)} ways)" if len(same) > MANY else ""
            say(f"  {who}: {row['decision']}{more}  [{transition_id}]")


def _who(session: Session, actor: str) -> str:
    return actor if (seat := whole_number(actor)) is None else f"{actor} {session.machine.seats[seat - 1]}"


def _explain(session: Session, why: WhyNot, form: str) -> None:
    if form == "json":
        demands = [asdict(demand) for demand in session.demands(why)]
        answer: dict[str, Any] = {
            "at": session.at, "asked": why.asked, "transition": why.transition, "legal": why.legal,
            "unmet": demands, "moments": list(why.moments),
        }  # fmt: skip
        answer["after_pass_of"] = None if why.after_pass is None else str(why.after_pass + 1)
        answer["not_as_printed"] = departures(session)
        answer["decided_by"] = None if why.turn_of is None else str(why.turn_of + 1)
        echo_json(answer)
        return
    if why.legal and why.after_pass is None:
        say(f"{quoted(why.asked)} is legal now ({why.transition}, at {session.at})")
        return
    say(session.refusal(why))
    for demand in session.demands(why):
        say(*demand.lines())
