"""`dicelaw search`: every reachable state of a machine, by compiled code."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicelaw.oracle.cli.options import FORMATS, heroes_option, repeat
from dicelaw.oracle.errors import ExitCode, UserError

if TYPE_CHECKING:
    from dicelaw.checker.explicit.frontier import Frontier
    from dicelaw.checker.explicit.kernel import Kernel
    from dicelaw.checker.explicit.search import Found
    from dicelaw.checker.explicit.shown import Shown
    from dicelaw.checker.verdicts import Witness
    from dicelaw.model.kernel.machine import Machine

DUEL = "dice-throne"


@click.command("search")
@click.argument("name", metavar="MACHINE")
@heroes_option
@click.option("--budget", default=10_000_000, show_default=True, type=click.IntRange(1),
              help="How many states to see at most.")  # fmt: skip
@click.option("--threads", default=1, show_default=True, type=click.IntRange(1, 64), help="How many at once.")
@click.option("--checkpoint", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write down here how far it is, and go on from there if the file exists.")  # fmt: skip
@click.option("--every", default=60.0, show_default=True, type=click.FloatRange(0), metavar="SECONDS",
              help="How often to write the checkpoint.")  # fmt: skip
@click.option("--cluster", metavar="ADDRESS",
              help="Have the workers of the dask scheduler at ADDRESS (tcp://HOST:PORT) search.")  # fmt: skip
@click.option("--format", "form", type=click.Choice(FORMATS), default=FORMATS[0], show_default=True,
              help="For people, or one JSON object a line.")  # fmt: skip
@click.pass_context
def command(
    ctx: click.Context, name: str, heroes: tuple[str, str], budget: int, threads: int,
    checkpoint: Path | None, every: float, cluster: str | None, form: str,
) -> None:  # fmt: skip
    """Look at every state that plays of MACHINE can reach: dice-throne, or a fragment such as queue/2.

    It says whether play can get stuck or a value can leave its domain, with a shortest play to that, and
    which transitions were never taken and which timing points never reached.

    Ends with 0 when all was seen and nothing is wrong, with 1 when something is, and with 7 when the budget
    ran out before.
    """
    from dicelaw.checker.explicit.kernel import compiled
    from dicelaw.checker.explicit.layout import TooWide
    from dicelaw.checker.explicit.memory import NoRoom
    from dicelaw.checker.explicit.native import NotInstalled
    from dicelaw.checker.explicit.shown import shown

    if cluster is not None and (threads > 1 or checkpoint is not None):
        raise click.UsageError("--cluster goes with neither --threads nor --checkpoint")
    machine = machine_called(name, heroes)
    try:
        if cluster is not None:
            found = _spread(machine, budget, cluster)
        else:
            kernel = compiled(machine, {}, shared=threads > 1)
            found = _searched(kernel, budget, threads, checkpoint, every)
    except (NotInstalled, TooWide, NoRoom) as refused:
        raise UserError(f"{name} cannot be searched: {refused}") from None
    report = _report(name, machine, found, shown(machine, {}, found))
    if form == "json":
        click.echo(json.dumps(report, ensure_ascii=False))
    else:
        _print(report)
    file = [] if checkpoint is None else ["--checkpoint", checkpoint, "--every", every]
    duel = ["--heroes", *heroes] if name == DUEL else []
    by = ["--threads", threads, *file] if cluster is None else ["--cluster", cluster]
    repeat("search", name, *duel, "--budget", budget, *by, "--format", form)
    wrong = found.stuck is not None or found.outside is not None
    ctx.exit(ExitCode.REFUTED if wrong else ExitCode.OK if found.complete else ExitCode.UNDECIDED)


def machine_called(name: str, heroes: tuple[str, str]) -> Machine:
    """The machine called ``name``. Raises UserError for any other."""
    from dicelaw.oracle.games import GAMES, open_game
    from dicelaw.oracle.near import unknown
    from dicelaw.specs.fragments import machines

    if name in GAMES:
        return open_game(name, heroes).machine
    grounds = machines()
    if name not in grounds:
        raise unknown("machine", name, [DUEL, *grounds])
    return grounds[name]


def _searched(kernel: Kernel, budget: int, threads: int, checkpoint: Path | None, every: float) -> Found:
    """What a search sees, from ``checkpoint`` on where there is one; it is kept up to date."""
    from rich.console import Console

    from dicelaw.checker.explicit.checkpoint import BrokenCheckpoint, resumed, save
    from dicelaw.checker.explicit.frontier import Frontier
    from dicelaw.checker.explicit.search import NOTHING, run

    frontier, seen = None, NOTHING
    try:
        if checkpoint is not None and checkpoint.exists():
            frontier, seen = resumed(checkpoint, kernel, most=budget, threads=threads)
            click.echo(f"going on from {checkpoint}: {seen.states:,} states, depth {seen.depth}", err=True)
        else:
            frontier = Frontier(kernel, most=budget, threads=threads)
            frontier.admit([kernel.machine.start])
        begun = saved = time.monotonic()
        before, waiting = frontier.states, [frontier.waiting]

        with Console(stderr=True).status("searching ...") as status:

            def after_layer(frontier: Frontier, found: Found) -> None:
                nonlocal saved
                now = time.monotonic()
                waiting.append(frontier.waiting)
                rate = (frontier.states - before) / max(now - begun, 1e-3)
                status.update(_progress(found, waiting, rate))
                if checkpoint is not None and now - saved >= every:
                    save(checkpoint, frontier, found)
                    saved = time.monotonic()

            return run(frontier, seen, after_layer=after_layer)
    except BrokenCheckpoint as broken:
        raise UserError(f"{broken}; remove it to begin anew") from None
    except OSError as error:
        raise UserError(f"{checkpoint} cannot be used: {error.strerror}") from None
    finally:
        if frontier is not None:
            frontier.close()


def _spread(machine: Machine, budget: int, cluster: str) -> Found:
    """What the workers of ``cluster`` see. Raises UserError where it cannot be used, or is lost."""
    from rich.console import Console

    from dicelaw.checker.explicit.spread import AllLost, Spread, search
    from dicelaw.oracle.cluster import workers

    begun, waiting = time.monotonic(), [1]
    with workers(cluster) as executors, Console(stderr=True).status("searching ...") as status:
        status.update(f"searching with {len(executors)} workers ...")

        def after_layer(spread: Spread, found: Found) -> None:
            waiting.append(spread.waiting)
            rate = spread.states / max(time.monotonic() - begun, 1e-3)
            status.update(_progress(found, waiting, rate))

        try:
            return search(machine, executors=executors, budget=budget, after_layer=after_layer)
        except AllLost as lost:
            raise UserError(f"the cluster at {cluster} was lost: {lost}") from None


def _progress(found: Found, waiting: list[int], rate: float) -> str:
    """How far a search is, how fast it is, and how long it may take."""
    from dicelaw.checker.explicit.search import forecast

    left = forecast(waiting)
    end = "growing" if left is None else f"about {left / max(rate, 1):,.0f} s to go"
    return (
        f"{found.states:,} states, depth {found.depth}, {waiting[-1]:,} waiting, {rate:,.0f} a second, {end}"
    )


def _report(name: str, machine: Machine, found: Found, plays: Shown) -> dict[str, Any]:
    def told(play: Witness | None) -> list[dict[str, Any]] | None:
        from dicelaw.model.kernel.concrete import Concrete

        reader = Concrete(machine)
        return None if play is None else [asdict(reader.decision(move)) for move in play.moves]

    def missing(ids: list[str], counts: Mapping[str, int]) -> list[str]:
        return [id for id in ids if id not in counts]

    return {
        "machine": name,
        "states": found.states,
        "steps": found.steps,
        "depth": found.depth,
        "complete": found.complete,
        "stuck": told(plays.stuck),
        "outside": told(plays.outside),
        "never taken": missing([transition.id for transition in machine.transitions], found.taken),
        "never reached": missing([point.id for point in machine.points], found.reached),
        "taken": dict(found.taken),
        "reached": dict(found.reached),
    }


def _print(report: Mapping[str, Any]) -> None:
    end = "all there are" if report["complete"] else "not all there are"
    click.echo(f"{report['states']:,} states, {report['steps']:,} steps, depth {report['depth']}: {end}")
    for key, says in (("stuck", "play gets stuck"), ("outside", "a value leaves its domain")):
        if report[key] is not None:
            click.echo(f"{says} after {len(report[key])} steps:")
            say_steps(report[key])
        else:
            click.echo(f"{says}: {'never' if report['complete'] else 'not so far'}")
    for key in ("never taken", "never reached"):
        so_far = "" if report["complete"] else " so far"
        click.echo(f"{key}{so_far}: {', '.join(report[key]) or 'nothing'}")


def say_steps(steps: Sequence[Mapping[str, Any]]) -> None:
    """Print the steps of a play, one a line."""
    for step in steps:
        choices = ", ".join(f"{choice} {value}" for choice, value in step["choices"].items())
        click.echo(f"  {step['transition']}{f' ({choices})' if choices else ''}")
