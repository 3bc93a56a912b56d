"""One exhaustive search of a position to the end of its turn, in its own process, with its figures as JSON.

Usage: python bench/position.py FILE MOST [plain]   (plain: without reductions)
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import perf_counter, process_time

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parent))

from searched import resident

from dicelaw.checker.search.kernel import PLAIN, Reductions
from dicelaw.checker.search.position import REDUCTIONS, sought
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.oracle.answers.question import question
from dicelaw.oracle.cli.position_search import opened


def searched(file: Path, most: int, reductions: Reductions) -> dict[str, float]:
    """What a search of at most ``most`` states took; ``words`` are of a state, ``whole`` of an uncut one."""
    said = yaml.safe_load(file.read_text(encoding="utf-8"))
    session = opened(said["game"], file)
    asked = question(session.machine, session.state, f"winner={said.get('turn', 1)}")
    begun, cpu, before, peak = perf_counter(), process_time(), resident(), 0

    def measure(*_: object) -> None:
        nonlocal peak
        peak = max(peak, resident())

    sure = sought(
        Concrete(session.machine),
        session.state,
        {"goal": asked.goal},
        asked.ended,
        reductions=reductions,
        budget=most,
        stop_when_found=False,
        after_layer=measure,
    )
    return {
        "states": sure.found.states,
        "steps": sure.found.steps,
        "complete": sure.found.complete,
        "met": len(sure.found.met),
        "wall": perf_counter() - begun,
        "cpu": process_time() - cpu,
        "times": sure.times,
        "words": sure.kernel.layout.words,
        "whole": session.machine.packing.words,
        "bytes": max(0, peak - before) / max(1, sure.found.states),
    }


if __name__ == "__main__":
    reduced = PLAIN if sys.argv[3:] == ["plain"] else REDUCTIONS
    print(json.dumps(searched(Path(sys.argv[1]), int(sys.argv[2]), reduced)))
