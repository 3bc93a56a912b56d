"""Run the benchmarks, store what they measured, and write the page about it.

Usage: python bench/run.py [--quick] [--add] [--out FOLDER] [NAME ...]

Without NAMEs all of them run. ``--quick`` runs tiny sizes, to see that everything works; FOLDER, by default
docs/, gets benchmarks.md and benchmarks/ only where all of them run, or with ``--add`` what is measured in
place of what it has of the same NAMEs.
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import host
from page import BENCHES, write


def main(words: list[str]) -> None:
    """Measure, print, and store."""
    asked = argparse.ArgumentParser(description="Run the benchmarks.")
    asked.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(BENCHES)}")
    asked.add_argument("--quick", action="store_true", help="tiny sizes, to see that everything works")
    asked.add_argument("--add", action="store_true", help="put them among the results that are stored")
    docs = Path(__file__).resolve().parents[1] / "docs"
    asked.add_argument("--out", type=Path, default=docs, help="where the page goes")
    given = asked.parse_args(words)
    if unknown := [name for name in given.names if name not in BENCHES]:
        asked.error(f"no benchmark is called {unknown[0]!r}; there are {', '.join(BENCHES)}")
    if not given.names and find_spec("matplotlib") is None:
        asked.error(
            "the plots need matplotlib, which is not installed; install dicelaw with the extra `bench`"
        )
    begun, load = perf_counter(), [host.load()]
    found = {}
    for name in given.names or BENCHES:
        bench = import_module(name)
        found[name] = bench.measure(given.quick)
        print("\n".join(table.text() for table in bench.tables(found[name])), flush=True)
    load.append(host.load())
    results = {
        "host": host.described(),
        "load": load,
        "quick": given.quick,
        "seconds": perf_counter() - begun,
        "benches": found,
    }
    if given.names and given.add:
        results = _among(given.out / "benchmarks" / "results.json", results)
    if given.add or not given.names:
        write(json.loads(json.dumps(results)), given.out)
    print(f"again: python bench/run.py {' '.join(words)}".rstrip(), file=sys.stderr)


def _among(path: Path, results: dict[str, Any]) -> dict[str, Any]:
    """The stored results in ``path`` with those of ``results``."""
    stored: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    stored["benches"] |= results["benches"]
    stored["later"] = {**stored.get("later", {}), **dict.fromkeys(results["benches"], results["load"])}
    return stored


if __name__ == "__main__":
    main(sys.argv[1:])
