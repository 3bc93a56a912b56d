"""The page about the benchmarks, made of the stored results alone.

Usage: python bench/page.py [FOLDER]   (FOLDER has benchmarks/results.json; by default docs/)
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from dicelaw.checker.files import write_whole

sys.path.insert(0, str(Path(__file__).resolve().parent))

import command
import goals

BENCHES = (
    "answers",
    "positions",
    "twins",
    "stored",
    "explicit",
    "search",
    "walks",
    "matchups",
    "meetings",
    "scaling",
    "command",
    "steps",
    "audit",
    "conform",
    "service",
)
PLOTS = {
    "explicit": ("search", "Million states a second of SPIN and of dicelaw on one and two cores"),
    "walks": ("walks", "Random steps a second: compiled, of the concrete reader and of hypothesis"),
    "scaling": ("scaling", "Seconds of induction, Spacer and search as cards and dice grow"),
    "command": ("proofs", "Seconds of each property, sorted, by engine"),
}
OPENING = """\
# Benchmarks

`make bench` measures all of this and writes this page; nothing on it is written by hand.

Rounds are paired: each round runs every subject once, one after another, and every other round in the
opposite order, so that other load on the machine falls on all of them alike. A figure is the median of the
rounds, with the lowest and the highest in brackets; a ratio is taken within each round. Times are by the
clock unless the processor is named. Without SPIN its rows say so (`scripts/install_spin.sh` installs it).
"""


def write(results: dict[str, Any], folder: Path) -> None:
    """Write the page, its plots and the results into ``folder``."""
    import plots

    beside = folder / "benchmarks"
    beside.mkdir(parents=True, exist_ok=True)
    plots.draw(results["benches"], beside)
    stored = json.dumps(results, indent=1, ensure_ascii=False) + "\n"
    write_whole(beside / "results.json", stored)
    proofs = command.as_csv(results["benches"]["command"]["properties"])
    write_whole(beside / "proofs.csv", proofs)
    write_whole(folder / "benchmarks.md", rendered(results))


def rendered(results: dict[str, Any]) -> str:
    """The page in Markdown."""
    lines = [OPENING, "## On what", ""]
    lines += [f"- {name}: {says}" for name, says in results["host"].items()]
    before, after = results["load"]
    lines += [
        "",
        f"It took {results['seconds'] / 60:.0f} minutes. The load average was {before:.1f} before it",
    ]
    lines += [f"and {after:.1f} at its end; above the number of cores, other programs competed with it."]
    if results["quick"]:
        lines += ["", "**The sizes were tiny ones (`--quick`), which tell nothing about speed.**"]
    lines += ["", *goals.table(results["benches"], judged=not results["quick"]).markdown()]
    measured = [name for name in BENCHES if name in results["benches"]]
    for name, (load, after) in results.get("later", {}).items():
        says = (
            f"Measured later: {name}, at a load average of {load:.1f} before it and {after:.1f} at its end."
        )
        lines += [says, ""]
    if missing := [name for name in BENCHES if name not in measured]:
        lines += [f"Not measured when these results were stored: {', '.join(missing)}.", ""]
    for name in measured:
        bench = import_module(name)
        lines += [f"## {bench.TITLE}", ""]
        if name in PLOTS:
            plot, says = PLOTS[name]
            lines += [f"![{says}](benchmarks/{plot}.svg)", ""]
        for table in bench.tables(results["benches"][name]):
            lines += table.markdown()
    return "\n".join(lines)


if __name__ == "__main__":
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[1] / "docs"
    write(json.loads((out / "benchmarks" / "results.json").read_text(encoding="utf-8")), out)
