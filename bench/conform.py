"""How many vectors a second the conformance harness runs against implementations in its own process.

Such an implementation is a Python object that is asked directly: there is no other process, no pipe and no
JSON. A vector is 15 decisions, dice or cards; before and after each of them the position and all legal
decisions are compared. Each rate is of the time that this process had of its processor.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Any

from grid import Table
from paired import Figures, rounds, spread

from dicelaw.oracle.conform.cases import Case, Sight
from dicelaw.oracle.conform.check import Outcome, check, greet
from dicelaw.oracle.conform.coverage import Coverage
from dicelaw.oracle.conform.engine import Engine
from dicelaw.oracle.conform.explore import Explorer

sys.path.insert(0, str(Path(__file__).parents[1] / "examples" / "engines"))

from faithful import SHOWS
from faithful import Engine as Faithful

LENGTH = 15
CASES = 200
TITLE = "Conformance"


class Recorded:
    """Knows every answer by heart, so what is measured is the harness alone."""

    def __init__(self, cases: list[Case]) -> None:
        self.answers = {id(case.setup): self._answers(case) for case in cases}
        self.now: list[dict[str, Any]] = []
        self.at = 0

    @staticmethod
    def _answers(case: Case) -> list[dict[str, Any]]:
        return [{"answer": "position", **sight.data} for sight in (case.begin, *(s for _, s in case.steps))]

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to ``question``; every illegal decision is refused."""
        match question["do"]:
            case "hello":
                return {
                    "answer": "hello", "format": 2, "name": "recorded", "version": "1", "parts": ["duel"],
                    "games": ["dice-throne"], "shows": [*SHOWS], "lists_legal": True,
                }  # fmt: skip
            case "start":
                self.now, self.at = self.answers[id(question["setup"])], 0
            case "observe":
                return self.now[self.at]
            case "decide":
                self.at += 1
        return {"answer": "ok"}

    def close(self) -> None:
        """There is nothing to end."""


def recorded_cases(count: int) -> list[Case]:
    """So many vectors of a typical length, between the Barbarian and the Paladin, without probes."""
    explorer = Explorer("dice-throne", ["barbarian", "paladin"], 1, Coverage())
    found = []
    while len(found) < count:
        case = explorer.next()
        if len(case.steps) >= LENGTH:
            found.append(_cut(case))
    return found


def _cut(case: Case) -> Case:
    def plain(sight: Sight) -> Sight:
        return Sight({name: value for name, value in sight.data.items() if name != "illegal"})

    steps = tuple((decision, plain(sight)) for decision, sight in islice(case.steps, LENGTH))
    return replace(case, begin=plain(case.begin), steps=steps)


def measure(quick: bool) -> dict[str, Any]:
    """The vectors a second by round, against engines of different speed."""
    cases = recorded_cases(2 if quick else CASES)
    engines: dict[str, Engine] = {
        "answers known by heart": Recorded(cases),
        "dicelaw itself, all shown": Faithful(),
        "dicelaw itself, no lists": Faithful(lists=False),
    }
    subjects = {name: lambda e=engine: rate(cases, e) for name, engine in engines.items()}
    return rounds(subjects, 1 if quick else 3, "conformance")


def rate(cases: list[Case], engine: Engine) -> Figures:
    """Vectors a second, by time of the processor."""
    support, begun = greet(engine), process_time()
    for case in cases:
        if check(case, engine, support).outcome is not Outcome.AGREES:
            raise ValueError(f"{case} does not agree")
    return {"rate": len(cases) / (process_time() - begun)}


def tables(data: dict[str, Any]) -> list[Table]:
    """A row for each engine."""
    rows = [[name, spread(several, "rate").text(",.0f")] for name, several in data.items()]
    note = f"Vectors of {LENGTH} decisions, all legal ones compared, against engines in the same process."
    return [Table("Vectors checked a second", note, ["", "vectors a second"], rows)]
