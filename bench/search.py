"""`dicelaw search` as whole processes: cold and warm, with and without reductions, in little memory."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from grid import Table
from paired import Figures, rounds, spread
from process import DICELAW, measured

TITLE = "`dicelaw search` as a whole process"
WINDOW, DICE = "reaction-window/large", "dice-pool/5"
SMALL_WINDOW, SMALL_DICE = "reaction-window/once", "dice-pool/3"
LITTLE = "8"
"""How many MiB a search has whose states take more."""


def measure(quick: bool) -> dict[str, Any]:
    """The figures by round of each kind of search."""
    window, dice = (SMALL_WINDOW, SMALL_DICE) if quick else (WINDOW, DICE)
    with TemporaryDirectory() as folder:
        kept = Path(folder, "kept")
        subjects = {
            f"{window}, cold": lambda: _cold(window),
            f"{window}, warm": lambda: _searched(kept, window),
            f"{window}, {LITTLE} MiB": lambda: _searched(kept, window, "--memory", LITTLE),
            f"{dice}, no reductions": lambda: _searched(
                kept, dice, "--no-symmetry", "--no-order", "--no-skips"
            ),
            f"{dice}, by order": lambda: _searched(kept, dice, "--no-symmetry", "--no-skips"),
            f"{dice}, by symmetry and order": lambda: _searched(kept, dice, "--no-skips"),
            f"{dice}, and passing through": lambda: _searched(kept, dice),
        }
        if not quick:
            for subject in subjects.values():
                subject()
        return rounds(subjects, 1 if quick else 3, "dicelaw search")


def tables(data: dict[str, Any]) -> list[Table]:
    """A row for each kind of search."""
    rows = [
        [
            name,
            f"{several[0]['states']:,.0f}",
            spread(several, "wall").text(".2f"),
            spread(several, "cpu").text(".2f"),
            spread(several, "peak").text(",.0f"),
        ]
        for name, several in data.items()
    ]
    note = "From the start of the command to its end. Cold means that no compiled code was kept."
    return [Table("Searches", note, ["", "states", "seconds", "of the processor", "MiB at most"], rows)]


def _cold(machine: str) -> Figures:
    with TemporaryDirectory() as folder:
        return _searched(Path(folder), machine)


def _searched(kept: Path, *words: str) -> Figures:
    command = [DICELAW, "search", *words, "--format", "json"]
    said, figures = measured(command, {"XDG_CACHE_HOME": str(kept)})
    return {"states": json.loads(said)["states"], **figures}
