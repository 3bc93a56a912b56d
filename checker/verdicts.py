"""Verdicts: what a check found, by which engine, within which scope, on what evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.state import State


class Outcome(Enum):
    """The closed list of verdicts. What contradicts itself in the rules, or is missing, is a finding."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"
    DEPENDS = "depends-on-reading"


@dataclass(frozen=True)
class Witness:
    """A play that shows something: the state that it starts in, and its moves."""

    start: State
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Verdict:
    """What a check found. ``scope`` says for which states, values and content it holds; ``evidence`` why.

    ``rests_on`` names the properties that it takes for granted. ``bounded`` says that it is only about
    numbers that the packed readers count up to. ``cost`` is what the engine used, in its own units.
    """

    outcome: Outcome
    engine: str
    scope: str
    evidence: str
    witness: Witness | None = None
    rests_on: tuple[str, ...] = ()
    bounded: bool = False
    cost: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_proof(self) -> bool:
        """Whether the property is proved."""
        return self.outcome is Outcome.PROVED

    @property
    def conclusive(self) -> bool:
        """Whether the property is proved or refuted."""
        return self.outcome in (Outcome.PROVED, Outcome.REFUTED)
