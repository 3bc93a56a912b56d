"""Rulings as cases: an answer of a document, a position, what is played, and what it must come to.

A file in the ``rulings/`` of a game has ``cases`` and ``left_out``. A case is a scenario with further fields:
``id``, ``question``, ``answer``, ``cites`` (rule ids), where the answer stands (``faq``: a section and the
number of the answer in it, ``source``: another document, ``ref``: the names that others have for it), and:

- ``legal`` and ``illegal``: decisions where the play ends, or when whoever is to act before has passed; one
  that is illegal is a ``decision`` with the ``rules`` by which it is, all that are to be named and no others,
  or with the player (``turn_of``) who has the decision instead;
- ``expect``: values at the end of that phase, or right there if the play ends with ``until``;
- or ``reading``: a ``point`` that the rules leave open and, for each of its ``answers``, these fields;
- or, in a game of several editions, ``editions``: for each that the case is about, any of these fields.

Without ``editions`` a case is about every edition. What is left out has ``id``, ``because``, and where it
stands.

A file in ``examples/`` has ``examples``: cases written by hand from the text alone, which tie a rule of the
model to the document. An example has ``says`` (given, when, then, with its figures) in place of question and
answer. Its source is that of the first rule that it cites. Its id is ``example/`` with the id of that rule,
and perhaps a further word. ``no_example`` names the rules (``rule``) that can have none, with ``because``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dicelaw.model.content.document import Document
    from dicelaw.model.open_points import OpenPoint


@dataclass(frozen=True)
class Subject:
    """The game that rulings are about, and what may be expected of its plays."""

    family: str
    """The game without its edition."""
    profiles: tuple[str, ...]
    """The games to play a case on."""
    numbers: tuple[str, ...]
    """What has a number for each seat."""
    named: Mapping[str, type]
    """What has a number or a name for each seat and thing."""
    open_points: Mapping[str, Sequence[OpenPoint]]
    """The points that each profile leaves open."""
    document: str = ""
    """The document with frequently asked questions."""
    faq: Mapping[str, int] = field(default_factory=dict)
    """Its sections, with how many answers each has; these are numbered from 1."""
    shared: Mapping[str, type] = field(default_factory=dict)
    """What has a number or a name for each thing that is nobody's."""
    seats: int = 2
    """How many play at the most."""


@dataclass(frozen=True)
class Refused:
    """A decision that must be illegal by just the rules with these ids.

    A rule without its edition stands for that of any edition. With ``turn_of`` it is illegal as the player in
    that seat has the decision, whatever a pass would change.
    """

    decision: str
    rules: tuple[str, ...] = ()
    turn_of: int | None = None


@dataclass(frozen=True)
class Expected:
    """What must hold after the play of a case on ``game``, under ``readings``.

    ``values`` go by what they are of: ``("health", 1)`` or ``("tokens", 1, "evasive")``, with the seat, which
    is 0 for what is nobody's.
    """

    game: str
    readings: Mapping[str, str] = field(default_factory=dict)
    at: str = ""
    winner: str = ""
    """A seat or ``draw``."""
    values: Mapping[tuple[Any, ...], int | str] = field(default_factory=dict)
    legal: tuple[str, ...] = ()
    illegal: tuple[Refused, ...] = ()


@dataclass(frozen=True)
class Source:
    """Where an answer stands: numbered answers of a document's own sections, or another document."""

    document: str = ""
    faq: tuple[tuple[str, int], ...] = ()
    other: str = ""
    ref: tuple[str, ...] = ()

    def __str__(self) -> str:
        named = [f"{section.replace('-', ' ').title()} {number}" for section, number in self.faq]
        parts = ([f"{self.document}: {', '.join(named)}"] if named else []) + [self.other] * bool(self.other)
        return "; ".join(parts)


@dataclass(frozen=True)
class Case:
    """An answer, with a scenario that asks its question; an example has no question, and says what holds."""

    id: str
    question: str
    answer: str
    cites: tuple[str, ...]
    source: Source
    scenario: Document
    expected: tuple[Expected, ...]
    """One for each game that it is played on, and each answer to an open point."""
    place: str


@dataclass(frozen=True)
class LeftOut:
    """An answer that is no case, and why."""

    id: str
    source: Source
    because: str
    place: str


@dataclass(frozen=True)
class NoExample:
    """A rule of which there can be no example, and why."""

    rule: str
    because: str
    place: str


@dataclass(frozen=True)
class Rulings:
    """All cases and all that is left out; the examples of rules, and the rules that can have none."""

    cases: tuple[Case, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    examples: tuple[Case, ...] = ()
    no_example: tuple[NoExample, ...] = ()

    def about(self, rule: str) -> list[Case]:
        """The examples and the cases that cite ``rule``, examples first."""
        return [one for one in (*self.examples, *self.cases) if rule in one.cites]
