"""The examples of the rules of Dice Conquest; no answers of its publisher are collected."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from dicelaw.model.dice_conquest.components import SEATS_MOST
from dicelaw.model.dice_conquest.readings import OPEN_POINTS
from dicelaw.specs.rulings import Rulings, Subject
from dicelaw.specs.rulings_file import of_file, own

SUBJECT = Subject(
    "dice-conquest",
    ("dice-conquest",),
    ("health", "guard"),
    {},
    {"dice-conquest": OPEN_POINTS},
    shared={"place": str, "damage": int, "shows": int},
    seats=SEATS_MOST,
)


def load(path: Path | None = None) -> Rulings:
    """The rulings in the file ``path``, by default all of our own. Raises MalformedRulings."""
    return _own() if path is None else of_file(SUBJECT, path)


@cache
def _own() -> Rulings:
    return own(SUBJECT)
