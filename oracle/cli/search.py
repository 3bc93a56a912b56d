"""`dicelaw search`: every reachable state of a machine, by compiled code."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from dicelaw.model.number_of import number_of
from dicelaw.oracle.cache_folder import cache_folder
from dicelaw.oracle.cli.options import (
    NAME,
    WholeRange,
    echo_json,
    example,
    format_option,
    heroes_option,
    reading_option,
    readings_of,
)
from dicelaw.oracle.cli.output import say
from dicelaw.oracle.cli.repeat import repeat
from dicelaw.oracle.cli.told_readings import others_option
from dicelaw.oracle.errors import ExitCode, UserError

if TYPE_CHECKING:
    from rich.status import Status

    from dicelaw.checker.search.counterexample import Shown
    from dicelaw.checker.search.frontier import Frontier
    from dicelaw.checker.search.kernel import Kernel
    from dicelaw.checker.search.search import Found, Layers
    from dicelaw.checker.verdicts import Witness
    from dicelaw.model.kernel.machine import Machine
    from dicelaw.oracle.games.session import Session

OF_MACHINES = ("heroes", "threads", "symmetry", "order", "skips", "memory", "checkpoint", "cluster")
"""The options that a question about a position does not take."""


@click.command("search", epilog=example("search reaction-window/once"))
@click.argument("name", type=NAME, metavar="MACHINE")
@heroes_option
@click.option("--from", "file", type=click.Path(path_type=Path), metavar="FILE",
              help="Ask about the position where the scenario in FILE ends.")  # fmt: skip
@click.option("--goal", metavar="GOAL",
              help="What play should come to from there, as `dicelaw list goals` says it.")  # fmt: skip
@click.option("--until", "points", multiple=True, metavar="POINT",
              help="Play ends at this timing point, not with the turn; several may be given.")  # fmt: skip
@click.option("--never", "nevers", multiple=True, metavar="GOAL",
              help="What must not come on the way; may be given several times.")  # fmt: skip
@click.option("--who", is_flag=True,
              help="Look at all states to say who can force it, even if a way is found at once.")  # fmt: skip
@reading_option
@others_option
@click.option("--budget", default=10_000_000, show_default=True, type=WholeRange(1),
              help="How many states to see at most.")  # fmt: skip
@click.option("--threads", default=1, show_default=True, type=WholeRange(1, 64), help="How many at once.")
@click.option("--symmetry/--no-symmetry", default=True, show_default=True,
              help="Whether states that differ by an exchange, as of two dice, count as one.")  # fmt: skip
@click.option("--order/--no-order", default=True, show_default=True,
              help="Whether independent steps are taken in one order; plays may be longer.")  # fmt: skip
@click.option("--skips/--no-skips", default=True, show_default=True,
              help="Whether states that lead to a single one are passed through and not stored.")  # fmt: skip
@click.option("--cache/--no-cache", default=True, show_default=True,
              help="Whether to keep compiled code, and to take what an earlier run has kept.")  # fmt: skip
@click.option("--memory", type=WholeRange(1), metavar="MIB",
              help="About how much memory to use; what does not fit is kept on disk.")  # fmt: skip
@click.option("--checkpoint", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write down here how far it is, and go on from there if the file exists.")  # fmt: skip
@click.option("--cluster", metavar="ADDRESS",
              help="Have the workers of the dask scheduler at ADDRESS (tcp://HOST:PORT) search.")  # fmt: skip
@format_option
@click.pass_context
def command(
    ctx: click.Context, name: str, heroes: tuple[str, ...], file: Path | None, goal: str | None,
    points: tuple[str, ...], nevers: tuple[str, ...], who: bool, readings: tuple[str, ...], others: str,
    budget: int, threads: int, symmetry: bool, order: bool, skips: bool, cache: bool, memory: int | None,
    checkpoint: Path | None, cluster: str | None, form: str,
) -> None:  # fmt: skip
    """Look at every state that plays of MACHINE can reach: dice-throne, or a fragment such as queue/2.

    It says whether play can get stuck and whether a value can leave its domain, and shows a play to that. It
    lists the transitions that were never taken and the timing points that were never reached. A search begins
    at one start, which it names; proofs are about all ways in which plays may begin.

    The reductions by symmetry, order and skips do not change these answers: they lower the numbers of states
    and steps. With skips, transitions taken and points reached count each look at them. Without the reduction
    by order the play is a shortest one.

    With --from and --goal it says whether play can come to the goal from a position before the turn is over,
    and shows a shortest play with its rules. It says who can force that, as far as a few states tell; with
    --who it looks at all that the budget allows. A "no" holds for every choice and every die. Where the rule
    text leaves a point open and that changes the answer, it says what the answer is under each reading, as
    far as --other-readings lets it ask.

    Ends with 0 when all was seen and nothing is wrong, or there is a way to the goal; with 1 when something
    is wrong, or there is no way; and with 7 when the budget ran out before.
    """
    if file is not None or goal is not None or points or nevers or who:
        from dicelaw.oracle.answers.asked_again import Ask
        from dicelaw.oracle.answers.search_again import Words
        from dicelaw.oracle.cli.position_search import answered

        if file is None or goal is None:
            raise click.UsageError("a question about a position takes both --from and --goal")
        foreign = [one for one in OF_MACHINES if ctx.get_parameter_source(one) is not ParameterSource.DEFAULT]
        if foreign:
            raise click.UsageError(f"--from goes without --{foreign[0]}")
        kept = cache_folder() if cache else None
        words, ask = Words(goal, points, nevers), Ask(others)
        ctx.exit(answered(name, file, words, readings_of(readings), ask, who, budget, kept, form))
    from dicelaw.checker.search.counterexample import shown
    from dicelaw.checker.search.disk import fitting
    from dicelaw.checker.search.kernel import Reductions, compiled
    from dicelaw.checker.search.layout import TooWide
    from dicelaw.checker.search.memory import NoRoom
    from dicelaw.checker.search.native import NotInstalled

    if cluster is not None and (threads > 1 or memory is not None or checkpoint is not None):
        raise click.UsageError("--cluster goes with none of --threads, --memory and --checkpoint")
    if ctx.get_parameter_source("others") is not ParameterSource.DEFAULT:
        raise click.UsageError("--other-readings goes with --from")
    machine = machine_called(name, heroes, readings_of(readings))
    reductions = Reductions(symmetry, order, skips)
    try:
        kept = cache_folder() if cache else None
        kernel = compiled(machine, {}, shared=threads > 1, reductions=reductions, kept=kept)
        held = budget if memory is None else fitting(kernel, memory << 20)
        if cluster is not None:
            found = _spread(kernel, budget, cluster)
        else:
            found = _searched(kernel, budget, threads, held, checkpoint)
        room = None if memory is None else partial(_on_disk, held=held)
        plays = shown(machine, {}, found, reductions=reductions, room=room, kept=kept)
    except (NotInstalled, TooWide, NoRoom) as refused:
        raise UserError(f"{name} cannot be searched: {refused}") from None
    report = _report(name, kernel, found, plays)
    if form == "json":
        echo_json(report)
    else:
        _print(report)
    repeat()
    wrong = found.stuck is not None or found.outside is not None
    ctx.exit(ExitCode.REFUTED if wrong else ExitCode.OK if found.complete else ExitCode.UNDECIDED)


def machine_called(name: str, heroes: tuple[str, ...], readings: Mapping[str, str] | None = None) -> Machine:
    """The machine called ``name``, which only has ``readings`` if it is a game. Raises UserError."""
    from dicelaw.oracle.games.games import GAMES
    from dicelaw.oracle.suggestions import unknown
    from dicelaw.specs.fragments import machines
    from dicelaw.specs.fragments.large import large_machines

    if (session := begun_of(name, heroes, readings or {})) is not None:
        return session.machine
    if readings:
        raise UserError(f"{name} is no game, and has no readings", ExitCode.USAGE)
    grounds = {**machines(), **large_machines()}
    if name not in grounds:
        raise unknown("machine", name, [*(one.name for one in GAMES.values() if one.modelled), *grounds])
    return grounds[name]


def begun_of(name: str, heroes: tuple[str, ...], readings: Mapping[str, str]) -> Session | None:
    """A session at the beginning of the machine called ``name``, if it is a game. Raises UserError."""
    from dicelaw.oracle.games.games import GAMES, check_readings, open_machine
    from dicelaw.oracle.games.session import Session

    if name not in GAMES:
        return None
    check_readings(readings, name)
    return Session(open_machine(name, heroes, readings=readings))


def _searched(kernel: Kernel, budget: int, threads: int, held: int, checkpoint: Path | None) -> Found:
    """What a search sees that holds so many states in memory, from ``checkpoint`` on where there is one."""
    from dicelaw.checker.search.checkpoint import BrokenCheckpoint, InUse, opened, save
    from dicelaw.checker.search.disk import DiskFrontier
    from dicelaw.checker.search.search import NOTHING, run

    frontier: Frontier | None = None
    seen = NOTHING
    try:
        if checkpoint is None:
            room = _on_disk if held < budget else _in_memory
            frontier = room(kernel, most=budget, held=held, threads=threads)
            frontier.admit([kernel.machine.start])
        else:
            frontier, seen = opened(checkpoint, kernel, most=budget, held=held, threads=threads)
            if seen.states:
                says = f"going on from {checkpoint}: {seen.states:,} states, depth {seen.depth}"
                say(says, err=True)

        def after_layer(frontier: Frontier, found: Found) -> None:
            progress.tell(frontier, found)
            if checkpoint is not None and isinstance(frontier, DiskFrontier):
                save(checkpoint, frontier, found)

        with closing(Progress(frontier.states, frontier.waiting)) as progress:
            return run(frontier, seen, after_layer=after_layer)
    except InUse as used:
        raise UserError(f"{used}; wait for it, or name another file") from None
    except BrokenCheckpoint as broken:
        raise UserError(f"{broken}; remove it to begin anew") from None
    except FileExistsError as error:
        text = f"{error.filename} is there already, and {checkpoint} is not: remove it to begin anew"
        raise UserError(text) from None
    except OSError as error:
        raise UserError(f"{error.filename or _kept(checkpoint)} cannot be used: {error.strerror}") from None
    finally:
        if frontier is not None:
            frontier.close()


def _kept(checkpoint: Path | None) -> str:
    """Where the states are that do not fit into memory."""
    from tempfile import gettempdir

    from dicelaw.checker.search.checkpoint import states_beside

    if checkpoint is None:
        return f"{gettempdir()} (TMPDIR names another folder for the states on disk)"
    return str(states_beside(checkpoint))


def _spread(kernel: Kernel, budget: int, cluster: str) -> Found:
    """What the workers of ``cluster`` see. Raises UserError where it cannot be used, or is lost."""
    from dicelaw.checker.search.distributed import AllLost, search_with
    from dicelaw.oracle.cluster import workers

    with workers(cluster) as executors, closing(Progress(0, 1)) as progress:
        try:
            return search_with(kernel, executors=executors, budget=budget, after_layer=progress.tell)
        except AllLost as lost:
            raise UserError(f"the cluster at {cluster} was lost: {lost}") from None


def _in_memory(kernel: Kernel, *, held: int, most: int, threads: int) -> Frontier:
    from dicelaw.checker.search.frontier import Frontier

    return Frontier(kernel, most=min(most, held), threads=threads)


def _on_disk(kernel: Kernel, *, held: int, most: int = 1 << 40, threads: int = 1) -> Frontier:
    """A frontier whose states are in a file without a name."""
    from tempfile import TemporaryFile

    from dicelaw.checker.search.disk import DiskFrontier

    return DiskFrontier(kernel, TemporaryFile(buffering=0), most=most, held=held, threads=threads)


class Progress:
    """Tells on stderr how far a search is, once it takes longer than a moment."""

    MOMENT = 0.5

    def __init__(self, states: int, waiting: int) -> None:
        self._begun = time.monotonic()
        self._before = states
        self._waiting = [waiting]
        self._status: Status | None = None

    def tell(self, frontier: Layers, found: Found) -> None:
        """That a layer is finished."""
        self._waiting.append(frontier.waiting)
        passed = time.monotonic() - self._begun
        if passed < self.MOMENT:
            return
        if self._status is None:
            from rich.console import Console

            self._status = Console(stderr=True).status("searching ...")
            self._status.start()
        self._status.update(_progress(found, self._waiting, (frontier.states - self._before) / passed))

    def close(self) -> None:
        """Say no more."""
        if self._status is not None:
            self._status.stop()


def _progress(found: Found, waiting: list[int], rate: float) -> str:
    """How far a search is, how fast it is, and how long it may take."""
    from dicelaw.checker.search.search import forecast

    left = forecast(waiting)
    end = "growing"
    if left is not None:
        end = f"about {found.states + left:,} in all, {left / max(rate, 1):,.0f} s to go"
    return (
        f"{found.states:,} states, depth {found.depth}, {waiting[-1]:,} waiting, {rate:,.0f} a second, {end}"
    )


def _report(name: str, kernel: Kernel, found: Found, plays: Shown) -> dict[str, Any]:
    machine = kernel.machine

    def told(play: Witness | None) -> list[dict[str, Any]] | None:
        from dicelaw.model.kernel.concrete import Concrete

        reader = Concrete(machine)
        return None if play is None else [asdict(reader.decision(move)) for move in play.moves]

    def missing(ids: list[str], counts: Mapping[str, int]) -> list[str]:
        return [id for id in ids if id not in counts]

    return {
        "machine": name,
        "start": {
            slot.name: slot.label(value) if slot.labels else value
            for place, (slot, value) in enumerate(zip(machine.slots, machine.start, strict=True))
            if place in machine.given
        },
        "states": found.states,
        "passed": found.passed,
        "steps": found.steps,
        "depth": found.depth,
        "complete": found.complete,
        "reduced": [
            *kernel.reduced,
            *(["states with a single successor are passed through"] * kernel.reductions.skips),
        ],
        "stuck": told(plays.stuck),
        "outside": told(plays.outside),
        "never taken": missing([transition.id for transition in machine.transitions], found.taken),
        "never reached": missing([point.id for point in machine.points], found.reached),
        "taken": dict(found.taken),
        "reached": dict(found.reached),
    }


def _print(report: Mapping[str, Any]) -> None:
    end = "all there are" if report["complete"] else "not all there are"
    end += " from this start" if report["start"] else " from the only start"
    seen = f"{states_said(report)}, {number_of(report['steps'], 'step')}"
    say(f"{seen}, depth {report['depth']}: {end}")
    if report["start"]:
        values = ", ".join(f"{slot} {value}" for slot, value in report["start"].items())
        say(f"start: {values}; starts with other values were not searched")
    for reduced in report["reduced"]:
        say(f"reduced: {reduced}")
    for key, says in (("stuck", "play gets stuck"), ("outside", "a value leaves its domain")):
        if report[key] is not None:
            say(f"{says} after {number_of(len(report[key]), 'step')}:")
            say_steps(report[key])
        else:
            say(f"{says}: {'never' if report['complete'] else 'not so far'}")
    for key in ("never taken", "never reached"):
        so_far = "" if report["complete"] else " so far"
        say(f"{key}{so_far}: {', '.join(report[key]) or 'nothing'}")


def states_said(report: Mapping[str, Any]) -> str:
    """How many states are stored, and how often one was passed through."""
    passed = f" stored, {report['passed']:,} passed through" if report["passed"] else ""
    return f"{number_of(report['states'], 'state')}{passed}"


def say_steps(steps: Sequence[Mapping[str, Any]]) -> None:
    """Print the steps of a play, one a line."""
    for step in steps:
        choices = ", ".join(f"{choice} {value}" for choice, value in step["choices"].items())
        say(f"  {step['transition']}{f' ({choices})' if choices else ''}")
