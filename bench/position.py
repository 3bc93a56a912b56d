"""What is asked of a position, or every state from there, in its own process, with its figures as JSON.

Usage: python bench/position.py HOW SOURCE MOST SECONDS   (SOURCE: see posed.py)

HOW is ``asked``, or for every state ``whole`` or ``plain``, which is without reductions and on one core.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from posed import posed
from searched import resident

from dicelaw.checker.search.frontier import Frontier
from dicelaw.checker.search.kernel import PLAIN, Reductions
from dicelaw.checker.search.layout import TooWide
from dicelaw.checker.search.position import REDUCTIONS, sought
from dicelaw.checker.search.search import Found
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.oracle.answers.question import ask

MEMORY, THREADS = 8 << 30, 2
"""How many bytes a search of every state takes, and how many threads it has."""


class Enough(Exception):
    """That a search stops here, and why."""


def answered(source: str, most: int, seconds: float) -> dict[str, Any]:
    """What is asked of the position ``source``, answered within ``most`` states and ``seconds``.

    ``asking`` is how long that took once the position was there.
    """
    session, words = posed(source)
    begun, states = perf_counter(), 0

    def late(seen: int) -> None:
        nonlocal states
        states = seen
        if perf_counter() - begun > seconds:
            raise Enough(f"{seconds:.0f} s")

    possible, why = None, ""
    try:
        found = ask(session.machine, session.state, words.asked(session), budget=most, progress=late)
        possible, states = found.possible, found.states
        why = f"{most:,} states" if possible is None else ""
    except (Enough, TooWide) as enough:
        why = str(enough)
    return {"possible": possible, "states": states, "why": why, "asking": perf_counter() - begun}


def searched(source: str, most: int, seconds: float, reductions: Reductions, threads: int) -> dict[str, Any]:
    """What a search of at most ``most`` states took, and ``why`` it was not of all there are.

    It ends with the layer in which ``seconds`` have gone by.

    ``words`` are of a state, ``whole`` of an uncut one.
    """
    session, words = posed(source)
    asked = words.asked(session)
    begun, cpu, before, peak = perf_counter(), process_time(), resident(), 0
    rooms: list[Frontier] = []
    last: Found | None = None

    def measure(frontier: Frontier, found: Found) -> None:
        nonlocal peak, last
        peak, last = max(peak, resident()), found
        rooms.extend([frontier] * (frontier not in rooms[-1:]))
        if perf_counter() - begun > seconds:
            raise Enough(f"{seconds:.0f} s")
        if peak > MEMORY:
            raise Enough(f"{MEMORY >> 30} GiB")

    why = ""
    try:
        last = sought(
            Concrete(session.machine),
            session.state,
            {"goal": asked.goal},
            asked.ended,
            reductions=reductions,
            budget=most,
            threads=threads,
            stop_when_found=False,
            after_layer=measure,
        ).found
    except (Enough, TooWide) as enough:
        why = str(enough)
    assert last is not None
    return {
        "states": last.states,
        "steps": last.steps,
        "complete": last.complete and not why,
        "why": why or ("" if last.complete else f"{most:,} states"),
        "met": len(last.met),
        "wall": perf_counter() - begun,
        "cpu": process_time() - cpu,
        "times": len(rooms),
        "words": rooms[-1].kernel.layout.words,
        "whole": session.machine.packing.words,
        "bytes": max(0, peak - before) / max(1, last.states),
    }


if __name__ == "__main__":
    how, source, most, seconds = sys.argv[1:]
    asked = source, int(most), float(seconds)
    told = {
        "asked": lambda: answered(*asked),
        "whole": lambda: searched(*asked, REDUCTIONS, THREADS),
        "plain": lambda: searched(*asked, PLAIN, 1),
    }
    print(json.dumps(told[how]()))
