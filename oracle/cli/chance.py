"""`dicelaw chance`: whether play ends, and how likely a goal is when seats decide for it or against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cli.options import (
    NAME,
    WholeRange,
    echo_json,
    example,
    format_option,
    heroes_option,
)
from dicelaw.oracle.cli.output import say
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.cli.search import machine_called, say_steps
from dicelaw.oracle.errors import ExitCode, UserError

if TYPE_CHECKING:
    from dicelaw.checker.chances.advised import Advised
    from dicelaw.checker.chances.chances import Chance
    from dicelaw.checker.chances.endings import Ending
    from dicelaw.checker.chances.game import Game
    from dicelaw.model.kernel.machine import Machine
    from dicelaw.model.kernel.pools import Pools
    from dicelaw.model.kernel.state import State
    from dicelaw.oracle.answers.advice import FirstDecision
    from dicelaw.oracle.answers.goal import Test
    from dicelaw.oracle.games.session import Session

    Side = tuple[str, tuple[int, ...] | None, list[Chance]]

BUDGET, ADVISED = 200_000, 20_000
DIGITS = 6
MOST = 12
"""How many decisions are shown to people."""
TELLING = 60
"""How many digits a fraction has at most that is shown to people."""


@click.command(
    "chance", epilog=example("chance dice-throne over --from examples/evasive-odds.yaml --until conclusion"),
)  # fmt: skip
@click.argument("name", type=NAME, metavar="MACHINE")
@click.argument("goal", required=False)
@heroes_option
@click.option("--from", "file", type=click.Path(path_type=Path), metavar="FILE",
              help="Begin where the scenario in FILE ends; its heroes play.")  # fmt: skip
@click.option("--until", "points", multiple=True, metavar="POINT",
              help="Take play as ended at this timing point; may be given several times.")  # fmt: skip
@click.option("--budget", type=WholeRange(1), show_default=f"{BUDGET}, or {ADVISED} with advice",
              help="How many states to look at, at most.")  # fmt: skip
@format_option
@click.pass_context
def command(
    ctx: click.Context, name: str, goal: str | None, heroes: tuple[str, ...], file: Path | None,
    points: tuple[str, ...], budget: int | None, form: str,
) -> None:  # fmt: skip
    """Say whether play of MACHINE ends, and how likely GOAL is.

    MACHINE is a game, or a fragment such as queue/2. GOAL is a timing point, values of the state, or
    both: "over, health[1]=0". Its chance is exact, as a fraction, when all decide for it, when all decide
    against it, and when one seat decides for it and the others against it. Where that would take too long, or
    not all states were seen, bounds are given that the chance certainly lies between; what the game itself
    knows of a position is its advice, which brings them closer. What is decided first is listed with the
    chance after each decision, the best for GOAL first.

    Ends with 0, or with 7 when the budget ran out.
    """
    from dicelaw.checker.chances.advised import Advised
    from dicelaw.checker.chances.chances import chances
    from dicelaw.checker.chances.endings import ending
    from dicelaw.model.kernel.expressions import FALSE, any_of
    from dicelaw.model.kernel.nodes import slots_read
    from dicelaw.oracle.answers.advice import first_decision, places_of
    from dicelaw.oracle.answers.goal import condition, points_called, test_of
    from dicelaw.oracle.games.ports import port

    machine, start, session = _begin(name, heroes, file)
    wanted = condition(machine, goal) if goal is not None else FALSE
    stop = any_of(*(points_called(machine, point) for point in points))
    advice = None if session is None else port(session.machine.name).advice(session, wanted, stop)
    budget = budget or (BUDGET if advice is None else ADVISED)
    pools = machine.pools.unread(slots_read(wanted, stop))
    try:
        game = _explored(machine, start, test_of(machine, stop), pools, budget)
        report = _report(name, machine, game, ending(game), pools, start)
        if goal is not None:
            meets = test_of(machine, wanted)
            states = {number for number, state in enumerate(game.states) if meets(state)}
            first = first_decision(machine, start, game, pools)
            places = [0, *(first.after.values() if first else ())]
            rows = [
                (says, seats, chances(game, states, places, seats)) for says, seats in _sides(machine, game)
            ]
            if game.open and advice is not None:
                ends = test_of(machine, any_of(wanted, stop))
                task = Advised(machine, advice, ends, meets, pools, budget)
                rows = _closer(rows, places_of(machine, start, first), task)
            report |= {"goal": goal, "chances": [_row(says, found[0]) for says, _, found in rows]}
            report["decisions"] = _decisions(machine, first, rows) if first else None
    except _troubles() as trouble:
        raise UserError(f"{name} has no chances: {trouble}") from None
    if form == "json":
        echo_json(report)
    else:
        _print(report)
    repeat()
    ctx.exit(ExitCode.UNDECIDED if game.open else ExitCode.OK)


def _troubles() -> tuple[type[Exception], ...]:
    """What may be wrong with a machine or with this computer."""
    from dicelaw.checker.chances.bounds import TooFine
    from dicelaw.checker.chances.game import Improper
    from dicelaw.checker.search.native import NotInstalled
    from dicelaw.model.kernel.concrete import OutsideDomain

    return TooFine, Improper, NotInstalled, OutsideDomain


def _begin(name: str, heroes: tuple[str, ...], file: Path | None) -> tuple[Machine, State, Session | None]:
    """The machine, the state that play begins in, and the session of a file. Raises UserError."""
    if file is None:
        machine = machine_called(name, heroes)
        return machine, machine.start, None
    from dicelaw.oracle.cli.position_search import opened

    session = opened(name, file)
    return session.machine, session.state, session


def _closer(rows: Sequence[Side], states: Sequence[State], task: Advised) -> list[Side]:
    """``rows`` brought closer by advice: from both sides where all decide for the goal, else from above."""
    from rich.console import Console

    with Console(stderr=True).status("following the advice of the game ..."):
        found = task.chances(states)
    return [
        (says, seats, [now.within(one, low=seats is None) for now, one in zip(chances, found, strict=True)])
        for says, seats, chances in rows
    ]


def _explored(machine: Machine, start: State, stop: Test, pools: Pools, budget: int) -> Game:
    from rich.console import Console

    from dicelaw.checker.chances.game import explore

    with Console(stderr=True).status("looking at states ...") as status:
        return explore(
            machine,
            start,
            until=stop,
            pools=pools,
            budget=budget,
            progress=lambda seen: status.update(f"{seen:,} of {budget:,} states at most ..."),
        )


def _sides(machine: Machine, game: Game) -> Iterator[tuple[str, tuple[int, ...] | None]]:
    """Who may decide for a goal: in words, and as seats."""
    seats = game.seats
    if not seats:
        yield "whatever is decided", ()
        return
    who = f"{machine.seats[seats[0]]} decides" if len(seats) == 1 else "all decide"
    yield f"{who} for it", None
    if len(seats) > 1:
        for seat in seats:
            yield f"{machine.seats[seat]} decides for it, all others against it", (seat,)
    yield f"{who} against it", ()


def _report(
    name: str, machine: Machine, game: Game, found: Ending, pools: Pools, start: State
) -> dict[str, Any]:
    from dicelaw.checker.search.counterexample import played
    from dicelaw.model.kernel.concrete import Concrete

    reader, path = Concrete(machine), [*found.way, *found.round[1:]]
    moves = played(reader, path, pools, start).moves if path else ()
    steps = [asdict(reader.decision(move)) for move in moves]
    way, around = steps[: len(found.way) - 1], steps[len(found.way) - 1 :]
    return {
        "machine": name,
        "states": len(game.states),
        "complete": not game.open,
        "ends": {
            "surely": found.surely,
            "almost surely": found.almost_surely,
            "if so decided": found.somehow,
            "longest": found.longest,
            "way": way,
            "round": around,
        },
    }


def _decisions(machine: Machine, first: FirstDecision, rows: Sequence[Side]) -> dict[str, Any]:
    """What is decided first, the best for the goal first, with the chances of those who decide for it."""
    from dicelaw.model.kernel.concrete import Concrete
    from dicelaw.oracle.games.decisions import short_text_of

    reader, found = Concrete(machine), []
    wanted = [(says, chances[1:]) for says, seats, chances in rows if _for(seats, first)]
    for place, move in enumerate(first.after):
        mine = [(says, chances[place]) for says, chances in wanted]
        row = {
            "decision": short_text_of(machine, move, first.seat),
            "move": asdict(reader.decision(move)),
            "chances": [_row(says, chance) for says, chance in mine],
        }
        found.append(([chance.low for _, chance in mine[::-1]], row))
    listed = [row for _, row in sorted(found, key=lambda one: one[0], reverse=True)]
    at = machine.point_of(first.state)
    return {"seat": machine.seats[first.seat], "at": at.id, "says": at.says, "decisions": listed}


def _for(seats: tuple[int, ...] | None, first: FirstDecision) -> bool:
    """Whether the seat that decides first decides for the goal, with all others or alone."""
    return seats is None or seats == (first.seat,)


def _row(says: str, found: Chance) -> dict[str, Any]:
    return {"when": says, "exact": found.exact, "low": str(found.low), "high": str(found.high)}


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
