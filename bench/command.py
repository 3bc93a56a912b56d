"""The command line as a user has it: `dicelaw verify` cold and warm, start-up, and memory."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from tempfile import TemporaryDirectory
from typing import Any

from grid import Table
from paired import Figures, rounds, spread
from process import DICELAW, measured

PROPERTY = "fragment/pipeline/plays-paid"
STARTS = {
    "Python alone": (sys.executable, "-c", "pass"),
    "dicelaw --help": (DICELAW, "--help"),
    "dicelaw list": (DICELAW, "list"),
}
TITLE = "The command line"
ALL = "all readings, cold"
GOALS = {"cold": 90, "warm": 5, ALL: 120}
"""In how many seconds of the clock `verify` is to end, by what is kept and asked."""


def measure(quick: bool) -> dict[str, Any]:
    """The figures of `verify` by round, the rows of its last cold run, and those of short commands."""
    times = 1 if quick else 2
    found: dict[str, Any] = {"cold": [], "warm": []}
    words = ("fragments", "--property", PROPERTY) if quick else ()
    for number in range(times):
        print(f"verify: round {number + 1} of {times}", file=sys.stderr, flush=True)
        with TemporaryDirectory() as cache:
            for name in ("cold", "warm"):
                command = (DICELAW, "verify", *words, "--format", "json")
                said, figures = measured(command, {"XDG_CACHE_HOME": cache})
                found[name].append(figures)
                if name == "cold":
                    lines = [json.loads(line) for line in said.splitlines()]
                    found["properties"] = [_short(line) for line in lines if "property" in line]
    with TemporaryDirectory() as cache:
        print("verify: under all readings", file=sys.stderr, flush=True)
        command = (DICELAW, "verify", *words, "--readings", "all", "--format", "json")
        found[ALL] = [measured(command, {"XDG_CACHE_HOME": cache})[1]]
    starts = {name: lambda c=command: measured(c)[1] for name, command in STARTS.items()}
    found["starts"] = rounds(starts, 1 if quick else 9, "start-up")
    found["imports"] = [{"seconds": imported()} for _ in range(times)]
    return found


def _short(line: dict[str, Any]) -> dict[str, Any]:
    return {name: line[name] for name in ("game", "property", "verdict", "engine", "seconds", "cost")}


def imported() -> float:
    """The seconds that `python -X importtime` adds up for the command line."""
    command = [sys.executable, "-P", "-X", "importtime", "-c", "import dicelaw.oracle.cli"]
    said = subprocess.run(command, capture_output=True, check=True, text=True).stderr
    return sum(map(int, re.findall(r"import time:\s+(\d+) \|", said))) / 1e6


def tables(data: dict[str, Any]) -> list[Table]:
    """What `verify` takes, what short commands take, and the proofs by engine."""
    count = f"{len(data['properties'])} properties"
    of_verify = [_row(f"{name}, {count}", data[name]) for name in GOALS if name in data]
    starts = [_row(name, rows) for name, rows in data["starts"].items()]
    imports = spread(data["imports"], "seconds").text(".2f")
    heads = ["", "seconds", "of the processor", "MiB in the largest process"]
    return [
        Table(
            "`dicelaw verify`",
            "A whole run with a cache of its own: first with nothing in it, then again with nothing changed; "
            "and with nothing in it under all readings, as `make verify` runs it.",
            heads,
            of_verify,
        ),
        Table(
            "Start-up",
            f"Whole processes. Python adds up {imports} s for the modules that the command line imports.",
            heads,
            starts,
        ),
        _engines(data["properties"]),
        _slowest(data["properties"]),
    ]


def _row(name: str, rows: list[Figures]) -> list[str]:
    forms = {"wall": ".2f", "cpu": ".2f", "peak": ".0f"}
    return [name, *(spread(rows, figure).text(form) for figure, form in forms.items())]


def _engines(properties: list[dict[str, Any]]) -> Table:
    rows = []
    for game, engine in dict.fromkeys((one["game"], one["engine"]) for one in properties):
        times = [one for one in properties if (one["game"], one["engine"]) == (game, engine)]
        proved = sum(one["verdict"] == "proved" for one in times)
        seconds = [one["seconds"] for one in times]
        rows.append(
            [f"{game}, {engine}", str(len(times)), str(proved), f"{sum(seconds):.2f}", f"{max(seconds):.2f}"]
        )
    note = (
        "Every property of every game, by the engine whose verdict counts, in one cold run of two processes; "
        "[each of them](benchmarks/proofs.csv) is in a file."
    )
    return Table(
        "Proofs by engine", note, ["", "properties", "proved", "seconds in all", "the longest"], rows
    )


def _slowest(properties: list[dict[str, Any]]) -> Table:
    longest = sorted(properties, key=lambda one: -one["seconds"])[:10]
    rows = [
        [f"`{one['property']}`", one["game"], one["engine"], _cost(one["cost"]), f"{one['seconds']:.2f}"]
        for one in longest
    ]
    return Table(
        "The ten longest proofs", "Of the same run.", ["", "game", "engine", "cost", "seconds"], rows
    )


def _cost(cost: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in cost.items()) or "-"


def as_csv(properties: list[dict[str, Any]]) -> str:
    """Every property with its verdict, engine, cost and seconds."""
    lines = ["game,property,verdict,engine,cost,seconds"]
    lines += [
        f"{one['game']},{one['property']},{one['verdict']},{one['engine']},"
        f"{_cost(one['cost']).replace(',', '')},{one['seconds']}"
        for one in properties
    ]
    return "\n".join(lines) + "\n"
