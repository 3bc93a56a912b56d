"""Short questions as a user has them answered, each by a whole process: chances, rules and what is legal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from grid import Table
from paired import Figures, rounds, spread
from process import DICELAW, measured

TITLE = "Short questions"
HERE = Path(__file__).with_name("questions")
EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


class Chance(NamedTuple):
    """What `dicelaw chance` is asked, with the exact answer where decisions are made as ``when`` says."""

    goal: str
    file: Path
    until: tuple[str, ...]
    when: str
    exact: Fraction


ROLL = ("offense/announced", "offense/end")
CHANCES: Mapping[str, Chance] = {
    "chance: a large straight from 1, 1, 1, 6, 6 with two rerolls": Chance(
        "announced=reckless", HERE / "large-straight.yaml", ROLL, "for", Fraction(40861, 314928)
    ),
    "chance: death by 9 damage, one Evasive, the defense open": Chance(
        "winner=1", HERE / "evasive.yaml", ("main-2",), "against", Fraction(224, 729)
    ),
    "chance: five sixes in three attempts": Chance(
        "announced=rage", HERE / "five-sixes.yaml", ROLL, "for", Fraction(91, 216) ** 5
    ),
}
ANSWERS: Mapping[str, tuple[str, ...]] = {
    "legal": ("legal", "dice-throne", str(EXAMPLES / "evasive-odds.yaml")),
    "outcome": ("outcome", "dice-throne", str(EXAMPLES / "final-damage-total.yaml")),
    "rules ID of Dice Throne": ("rules", "dice-throne", "turn/upkeep/apply-together-at-end"),
    "rules ID of Dice Masters": ("rules", "dice-masters@2018", "turn/start-of-turn-effects"),
    "outcome, with dice left open": ("outcome", "dice-throne", str(EXAMPLES / "evasive-odds.yaml")),
    "rulings of Dice Throne": ("rulings", "dice-throne"),
}
GOALS = {**dict.fromkeys(CHANCES, 2.0), **dict.fromkeys([*ANSWERS][:4], 0.3)}
"""Seconds of the processor."""


def measure(quick: bool) -> dict[str, Any]:
    """The figures of each question by round, once each was asked before."""
    times = 1 if quick else 5
    with TemporaryDirectory() as kept:
        asked = {
            **{name: partial(_chance, one, kept) for name, one in CHANCES.items()},
            **{name: partial(_answer, words, kept) for name, words in ANSWERS.items()},
        }
        for ask in asked.values():
            ask()
        return rounds(asked, times, "short questions")


def _chance(one: Chance, kept: str) -> Figures:
    until = (f"--until={point}" for point in one.until)
    command = ["chance", "dice-throne", one.goal, "--from", str(one.file), *until, "--format", "json"]
    told, figures = measured([DICELAW, *command], {"XDG_CACHE_HOME": kept})
    rows = json.loads(told)["chances"]
    (row,) = [row for row in rows if row["when"].endswith(f"decides {one.when} it")]
    if Fraction(row["low"]) != one.exact:
        raise ValueError(f"{one.goal} from {one.file.name} has the chance {row['low']}, not {one.exact}")
    return figures


def _answer(words: tuple[str, ...], kept: str) -> Figures:
    return measured([DICELAW, *words], {"XDG_CACHE_HOME": kept})[1]


def tables(data: dict[str, Any]) -> list[Table]:
    """A row for each question."""
    rows = [
        [
            name,
            *(spread(several, unit).text(".2f") for unit in ("wall", "cpu")),
            spread(several, "peak").text(",.0f"),
        ]
        for name, several in data.items()
    ]
    note = (
        "From the start of the command to its end, where each was asked once before. Chances are exact; the "
        "readings on which they may hang are asked as well."
    )
    return [Table("Seconds to an answer", note, ["", "seconds", "of the processor", "MiB at most"], rows)]
