"""What a verification says: a row for each property, what other readings change, and what is expected."""

from __future__ import annotations

import builtins
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import resources

from dicelaw.checker.ports import port
from dicelaw.checker.verdicts import Outcome, Verdict
from dicelaw.specs.property import Property

EXPECTED = "expected.json"
ABSENT = "not in the manifest"
Outcomes = Mapping[str, Mapping[str, str]]
"""For each other reading, ``point=answer``, the verdicts that it changes, by property."""


@dataclass(frozen=True)
class Manifest:
    """What is expected of a game: ``verdicts`` by property, and what other ``readings`` leave unproved."""

    verdicts: Mapping[str, str]
    readings: Outcomes

    def expects(self, id: str, *, asked: bool) -> str:
        """The verdict on the property ``id``; where other readings are ``asked`` it may depend on them."""
        if id not in self.verdicts:
            return ABSENT
        others = [Outcome(left.get(id, Outcome.PROVED)) for left in self.readings.values()]
        return depending(Outcome(self.verdicts[id]), others if asked else ()).value

    @builtins.property
    def telling(self) -> frozenset[str]:
        """The other readings, ``point=answer``, that are known to change a verdict."""
        ours = {id: verdict for id, verdict in self.verdicts.items() if verdict != Outcome.PROVED.value}
        return frozenset(reading for reading, left in self.readings.items() if left != ours)


@dataclass(frozen=True)
class Row:
    """The result for one property; ``goal`` says how many steps the play to its goal has, if there is one.

    ``verdict`` is that under the readings which the model follows, and ``readings`` has the outcome under
    each answer, ``point=answer``, to the points on which another answer changes it. ``cached`` says that the
    verdict is from an earlier run, and ``seconds`` how long it took then.
    """

    game: str
    property: Property
    verdict: Verdict
    expected: str
    seconds: float
    goal: int | None
    cached: bool = False
    readings: Mapping[str, Outcome] = field(default_factory=dict)

    @builtins.property  # the bare name is a field here
    def outcome(self) -> Outcome:
        """The verdict on the rules: where one reading has it proved and another refuted, it depends."""
        return depending(self.verdict.outcome, self.readings.values())

    @builtins.property
    def vacuous(self) -> bool:
        """Whether the property has a goal and no play to it is known."""
        return self.property.goal is not None and self.goal is None

    @builtins.property
    def unexpected(self) -> bool:
        """Whether this is not what the manifest expects."""
        return self.outcome.value != self.expected or self.vacuous


@dataclass(frozen=True)
class Change:
    """What another answer to an open point changes: verdicts that are no proof any more, by property."""

    game: str
    point: str
    answer: str
    changed: Mapping[str, str]
    expected: Mapping[str, str]

    @property
    def unexpected(self) -> bool:
        """Whether this is not what the manifest expects."""
        return self.changed != self.expected


def depending(own: Outcome, others: Iterable[Outcome]) -> Outcome:
    """``own``, or that it depends on the reading where one of ``others`` says the contrary."""
    sides = {own, *others} & {Outcome.PROVED, Outcome.REFUTED}
    return Outcome.DEPENDS if own in sides and len(sides) > 1 else own


def expected(game: str) -> Manifest:
    """The manifest of ``game``; one that nothing is expected of yet has none."""
    file = resources.files(port(game).package).joinpath(EXPECTED)
    if not file.is_file():
        return Manifest({}, {})
    text = file.read_text(encoding="utf-8")
    found = json.loads(text)
    return Manifest(found["verdicts"], found["readings"])
