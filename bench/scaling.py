"""What proofs cost as there are more cards in hand and more dice: by induction, by Spacer and by search."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from signal import SIGXCPU
from typing import Any

from grid import Table
from paired import Figures, rounds, spread

WORKER = str(Path(__file__).with_name("skirmish.py"))
ENGINES = ("induction", "spacer", "exhaustive")
FEWEST = (2, 4)
"""Cards in each hand, and dice, where the other grows."""
CARDS, DICE = (2, 4, 8, 16), (4, 8, 16)
LIMIT = 30
"""Seconds of the processor after which a proof is given up here; the budgets of the engines are their own."""
TITLE = "Proofs as cards and dice grow"


def sizes(quick: bool) -> dict[str, list[tuple[int, int]]]:
    """Cards and dice by what grows."""
    if quick:
        return {"cards": [(1, 2)], "dice": [(1, 3)]}
    return {"cards": [(cards, FEWEST[1]) for cards in CARDS], "dice": [(FEWEST[0], dice) for dice in DICE]}


def measure(quick: bool) -> dict[str, Any]:
    """What each engine says of each size, by round; ``over`` where it reached the limit."""
    found: dict[str, Any] = {"points": []}
    done = dict.fromkeys(size for grown in sizes(quick).values() for size in grown)
    for cards, dice in done:
        subjects = {engine: lambda e=engine, c=cards, d=dice: proved(e, c, d) for engine in ENGINES}
        got = rounds(subjects, 1 if quick else 2, f"{cards} cards, {dice} dice")
        found["points"].append({"cards": cards, "dice": dice, "engines": got})
    return found


def proved(engine: str, cards: int, dice: int) -> Figures:
    """The verdict and the cost of one proof, in a process of its own."""
    command = [sys.executable, WORKER, engine, str(cards), str(dice), str(LIMIT)]
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    if done.returncode == -SIGXCPU:
        return {"verdict": "over", "evidence": f"more than {LIMIT} s", "cpu": LIMIT, "cost": {}}
    if done.returncode:
        raise ValueError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr[-1000:]}")
    found: Figures = json.loads(done.stdout)
    return found


def tables(data: dict[str, Any]) -> list[Table]:
    """A row for each size; what was not proved says why."""
    rows = [
        [f"{point['cards']} cards, {point['dice']} dice", *(_cell(point["engines"][one]) for one in ENGINES)]
        for point in data["points"]
    ]
    note = (
        "Two players with so many cards each turn the dice of a pool in a priority window. Three claims, "
        "about all cards, all dice and both, are proved in one process; the figure is its time of the "
        "processor, from the built machine on. Induction is told which claim rests on which; Spacer finds an "
        "invariant for each point; the search sees every state, within its budget of states. Nothing runs "
        f"for more than {LIMIT} s. The proofs about Dice Throne leave the hand open: they hold for any "
        "number of cards."
    )
    return [Table("Cost by cards and dice", note, ["", *ENGINES], rows)]


def _cell(rows: list[dict[str, Any]]) -> str:
    given_up = [row["evidence"].split(";")[0] for row in rows if row["verdict"] != "proved"]
    return given_up[0] if given_up else f"{spread(rows, 'cpu').text('.2f')} s"
