"""One search with its states stored whole and one as trees, in its own process, with their figures as JSON.

Usage: python bench/stored_states.py SOURCE MOST

SOURCE is a file with a position, or a game, which is searched from its set-up.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent))

from posed import posed
from searched import resident

from dicelaw.checker.search.frontier import Frontier
from dicelaw.checker.search.kernel import Kernel, Reductions, compiled
from dicelaw.checker.search.position import REDUCTIONS, sought
from dicelaw.checker.search.search import run
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.machine import Machine
from dicelaw.oracle.cli.search import machine_called

SHOWN = 300_000
"""How many states show to what a position is cut down."""


def measured(source: str, most: int) -> dict[str, dict[str, float]]:
    """What a search of ``source`` took that takes in about ``most`` states, by how they are stored."""
    machine, watched, reductions = _machine(source, most)
    found = {}
    for name, folded in (("whole", False), ("trees", True)):
        kernel = compiled(machine, watched, reductions=reductions, folded=folded)
        found[name] = _stored(kernel, most)
    if found["whole"]["states"] != found["trees"]["states"]:
        raise ValueError(f"the searches differ in their states: {found}")
    return found


def _machine(source: str, most: int) -> tuple[Machine, Mapping[str, Expr], Reductions]:
    """What is searched: a position cut down, or a whole game."""
    if not source.endswith(".yaml"):
        return machine_called(source, ()), {}, Reductions(symmetry=True, order=True)
    session, words = posed(source)
    asked = words.asked(session)
    sure = sought(
        Concrete(session.machine),
        session.state,
        {"goal": asked.goal},
        asked.ended,
        budget=min(most, SHOWN),
        stop_when_found=False,
    )
    return sure.position.machine, sure.position.questions, REDUCTIONS


def _stored(kernel: Kernel, most: int) -> dict[str, float]:
    """The figures of one search; ``bytes`` are of all memory that it came to take."""
    before, peak = resident(), 0

    def measure(*_: object) -> None:
        nonlocal peak
        peak = max(peak, resident())

    frontier = Frontier(kernel, most=most)
    try:
        frontier.admit([kernel.machine.start])
        begun = process_time()
        found = run(frontier, stop_when_found=False, after_layer=measure)
        used = process_time() - begun
        measure()
        return {
            "states": frontier.states,
            "complete": found.complete,
            "words": kernel.layout.words,
            "rate": frontier.states / used,
            "bytes": (peak - before) / frontier.states,
        }
    finally:
        frontier.close()


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1], int(sys.argv[2]))))
