"""Positions of real games: whether the player whose turn it is can still win, and every state to its end."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from grid import Table
from paired import Figures, rounds, spread
from process import DICELAW, measured

TITLE = "Positions of real games"
FILES = sorted(Path(__file__).with_name("positions").glob("*.yaml"))
MOST, FEW = 10_000_000, 20_000
"""How many states are seen at most, and in quick runs."""
MOST_WHOLE, MOST_PLAIN = 3_000_000, 1_000_000
"""How many are seen at most to the end of a turn, with reductions and without."""


def measure(quick: bool) -> dict[str, Any]:
    """The figures by round of each position, asked about and searched whole."""
    files, most = (FILES[:1], FEW) if quick else (FILES, MOST)
    asked = {file.stem: partial(_asked, file) for file in files}
    whole = {file.stem: partial(_searched, file, min(most, MOST_WHOLE)) for file in files}
    plain = {file.stem: partial(_searched, file, min(most, MOST_PLAIN), "plain") for file in files}
    return {
        "asked": rounds(asked, 1, "asked"),
        "whole": rounds(whole, 1, "to the end of the turn"),
        "plain": rounds(plain, 1, "without reductions"),
    }


def tables(data: dict[str, Any]) -> list[Table]:
    """A row for each position."""
    asked = [
        [
            name,
            f"{several[0]['states']:,.0f}",
            spread(several, "wall").text(".2f"),
            spread(several, "cpu").text(".2f"),
            spread(several, "peak").text(",.0f"),
        ]
        for name, several in data["asked"].items()
    ]
    whole = [
        [
            name,
            *(_seen(data[how][name][0]) for how in ("plain", "whole")),
            f"{one['steps']:,.0f}",
            f"{one['words']:.0f} of {one['whole']:.0f}",
            *(f"{data[how][name][0]['bytes']:,.0f}" for how in ("plain", "whole")),
            *(f"{data[how][name][0]['cpu']:.1f}" for how in ("plain", "whole")),
            f"{one['times']:.0f}",
        ]
        for name, (one, *_) in data["whole"].items()
    ]
    return [
        Table(
            "Can the player still win this turn?",
            "`dicelaw search GAME --from FILE --goal winner=...` as a whole process, with no code kept, and "
            "asked again under the readings on which the answer may hang.",
            ["", "states", "seconds", "of the processor", "MiB at most"],
            asked,
        ),
        Table(
            "Every state to the end of the turn",
            f"On one core, at most {MOST_WHOLE:,} states with reductions and {MOST_PLAIN:,} without. Those "
            "are that dice of a roll have no order, and that forced steps make no states. Both searches are "
            "of the machine cut down to the position, without what no play can read any more; words are of a "
            "stored state of it and of the whole machine. Bytes are of memory for each stored state; below a "
            "million states they are mostly what any search takes. Seconds are of the processor, compiling "
            "included. Cuts count the machines made, each after the first because something came up that "
            "plays had not shown.",
            [
                "",
                "states without",
                "with",
                "steps",
                "words",
                "bytes without",
                "with",
                "s without",
                "with",
                "cuts",
            ],
            whole,
        ),
    ]


def _seen(one: Figures) -> str:
    return f"{one['states']:,.0f}{'' if one['complete'] else ' and more'}"


def _asked(file: Path) -> Figures:
    said = yaml.safe_load(file.read_text(encoding="utf-8"))
    goal = f"winner={said.get('turn', 1)}"
    words = ["search", said["game"], "--from", str(file), "--goal", goal, "--format", "json"]
    with TemporaryDirectory() as folder:
        told, figures = measured([DICELAW, *words], {"XDG_CACHE_HOME": folder}, allowed=(0, 1, 7))
    return {"states": json.loads(told)["states"], **figures}


def _searched(file: Path, most: int, *plain: str) -> Figures:
    command = [sys.executable, str(Path(__file__).with_name("position.py")), str(file), str(most), *plain]
    found: Figures = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    return found
