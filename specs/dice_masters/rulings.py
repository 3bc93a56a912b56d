"""The rulings of Dice Masters: collected answers of publisher and players, on both editions."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.dice_masters.readings import OPEN_POINTS
from dicelaw.specs.rulings import Rulings, Subject
from dicelaw.specs.rulings_file import of_file, own

SUBJECT = Subject(
    "dice-masters",
    tuple(f"dice-masters@{edition}" for edition in EDITIONS),
    ("life", "virtual"),
    {"zone": str, "face": str, "attack": int, "defense": int, "damage": int},
    {f"dice-masters@{edition}": points for edition, points in OPEN_POINTS.items()},
)


def load(path: Path | None = None) -> Rulings:
    """The rulings in the file ``path``, by default all of our own. Raises MalformedRulings."""
    return _own() if path is None else of_file(SUBJECT, path)


@cache
def _own() -> Rulings:
    return own(SUBJECT)
