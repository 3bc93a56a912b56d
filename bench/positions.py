"""Twelve positions of each game, six given and six from random plays: a question, and all that can follow."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from grid import Table
from paired import Figures, rounds, spread
from posed import DRAWN, GIVEN, posed
from position import MEMORY, SECONDS
from process import DICELAW, measured

TITLE = "Positions of real games"
WORKER = str(Path(__file__).with_name("position.py"))
MOST, FEW = 10_000_000, 20_000
"""How many states are seen at most, and in quick runs."""
MOST_WHOLE, MOST_PLAIN = 100_000_000, 1_000_000
"""How many are seen at most to the end of a turn, with reductions and without."""
ANSWERS = {True: "yes", False: "no", None: "not known"}


def measure(quick: bool) -> dict[str, Any]:
    """The figures by round of each position, asked about and searched whole."""
    files, drawn = (GIVEN[:1], DRAWN[:1]) if quick else (GIVEN, DRAWN)
    sources = {**{file.stem: str(file) for file in files}, **{source: source for source in drawn}}
    most = FEW if quick else MOST
    asked: dict[str, Callable[[], Figures]] = {file.stem: partial(_asked, str(file)) for file in files}
    asked |= {source: partial(_asked_of_play, source, most) for source in drawn}
    far = FEW if quick else MOST_WHOLE
    whole = {name: partial(_searched, source, far) for name, source in sources.items()}
    plain = {
        name: partial(_searched, source, min(most, MOST_PLAIN), "plain") for name, source in sources.items()
    }
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
            ANSWERS[several[0].get("possible", True)],
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
            one.get("why", ""),
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
            "Of Dice Conquest: can the heroes slay all creatures of the display in this round? A given "
            "position is asked about with `dicelaw search GAME --from FILE --goal ...` as a whole process, "
            "with no code kept, and asked again under the readings on which the answer may hang. `GAME:1` to "
            "`GAME:6` are drawn from random plays, and making the play counts.",
            ["", "a way", "states", "seconds", "of the processor", "MiB at most"],
            asked,
        ),
        Table(
            "Every state to the end of the turn",
            f"On one core, with reductions for {SECONDS} s or {MEMORY >> 30} GiB at most, and without for "
            f"{MOST_PLAIN:,} states. `stopped by` says what was in the way of more with them. These "
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
                "stopped by",
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


def _asked(source: str) -> Figures:
    session, words = posed(source)
    until = (f"--until={point}" for point in words.until)
    command = ["search", session.name, "--from", source, "--goal", words.goal, *until, "--format", "json"]
    with TemporaryDirectory() as folder:
        told, figures = measured([DICELAW, *command], {"XDG_CACHE_HOME": folder}, allowed=(0, 1, 7))
    report = json.loads(told)
    return {"possible": report["possible"], "states": report["states"], **figures}


def _asked_of_play(source: str, most: int) -> Figures:
    told, figures = measured([sys.executable, WORKER, source, str(most), "asked"])
    return {**json.loads(told), **figures}


def _searched(source: str, most: int, *plain: str) -> Figures:
    command = [sys.executable, WORKER, source, str(most), *plain]
    found: Figures = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    return found
