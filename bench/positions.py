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


def measure(quick: bool) -> dict[str, Any]:
    """The figures by round of each position, asked about and searched whole."""
    files, most = (FILES[:1], FEW) if quick else (FILES, MOST)
    asked = {file.stem: partial(_asked, file) for file in files}
    whole = {file.stem: partial(_searched, file, most) for file in files}
    times = 1 if quick else 3
    return {"asked": rounds(asked, times, "asked"), "whole": rounds(whole, 1, "to the end of the turn")}


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
            f"{one['states']:,.0f}{'' if one['complete'] else ' and more'}",
            f"{one['steps']:,.0f}",
            f"{one['words']:.0f} of {one['whole']:.0f}",
            f"{one['bytes']:,.0f}",
            f"{one['wall']:.1f}",
            f"{one['times']:.0f}",
        ]
        for name, (one, *_) in data["whole"].items()
    ]
    return [
        Table(
            "Can the player still win this turn?",
            "`dicelaw search GAME --from FILE --goal winner=...` as a whole process, with no code kept.",
            ["", "states", "seconds", "of the processor", "MiB at most"],
            asked,
        ),
        Table(
            "Every state to the end of the turn",
            f"At most {MOST:,} states, on one core. Words are those of a stored state, cut down to the "
            "position and whole; bytes are of memory for each stored state. Cuts count the machines made, "
            "each after the first because something came up that plays had not shown.",
            ["", "states stored", "steps", "words", "bytes", "seconds", "cuts"],
            whole,
        ),
    ]


def _asked(file: Path) -> Figures:
    said = yaml.safe_load(file.read_text(encoding="utf-8"))
    goal = f"winner={said.get('turn', 1)}"
    words = ["search", said["game"], "--from", str(file), "--goal", goal, "--format", "json"]
    with TemporaryDirectory() as folder:
        told, figures = measured([DICELAW, *words], {"XDG_CACHE_HOME": folder}, allowed=(0, 1, 7))
    return {"states": json.loads(told)["states"], **figures}


def _searched(file: Path, most: int) -> Figures:
    command = [sys.executable, str(Path(__file__).with_name("position.py")), str(file), str(most)]
    found: Figures = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    return found
