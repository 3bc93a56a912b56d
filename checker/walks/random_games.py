"""Random games by compiled code, from the start of a machine to the end: claims are watched at every step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dicelaw.checker.search.decide import observing
from dicelaw.checker.search.random_plays import Walked, Walker
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Kind
from dicelaw.model.kernel.machine import Machine
from dicelaw.specs.property import AllOf, Always, EachStep, Never, Property, Unchanged

LONGEST = 100_000
"""A game that takes more steps than this is broken off."""


@dataclass(frozen=True)
class Games:
    """What random games came upon. ``ended`` are those that reached an end; ``watched`` the claims."""

    walked: Walked
    ended: int
    watched: tuple[str, ...]

    @property
    def faults(self) -> tuple[str, ...]:
        """What went wrong: claims that a step broke, a state that is stuck, and a value out of its domain."""
        stuck = ("play gets stuck",) * (self.walked.stuck is not None)
        outside = ("a value leaves its domain",) * (self.walked.outside is not None)
        return (*self.walked.met, *stuck, *outside)


def play_games(
    machine: Machine,
    properties: Sequence[Property],
    games: int,
    *,
    seed: int = 0,
    longest: int = LONGEST,
    progress: Callable[[int], None] | None = None,
) -> Games:
    """Play ``games`` games, watching the claims of ``properties`` that are about states or single steps.

    Each step takes one of the legal moves, all alike. Raises as :class:`Walker`.
    """
    conditions: dict[str, Expr] = {}
    made = machine
    for one in properties:
        if isinstance(one.claim, Always | AllOf | EachStep | Never | Unchanged):
            made, condition = observing(made, one.claim)
            conditions[one.id] = condition["it"]
    walker = Walker(made, conditions, length=longest, quickly=True)
    walked = walker.walk(games, seed, progress=progress)
    ends = [point.id for point in machine.points if point.kind is Kind.FINAL]
    return Games(walked, sum(walked.reached.get(point, 0) for point in ends), tuple(conditions))
