"""What storing a state of a real game takes: whole and as a tree of shared parts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml
from grid import Table
from posed import GIVEN
from positions import FEW

TITLE = "Stored states of real games"
MOST = 10_000_000
"""How many states are looked at, at most."""
WORKER = Path(__file__).with_name("stored_states.py")


def measure(quick: bool) -> dict[str, Any]:
    """The figures of each position, and of each game from its set-up, by how states are stored."""
    files, most = (GIVEN[:1], FEW) if quick else (GIVEN, MOST)
    games = (
        [] if quick else sorted({yaml.safe_load(file.read_text(encoding="utf-8"))["game"] for file in files})
    )
    return {
        **{file.stem: _measured(str(file), most) for file in files},
        **{f"{game}, from its set-up": _measured(game, most) for game in games},
    }


def tables(data: dict[str, Any]) -> list[Table]:
    """A row for each search."""
    rows = []
    for name, found in data.items():
        whole, trees = found["whole"], found["trees"]
        row = [
            name,
            f"{trees['states']:,.0f}{'' if trees['complete'] else ' and more'}",
            f"{trees['words']:.0f}",
        ]
        row += [f"{one['bytes']:,.1f}" for one in (whole, trees)]
        row += [f"{one['rate'] / 1e6:.2f}" for one in (whole, trees)]
        rows.append([*row, f"{trees['rate'] / whole['rate']:.1f}"])
    return [
        Table(
            "Whole and as trees of shared parts",
            f"At most {MOST:,} states, on one core, both in one process. Bytes are of memory for each stored "
            "state, with table and queue; below a million states they are mostly what any search takes. "
            "Millions are of stored states for each second of the processor, without compiling.",
            ["", "states stored", "words", "bytes whole", "as trees", "M/s whole", "as trees", "times"],
            rows,
        )
    ]


def _measured(source: str, most: int) -> dict[str, Any]:
    print(f"stored states: {source}", file=sys.stderr, flush=True)
    command = [sys.executable, str(WORKER), source, str(most)]
    found: dict[str, Any] = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    return found
