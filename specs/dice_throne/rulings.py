"""The rulings of Dice Throne: numbered answers of its reference, and collected ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from dicelaw.model.dice_throne.readings import OPEN_POINTS, SEVERAL_POINTS
from dicelaw.specs.rulings import Rulings, Subject
from dicelaw.specs.rulings_file import of_file, own

FAQ = {
    "general": 29, "ultimate": 4, "cards": 9, "adventures": 10, "artificer": 19, "barbarian": 6,
    "cursed-pirate": 19, "gunslinger": 11, "huntress": 18, "monk": 12, "moon-elf": 15, "ninja": 8,
    "paladin": 10, "pyromancer": 13, "samurai": 13, "seraph": 21, "shadow-thief": 15, "tactician": 17,
    "treant": 8, "vampire-lord": 19,
}  # fmt: skip
SUBJECT = Subject(
    "dice-throne",
    ("dice-throne",),
    ("health", "cp", "hand", "deck", "discard", "companion", "companion_active"),
    {"tokens": int, "board": int, "limits": int},
    {"dice-throne": (*OPEN_POINTS, *SEVERAL_POINTS)},
    "Dice Throne rules reference, Frequently asked questions",
    FAQ,
    seats=6,
)


def load(path: Path | None = None) -> Rulings:
    """The rulings in the file ``path``, by default all of our own. Raises MalformedRulings."""
    return _own() if path is None else of_file(SUBJECT, path)


@cache
def _own() -> Rulings:
    return own(SUBJECT)
