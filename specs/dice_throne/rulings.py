"""Rulings as cases: an answer of a document, a position, what is played, and what it must come to.

A file in ``rulings/`` has ``cases`` and ``left_out``. A case is a scenario with these further fields: ``id``,
``question``, ``answer``, ``cites`` (rule ids), where the answer stands (``faq``: a section and the number of
the answer in it, ``source``: another document, ``ref``: the names that others have for it), and:

- ``legal`` and ``illegal``: decisions where the play ends; one that is illegal may name the ``rules``;
- ``expect``: values at the end of that phase, or right there if the play ends with ``until``;
- or ``reading``: a ``point`` that the rules leave open and, for each of its ``answers``, these fields.

What is left out has ``id``, ``because``, and where it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from dicelaw.model.content.document import Document, Problem, read

FAQ = {
    "general": 29, "ultimate": 4, "cards": 9, "adventures": 10, "artificer": 19, "barbarian": 6,
    "cursed-pirate": 19, "gunslinger": 11, "huntress": 18, "monk": 12, "moon-elf": 15, "ninja": 8,
    "paladin": 10, "pyromancer": 13, "samurai": 13, "seraph": 21, "shadow-thief": 15, "tactician": 17,
    "treant": 8, "vampire-lord": 19,
}  # fmt: skip
"""The sections of frequently asked questions, with how many answers each has; these are numbered from 1."""
DOCUMENT = "Dice Throne rules reference, Frequently asked questions"


@dataclass(frozen=True)
class Refused:
    """A decision that must be illegal, by the rules with these ids where any are named."""

    decision: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Expected:
    """What must hold after the play of a case, under ``readings``.

    ``values`` go by what they are of: ``("health", 1)`` or ``("tokens", 1, "evasive")``, with the seat.
    """

    readings: Mapping[str, str] = field(default_factory=dict)
    at: str = ""
    winner: str = ""
    """A seat or ``draw``."""
    values: Mapping[tuple[Any, ...], int] = field(default_factory=dict)
    legal: tuple[str, ...] = ()
    illegal: tuple[Refused, ...] = ()


@dataclass(frozen=True)
class Source:
    """Where an answer stands: numbered answers of the reference's own sections, or another document."""

    faq: tuple[tuple[str, int], ...] = ()
    other: str = ""
    ref: tuple[str, ...] = ()

    def __str__(self) -> str:
        named = [f"{section.replace('-', ' ').title()} {number}" for section, number in self.faq]
        parts = ([f"{DOCUMENT}: {', '.join(named)}"] if named else []) + [self.other] * bool(self.other)
        return "; ".join(parts)


@dataclass(frozen=True)
class Case:
    """An answer, with a scenario that asks its question."""

    id: str
    question: str
    answer: str
    cites: tuple[str, ...]
    source: Source
    scenario: Document
    expected: tuple[Expected, ...]
    """One, or one for each answer to an open point."""
    place: str


@dataclass(frozen=True)
class LeftOut:
    """An answer that is no case, and why."""

    id: str
    source: Source
    because: str
    place: str


@dataclass(frozen=True)
class Rulings:
    """All cases, and all that is left out."""

    cases: tuple[Case, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


class MalformedRulings(Exception):
    """A file of rulings that cannot be read; ``problems`` names everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, problems)))


def load(path: Path | None = None) -> Rulings:
    """The rulings in the file ``path``, by default all of our own. Raises MalformedRulings."""
    if path is None:
        return _own()
    return _parsed([(path.name, path.read_bytes())])


@cache
def _own() -> Rulings:
    folder = files("dicelaw.specs") / "dice_throne" / "rulings"
    named = sorted((entry.name, entry.read_bytes()) for entry in folder.iterdir())
    return _parsed([(f"rulings/{name}", content) for name, content in named if name.endswith(".yaml")])


def _parsed(contents: Iterable[tuple[str, bytes]]) -> Rulings:
    from dicelaw.specs.dice_throne.rulings_file import Reader

    cases: list[Case] = []
    left_out: list[LeftOut] = []
    problems: list[Problem] = []
    places: dict[str, str] = {}
    for name, content in contents:
        document = read(name, content)
        if not document.problems:
            reader = Reader(document, places)
            cases += reader.cases()
            left_out += reader.left_out()
        problems += document.problems
    if problems:
        raise MalformedRulings(problems)
    return Rulings(tuple(cases), tuple(left_out))
