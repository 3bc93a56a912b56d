"""One exhaustive search of the reaction window, in a process of its own, with its figures as JSON.

Usage: python bench/searched.py MOST ENERGY EVENTS THREADS REPEATS
"""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path
from time import perf_counter, process_time

from dicelaw.checker.search.frontier import Frontier
from dicelaw.checker.search.kernel import compiled
from dicelaw.checker.search.native import forget
from dicelaw.checker.search.search import run
from dicelaw.model.kernel.fragments.reaction_window import Limit, proving_ground


def resident() -> int:
    """The bytes that this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def searched(most: int, energy: int, events: int, threads: int) -> dict[str, float]:
    """What one search took; ``build`` and ``compile`` come before it and do not count in ``wall``."""
    forget()
    begun = perf_counter()
    machine = proving_ground(seats=3, most=most, limit=Limit.NONE, energy=energy, events=events)
    built = perf_counter()
    kernel = compiled(machine, {}, shared=threads > 1)
    ready, cpu, before = perf_counter(), process_time(), resident()
    peak = 0

    def measure(*_: object) -> None:
        nonlocal peak
        peak = max(peak, resident())

    frontier = Frontier(kernel, most=1 << 28, threads=threads)
    frontier.admit([machine.start])
    found = run(frontier, after_layer=measure)
    done, used = perf_counter(), process_time()
    frontier.close()
    if not found.complete or found.outside is not None:
        raise ValueError(f"the search did not come to an end: {found}")
    return {
        "states": found.states,
        "steps": found.steps,
        "wall": done - ready,
        "cpu": used - cpu,
        "build": built - begun,
        "compile": ready - built,
        "bytes": (peak - before) / found.states,
    }


if __name__ == "__main__":
    *size, repeats = map(int, sys.argv[1:])
    most, energy, events, threads = size
    print(json.dumps([searched(most, energy, events, threads) for _ in range(repeats)]))
