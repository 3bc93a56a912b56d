"""`dicelaw chance`: whether play ends, and how likely a goal is when seats decide for it or against it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.options import (
    NAME,
    WholeRange,
    echo_departures,
    echo_json,
    example,
    format_option,
    heroes_option,
    reading_option,
    readings_of,
)
from dicelaw.oracle.cli.output import say
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.cli.search import begun_of, machine_called, say_steps
from dicelaw.oracle.cli.told_readings import others_option, say_readings
from dicelaw.oracle.errors import ExitCode

BUDGET, ADVISED = 200_000, 20_000
DIGITS = 6
MOST = 12
"""How many decisions are shown to people."""
TELLING = 60
"""How many digits a fraction has at most that is shown to people."""


@click.command(
    "chance",
    epilog=example("chance dice-throne winner=1 --from examples/odds/struck-paladin.yaml --until main-2"),
)
@click.argument("name", type=NAME, metavar="MACHINE")
@click.argument("goal", required=False)
@heroes_option
@click.option("--from", "file", type=click.Path(path_type=Path), metavar="FILE",
              help="Begin where the scenario in FILE ends; its heroes play.")  # fmt: skip
@click.option("--until", "points", multiple=True, metavar="POINT",
              help="Take play as ended at this timing point; may be given several times.")  # fmt: skip
@reading_option
@others_option
@click.option("--budget", type=WholeRange(1),
              show_default=f"{BUDGET}, or {ADVISED} where the game itself knows bounds",
              help="How many states to look at, at most.")  # fmt: skip
@format_option
@click.pass_context
def command(
    ctx: click.Context, name: str, goal: str | None, heroes: tuple[str, ...], file: Path | None,
    points: tuple[str, ...], readings: tuple[str, ...], others: str, budget: int | None, form: str,
) -> None:  # fmt: skip
    """Say whether play of MACHINE ends, and how likely GOAL is.

    MACHINE is a game, or a fragment such as queue/2. GOAL is a timing point, values of the state, or
    both: "over, health[1]=0".

    The chance is an exact fraction: when all decide for GOAL, when all decide against it, and when one seat
    decides for it and the others against it. Where that would take too long, it is said between which bounds
    it certainly lies. The first decision is listed too, the best one for GOAL first.

    From FILE it also says where the answer hangs on a reading of the rule text.

    Ends with 0, or with 7 when the budget ran out.
    """
    from rich.console import Console

    from dicelaw.oracle.answers.asked_again import Ask, Here, UnderReadings, under_readings
    from dicelaw.oracle.answers.chance_again import ChanceAgain
    from dicelaw.oracle.answers.chance_report import Wanted, chances_of
    from dicelaw.oracle.answers.hanging import Others, beginning
    from dicelaw.oracle.cli.position_search import placed, play_out
    from dicelaw.oracle.files.scenario import load
    from dicelaw.oracle.games.departures import departures

    wanted, given = Wanted(goal, points, budget or BUDGET, budget or ADVISED), readings_of(readings)
    if file is None and ctx.get_parameter_source("others") is not ParameterSource.DEFAULT:
        raise click.UsageError("--other-readings goes with --from")
    status = Console(stderr=True).status("looking at states ...")
    if file is None:
        session = begun_of(name, heroes, given)
        machine = session.machine if session else machine_called(name, heroes, given)
        with status:
            found = chances_of(name, machine, machine.start, None, wanted, status.update)
    else:
        scenario = load(file, name)
        session = placed(scenario, file, given)
        with status:
            found = chances_of(name, session.machine, session.state, session, wanted, status.update)
    if form == "pretty":
        _print(found.report)
    under: UnderReadings | None = None
    if file is not None and session is not None:
        here = Here(session.at, session.state)
        again = ChanceAgain(name, wanted, found, status.update)
        sessions = Others(beginning(scenario, given), session, found.looked_at.reader)
        with status:
            under = under_readings(
                sessions, again, here, lambda one: play_out(one, scenario, file), Ask(others)
            )
    if form == "json":
        not_as_printed = departures(session) if session else []
        echo_json(found.report | (under.as_json() if under else {}) | {"not_as_printed": not_as_printed})
    else:
        if under:
            say_readings(under, _told)
        if session:
            echo_departures(session)
    repeat()
    ctx.exit(ExitCode.UNDECIDED if found.open else ExitCode.OK)


def _told(answer: dict[str, Any]) -> str:
    """An answer under another reading, in a line."""
    if not answer["chances"]:
        return "play ends surely" if answer["ends"]["surely"] else f"play ends: {_ends(answer['ends'])}"
    return "; ".join(f"{row['when']}: {_shown(row)}" for row in answer["chances"])


def _print(report: dict[str, Any]) -> None:
    end = "all there are" if report["complete"] else "not all there are"
    say(f"{number_of(report['states'], 'state')}: {end}")
    ends = report["ends"]
    say(f"play ends: {_ends(ends)}")
    if ends["round"]:
        again = "by decisions that" if ends["almost surely"] is False else "which"
        say(f"after {_steps(ends['way'])}, {again} may be repeated for ever:")
        say_steps(ends["round"])
    if "goal" in report:
        say(f"chance of {report['goal']}:")
        width = max(len(row["when"]) for row in report["chances"])
        for row in report["chances"]:
            say(f"  {row['when']:<{width}}  {_shown(row)}")
        if report["decisions"]:
            _print_decisions(report["decisions"])


def _print_decisions(found: dict[str, Any]) -> None:
    from dicelaw.oracle.cli.output import say_table

    listed = found["decisions"]
    hopeful = [one for one in listed if any(Fraction(row["high"]) for row in one["chances"])]
    shown = hopeful[:MOST] or listed[:1]
    say(f"what {found['seat']} decides first, at {found['at']}:")
    rows = [
        {"decision": one["decision"], **{row["when"]: _shown(row) for row in one["chances"]}} for one in shown
    ]
    say_table(rows, 120)
    if left := len(listed) - len(shown):
        why = "no better" if len(hopeful) > len(shown) else "without a chance"
        say(f" and {number_of(left, 'decision')} {why} (--format json has all)")


def _ends(ends: dict[str, Any]) -> str:
    if ends["surely"]:
        return f"surely, after {number_of(ends['longest'], 'step')} at most"
    if ends["almost surely"]:
        return "almost surely (with probability 1), whatever is decided"
    if ends["if so decided"]:
        return "almost surely (with probability 1) if it is so decided, but not whatever is decided"
    if ends["if so decided"] is False:
        return "not almost surely, whatever is decided"
    known = ", but not surely" if ends["surely"] is False else ""
    return f"unknown, for not all states were seen{known}"


def _shown(row: dict[str, Any]) -> str:
    low, high = Fraction(row["low"]), Fraction(row["high"])
    if row["exact"]:
        decimal = f"{float(low):.{DIGITS}f}"
        return f"{decimal} = {low}" if len(str(low)) <= TELLING else f"{decimal} (exact with --format json)"
    unit = 10 ** (2 * DIGITS)
    floor, ceiling = low * unit // 1, -(-high * unit // 1)
    return f"from {floor / unit:.{2 * DIGITS}f} to {ceiling / unit:.{2 * DIGITS}f}"


def _steps(play: Sequence[Any]) -> str:
    return number_of(len(play), "step")
