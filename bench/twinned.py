"""One exhaustive search of a position without reductions, and its twin for SPIN, in a process of its own.

Usage: python bench/twinned.py FILE FOLDER   (prints the figures as JSON; the twin goes into FOLDER)
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import perf_counter, process_time

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parent))

from promela import STEPS, twin
from searched import resident

from dicelaw.checker.search.frontier import Frontier
from dicelaw.checker.search.kernel import PLAIN
from dicelaw.checker.search.position import sought
from dicelaw.checker.search.search import run
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.oracle.answers.question import question
from dicelaw.oracle.cli.position_search import opened

MOST = 3_000_000


def searched(file: Path, folder: Path) -> dict[str, float]:
    """What a search took; ``before`` it come seconds of plays, of cutting and compiling. Writes the twin."""
    said = yaml.safe_load(file.read_text(encoding="utf-8"))
    session = opened(said["game"], file)
    asked = question(session.machine, session.state, f"winner={said.get('turn', 1)}", said.get("until", ()))
    goal, begun = {"goal": asked.goal}, perf_counter()
    sure = sought(
        Concrete(session.machine), session.state, goal, asked.ended,
        reductions=PLAIN, budget=MOST, stop_when_found=False,
    )  # fmt: skip
    start, ready, cpu, before = sure.position.seen(session.state), perf_counter(), process_time(), resident()
    frontier = Frontier(sure.kernel, most=MOST)
    frontier.admit([start])
    peak = 0

    def measure(*_: object) -> None:
        nonlocal peak
        peak = max(peak, resident())

    found = run(frontier, stop_when_found=False, after_layer=measure)
    done, used = perf_counter(), process_time()
    frontier.close()
    if not found.complete or found.outside is not None:
        raise ValueError(f"the search of {file} did not come to an end: {found}")
    source, header = twin(sure.position.machine, start)
    (folder / "twin.pml").write_text(source, encoding="utf-8")
    (folder / STEPS).write_text(header, encoding="utf-8")
    return {
        "states": found.states,
        "steps": found.steps,
        "wall": done - ready,
        "cpu": used - cpu,
        "compile": ready - begun - (done - ready),
        "bytes": (peak - before) / found.states,
    }


if __name__ == "__main__":
    print(json.dumps(searched(*map(Path, sys.argv[1:]))))
