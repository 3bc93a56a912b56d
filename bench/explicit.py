"""How fast the compiled search is, beside SPIN, which reads the same machine from reaction_window.pml."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from grid import Table
from paired import Figures, Spread, ratio, rounds, spread
from process import measured

WORKER = str(Path(__file__).with_name("searched.py"))
TWIN = Path(__file__).with_name("reaction_window.pml")
MOST = 4
SIZES = ((4, 4, 23), (5, 5, 25))
"""Energy and events, and the bits of the hash table that suits SPIN best."""
MILLION = (3, 3, 4)
"""The machine of a verdict: most, energy and events."""
TITLE = "Exhaustive search"
HEADS = ("", "M states/s", "bytes a state", "seconds", "with compiling", "times SPIN", "times SPIN by cpu")


def measure(quick: bool) -> dict[str, Any]:
    """The figures by round of SPIN and of our search on one and two cores, and of a verdict."""
    sizes = ((2, 2, 18),) if quick else SIZES
    times = 1 if quick else 3
    comparable = which("spin") is not None and which("gcc") is not None
    found: dict[str, Any] = {"sizes": [], "spin": comparable}
    for energy, events, bits in sizes:
        with TemporaryDirectory() as folder:
            subjects = {
                "one core": lambda e=energy, v=events: ours(MOST, e, v, 1),
                "two cores": lambda e=energy, v=events: ours(MOST, e, v, 2),
            }
            if comparable:
                program, seconds = twin(Path(folder), energy, events)
                subjects["SPIN"] = lambda p=program, b=bits, s=seconds: {**spin(p, b), "compile": s}
            got = rounds(subjects, times, f"reaction window, energy {energy}, events {events}")
        counts = {one["states"] for several in got.values() for one in several}
        if len(counts) != 1:
            raise ValueError(f"the searches differ in their states: {sorted(counts)}")
        found["sizes"].append(got)
    size = (1, 1, 2) if quick else MILLION
    found["verdict"] = rounds({"verdict": lambda: verdict(*size)}, times, "a verdict")
    return found


def ours(most: int, energy: int, events: int, threads: int) -> Figures:
    """One search of ours, in a process of its own."""
    said, _ = measured([sys.executable, WORKER, *map(str, (most, energy, events, threads, 1))])
    figures: Figures = json.loads(said)[0]
    return {**figures, "rate": figures["states"] / figures["wall"]}


def verdict(most: int, energy: int, events: int) -> Figures:
    """A verdict from building the machine on: ``cold`` as a process, ``warm`` the second time in one."""
    words = [sys.executable, WORKER, *map(str, (most, energy, events, 1))]
    (once,), process = _both(*measured([*words, "1"]))
    (_, again), _ = _both(*measured([*words, "2"]))
    warm = sum(again[part] for part in ("build", "compile", "wall"))
    return {"states": once["states"], "cold": process["wall"], "cold cpu": process["cpu"], "warm": warm}


def _both(said: str, process: Figures) -> tuple[list[Figures], Figures]:
    return json.loads(said), process


def twin(folder: Path, energy: int, events: int) -> tuple[Path, float]:
    """SPIN's program for the twin, and the seconds that it took to make it.

    Variables that are never read count as states of ours do (-o2).
    """
    begun = perf_counter()
    sizes = [f"-DENERGY={energy}", f"-DEVENTS={events}"]
    subprocess.run(["spin", "-o2", "-a", *sizes, TWIN], cwd=folder, check=True, capture_output=True)
    options = ["-O3", "-march=native", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=16000"]
    subprocess.run(["gcc", *options, "-w", "-o", "pan", "pan.c"], cwd=folder, check=True)
    return folder / "pan", perf_counter() - begun


def spin(program: Path, bits: int, *options: str) -> Figures:
    """One search of SPIN."""
    said, process = measured([str(program), f"-w{bits}", "-m100000", *options])

    def figure(pattern: str) -> float:
        found = re.search(pattern, said)
        if found is None:
            raise ValueError(f"SPIN says nothing like {pattern!r}:\n{said}")
        return float(found[1])

    states = figure(r"(\d+) states, stored")
    return {
        **process,
        "states": states,
        "rate": states / process["wall"],
        "bytes": figure(r"([\d.]+)\s+total actual memory") * (1 << 20) / states,
    }


def faster(got: dict[str, list[Figures]], name: str, clock: str = "wall") -> Spread | None:
    """How many times as fast as SPIN on one core the search ``name`` is; None where SPIN is not installed."""
    return ratio(got["SPIN"], got[name], clock) if "SPIN" in got else None


def tables(data: dict[str, Any]) -> list[Table]:
    """A table for each size, and one for the verdict."""
    found = []
    for got in data["sizes"]:
        one = got["one core"][0]
        found.append(
            Table(
                f"The reaction window at {one['states']:,.0f} states, {one['steps']:,.0f} steps",
                "Every reachable state of a priority-and-reaction protocol. SPIN searches a twin in Promela, "
                "made by `spin -a` and `gcc -O3 -march=native`, of as many states, without partial order.",
                HEADS,
                compared(got, data["spin"]),
            )
        )
    said = data["verdict"]["verdict"]
    names = {
        "a whole process, compiling included": "cold",
        "the processor's part of it": "cold cpu",
        "the second time in one process, compiling included": "warm",
    }
    shown = [[name, f"{spread(said, figure).text('.2f')} s"] for name, figure in names.items()]
    title = f"A verdict on {said[0]['states']:,.0f} states"
    return [*found, Table(title, "Whether a value leaves its domain, on one core.", ["", "seconds"], shown)]


def compared(got: dict[str, list[Figures]], installed: bool) -> list[list[str]]:
    """A row for SPIN, if it is ``installed``, and for each of our searches."""
    rows = [_row(got, name) for name in ("SPIN", "one core", "two cores") if name in got]
    return rows if installed else [["SPIN", *["not installed"] * 6], *rows]


def _row(got: dict[str, list[Figures]], name: str) -> list[str]:
    rows = got[name]
    rate, size = spread([{"rate": row["rate"] / 1e6} for row in rows], "rate"), spread(rows, "bytes")
    both = spread([{"both": row["wall"] + row["compile"]} for row in rows], "both").text(".2f")
    times = [faster(got, name, clock) if name != "SPIN" else None for clock in ("wall", "cpu")]
    return [
        name,
        rate.text(".2f"),
        size.text(),
        spread(rows, "wall").text(".2f"),
        both,
        *("-" if one is None else one.text() for one in times),
    ]
