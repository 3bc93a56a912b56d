"""`dicelaw search` as whole processes: cold and warm, with and without reductions, in little memory."""

from __future__ import annotations

import json
import os
import subprocess
import sysconfig
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

COMMAND = Path(sysconfig.get_path("scripts"), "dicelaw")
WINDOW, DICE = "reaction-window/large", "dice-pool/5"
ROUNDS = 5
LITTLE = 8
"""How many MiB a search has whose states take more."""


class Run(NamedTuple):
    """What a process came to: its states, seconds by the clock and of the processor, and MiB at most."""

    states: int
    wall: float
    cpu: float
    peak: float


def measured(cache: Path, *words: object) -> Run:
    """One process of `dicelaw search`, which keeps its compiled code in ``cache``."""
    command = [COMMAND, "search", *map(str, words), "--format", "json"]
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    begun = perf_counter()
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        said = process.stdout.read() if process.stdout is not None else b""
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise ValueError(f"{' '.join(map(str, command))} ended with {process.returncode}")
    cpu = used.ru_utime + used.ru_stime
    return Run(json.loads(said)["states"], perf_counter() - begun, cpu, used.ru_maxrss / 1024)


def show(name: str, runs: list[Run]) -> None:
    """A line of medians."""
    wall, cpu, peak = (median(run[place] for run in runs) for place in (1, 2, 3))
    print(
        f"  {name:<34}{runs[0].states:>11,} states{wall:>7.2f} s{cpu:>7.2f} s of cpu{peak:>7.0f} MiB",
        flush=True,
    )


def main() -> None:
    """Print the figures."""
    with TemporaryDirectory() as folder:
        caches = [Path(folder, str(number)) for number in range(ROUNDS)]
        measured(Path(folder, "other"), "pipeline")  # so that the code of Python itself is compiled
        print("dicelaw search, whole processes")
        show(f"{WINDOW}, cold", [measured(cache, WINDOW) for cache in caches])
        show(f"{WINDOW}, warm", [measured(cache, WINDOW) for cache in caches])
        show(
            f"{DICE}, no reductions",
            [measured(cache, DICE, "--no-symmetry", "--no-order") for cache in caches],
        )
        show(f"{DICE}, by order", [measured(cache, DICE, "--no-symmetry") for cache in caches])
        show(f"{DICE}, by symmetry and order", [measured(cache, DICE) for cache in caches])
        show(f"{DICE}, and skips", [measured(cache, DICE, "--skips") for cache in caches])
        show(f"{WINDOW}, {LITTLE} MiB", [measured(cache, WINDOW, "--memory", LITTLE) for cache in caches])


if __name__ == "__main__":
    main()
