"""Twelve positions of each game, six given and six from random plays: a question, and all that can follow."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from grid import Table
from paired import Figures, rounds, spread
from posed import DRAWN, GIVEN, posed
from position import MEMORY
from process import DICELAW, measured

from dicelaw.oracle.answers.question import BUDGET

TITLE = "Positions of real games"
WORKER = str(Path(__file__).with_name("position.py"))
FEW = 20_000
"""How many states are seen at most in quick runs."""
MOST_WHOLE, MOST_PLAIN = 300_000_000, 1_000_000
"""How many are seen at most to the end of a turn, with reductions (no more fit the memory) and without."""
ASKED, WHOLE, ALL = 20, 120, 2_100
"""For how many seconds a drawn position is asked about, for how many a search with reductions of one goes
on, and for how many those of all positions, which then have less each."""
SOON = 5
"""In how many seconds a question should be answered."""
ANSWERS = {True: "yes", False: "no", None: "not known"}


def measure(quick: bool) -> dict[str, Any]:
    """The figures by round of each position, asked about and searched whole."""
    files, drawn = (GIVEN[:1], DRAWN[:1]) if quick else (GIVEN, DRAWN)
    sources = {**{file.stem: str(file) for file in files}, **{source: source for source in drawn}}
    asked: dict[str, Callable[[], Figures]] = {file.stem: partial(_asked, str(file)) for file in files}
    asked |= {source: partial(_asked_of_play, source, FEW if quick else BUDGET) for source in drawn}
    most = FEW if quick else MOST_PLAIN
    plain = {name: partial(_searched, "plain", source, most, WHOLE) for name, source in sources.items()}
    found = {"asked": rounds(asked, 1, "asked"), "plain": rounds(plain, 1, "without reductions")}
    left = [name for name, (one,) in found["plain"].items() if not one["complete"]]
    share = _Share(left)
    most = FEW if quick else MOST_WHOLE
    whole = {name: partial(share.searched, name, sources[name], most) for name in sources}
    return {**found, "whole": rounds(whole, 1, "to the end of the turn")}


class _Share:
    """The time that the searches of several positions have in all; ``large`` have the names of large ones."""

    def __init__(self, large: list[str]) -> None:
        self._large = [*large]
        self._ends = perf_counter() + ALL

    def searched(self, name: str, source: str, most: int) -> Figures:
        """What a search takes that has no more than its share of what time is left."""
        among = max(1, len(self._large))
        found = _searched("whole", source, most, min(WHOLE, max(1, (self._ends - perf_counter()) / among)))
        self._large = [one for one in self._large if one != name]
        return found


def seen(data: Mapping[str, Any]) -> tuple[int, int]:
    """Of how many positions every state to the end of the turn was seen, and how many there are."""
    return sum(bool(one["complete"]) for one, *_ in data["whole"].values()), len(data["whole"])


def soon(data: Mapping[str, Any]) -> tuple[int, int]:
    """How many questions have an answer ``SOON``, once a drawn position is there, and how many there are."""
    found = [one for one, *_ in data["asked"].values()]
    known = [one for one in found if one.get("possible", True) is not None]
    return sum(one.get("asking", one["wall"]) < SOON for one in known), len(found)


def tables(data: dict[str, Any]) -> list[Table]:
    """A row for each position."""
    asked = [
        [
            name,
            ANSWERS[several[0].get("possible", True)],
            several[0].get("why", ""),
            f"{several[0]['states']:,.0f}",
            f"{several[0]['asking']:.2f}" if "asking" in several[0] else "",
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
            *(f"{data[how][name][0]['wall']:.1f}" for how in ("plain", "whole")),
            f"{one['cpu']:.1f}",
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
            f"`GAME:6` are drawn from random plays and asked about for {ASKED} s at most; `asking` leaves "
            "out the making of the play. `Stopped by` says why there is no answer where there is none.",
            ["", "a way", "stopped by", "states", "asking", "seconds", "of the processor", "MiB at most"],
            asked,
        ),
        Table(
            "Every state to the end of the turn",
            f"With reductions on two cores, for {WHOLE} s or {MEMORY >> 30} GiB at most (all positions "
            f"together for {ALL // 60} minutes, so that each may have less), and without on one core for "
            f"{MOST_PLAIN:,} states. `Stopped by` says what was in the way of more with them; a search ends "
            "with the layer in which its time is over. The reductions are that dice of a roll have no order, "
            "and that forced steps make no states. Both searches are "
            "of the machine cut down to the position, without what no play can read any more; words are of a "
            "stored state of it and of the whole machine. Bytes are of memory for each stored state; below a "
            "million states they are mostly what any search takes. Seconds are by the clock, compiling "
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
                "of the processor",
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
    why = f"{BUDGET:,} states" if report["possible"] is None else ""
    return {"possible": report["possible"], "states": report["states"], "why": why, **figures}


def _asked_of_play(source: str, most: int) -> Figures:
    told, figures = measured([sys.executable, WORKER, "asked", source, str(most), str(ASKED)])
    return {**json.loads(told), **figures}


def _searched(how: str, source: str, most: int, seconds: float) -> Figures:
    command = [sys.executable, WORKER, how, source, str(most), str(seconds)]
    found: Figures = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    return found
