"""Plays of the harness's own, one after another: each is the one of several that promises most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from random import Random
from typing import Any

from dicelaw.oracle.conform.cases import Case, Key, key_of
from dicelaw.oracle.conform.check import COMPARED, Result
from dicelaw.oracle.conform.coverage import Coverage
from dicelaw.oracle.conform.wander import Walk
from dicelaw.oracle.games.description import description

PER_PAIRING = 12
"""How many plays in a row are between the same, as each pairing is a machine of its own.

They go on between the same where half of the plays so far were not begun, but some of these were.
"""
CANDIDATES = 4
"""How many plays are thought of for each that is played."""
DECLINED = 2
"""How often a thing or a transition that was never supported must have been declined to be doubtful."""
ATTEMPTS, KINDS = 12, 6
"""How many positions of a kind, and of how many kinds, are thought of for one that has nothing doubtful."""
CURIOUS = 0.05
"""How often what is doubtful is tried all the same."""


class Explorer:
    """Plays of ``game`` in ``mode`` between those of ``known``; ``coverage`` grows with each.

    What an implementation says that it does not support is mostly left out of the plays that follow.
    """

    def __init__(
        self, game: str, known: Sequence[str], seed: int, coverage: Coverage, mode: str = ""
    ) -> None:
        self.seed = seed
        self.coverage = coverage
        self.draw = Random(seed)
        self.beginnings = description(game).beginnings(game, known, self.draw, coverage, mode)
        self.made = 0
        self.unsupported: set[Key] = set()
        self.supported: set[str] = set()
        """The transitions that it has made, and what there was in positions that it began."""
        self.declined: Counter[str] = Counter()
        """How often each transition, or thing in a position, may have been why it did not go on, or begin."""
        self.missed = 0
        """How many plays it did not begin."""
        self.here, self.begun = 0, False
        """How many plays there were between these, and whether it began any of them."""

    def next(self) -> Case:
        """Another play."""
        if self.here >= PER_PAIRING and (2 * self.missed < self.made or not self.begun):
            self.beginnings.change()
            if not self.begun:
                self.declined.clear()  # it may have been for who played
            self.here, self.begun = 0, False
        self.made += 1
        self.here += 1
        often = {name for name, times in self.declined.items() if times >= DECLINED}
        doubtful = often - self.supported if self.draw.random() >= CURIOUS else set[str]()
        walks = [self._walk(doubtful) for _ in range(CANDIDATES)]
        self.walk = max(walks, key=lambda walk: self.coverage.promise(walk.moments))
        return self.walk.case(f"explore/{self.seed}/{self.made}")

    def heard(self, case: Case, result: Result) -> None:
        """Note what came of ``case``, the last play: only what was really compared counts as covered."""
        tested = self.walk.moments[: result.steps + 1] if result.outcome in COMPARED else []
        self.coverage.count(tested)
        self.supported.update(one["transition"] for one in case.decisions[: result.steps])
        self.begun |= result.begun
        if result.begun:
            self.supported.update(*_things(case.setup))
        if not result.unsupported:
            return
        if result.begun:
            ended = case.decisions[result.steps]
            self.unsupported.add(key_of(ended))
            self.declined[ended["transition"]] += 1
        else:
            self.missed += 1
            new = (things - self.supported for things in _things(case.setup))
            self.declined.update(next(filter(None, new), ()))

    def _walk(self, doubtful: Set[str]) -> Walk:
        """A play from the kind of position that comes next, or after it if that has something doubtful."""
        for attempt in range(KINDS * ATTEMPTS):
            setup, last = self.beginnings.next(self.made + attempt // ATTEMPTS)
            if doubtful.isdisjoint(frozenset().union(*_things(setup))):
                break
        return Walk(setup, self.draw, self.coverage, self.unsupported, last, doubtful)


def _things(setup: Mapping[str, Any]) -> Sequence[frozenset[str]]:
    """What may be the reason to decline ``setup``, likeliest first: when, in whose turn, what is there."""
    said = frozenset(name for player in setup["players"] for name, value in player.items() if value)
    return frozenset({f"start {setup['start']}"}), frozenset({f"turn {setup['turn']}"}), said
