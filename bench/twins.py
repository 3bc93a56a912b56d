"""Positions of real games beside SPIN, which searches a twin in Promela made of the machine cut to each."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from explicit import HEADS, compared, spin
from grid import Table
from paired import Figures, rounds

TITLE = "Positions beside SPIN"
WORKER = str(Path(__file__).with_name("twinned.py"))
POSITIONS = Path(__file__).with_name("positions")
FILES = (POSITIONS / "beside_spin" / "dice-throne-main-2.yaml", POSITIONS / "dice-masters-clear.yaml")
BITS = 20
"""Of SPIN's hash table."""


def measure(quick: bool) -> dict[str, Any]:
    """The figures by round of SPIN and of our search of each position, of as many states."""
    files, times = (FILES[:1], 1) if quick else (FILES, 3)
    comparable = which("spin") is not None and which("gcc") is not None
    found: dict[str, Any] = {"positions": {}, "spin": comparable}
    for file in files:
        with TemporaryDirectory() as name:
            folder = Path(name)
            subjects = {"one core": partial(_ours, file, folder)}
            if comparable:
                _ours(file, folder)
                seconds = _made(folder)
                subjects["SPIN"] = lambda pan=folder / "pan", s=seconds: {
                    **spin(pan, BITS, "-E"),
                    "compile": s,
                }
            got = rounds(subjects, times, file.stem)
        counts = {one["states"] for several in got.values() for one in several}
        if len(counts) != 1:
            raise ValueError(f"the searches of {file.stem} differ in their states: {sorted(counts)}")
        found["positions"][file.stem] = got
    return found


def _ours(file: Path, folder: Path) -> Figures:
    command = [sys.executable, WORKER, str(file), str(folder)]
    figures: Figures = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    return {**figures, "rate": figures["states"] / figures["wall"]}


def _made(folder: Path) -> float:
    """The seconds that it takes to make SPIN's program of the twin in ``folder``.

    Variables that are never read count as states of ours do (-o2). Large steps take gcc long, so it makes
    them at -O1.
    """
    begun = perf_counter()
    subprocess.run(["spin", "-o2", "-a", "twin.pml"], cwd=folder, check=True, capture_output=True)
    options = ["-O1", "-march=native", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=16000"]
    subprocess.run(["gcc", *options, "-w", "-o", "pan", "pan.c"], cwd=folder, check=True)
    return perf_counter() - begun


def tables(data: dict[str, Any]) -> list[Table]:
    """A table for each position."""
    found = []
    for name, got in data["positions"].items():
        one = got["one core"][0]
        found.append(
            Table(
                f"{name} at {one['states']:,.0f} states, {one['steps']:,.0f} steps",
                "Every state to the end of the turn, without reductions. SPIN searches a twin in Promela "
                "that `bench/promela.py` makes of the machine cut to the position, with what it says "
                "in C. It is made by `spin -a` and `gcc -O1 -march=native`, has as many states, and is "
                "searched without partial order. `with compiling` also has what comes before: of ours, the "
                "plays that show what to expect.",
                HEADS,
                compared(got, data["spin"]),
            )
        )
    return found
