"""Plays of the harness's own, one after another: each is the one of several that promises most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from dicelaw.oracle.conform.cases import Case, Key, key_of
from dicelaw.oracle.conform.check import COMPARED, Result
from dicelaw.oracle.conform.coverage import Coverage
from dicelaw.oracle.conform.wander import Walk
from dicelaw.oracle.description import description

PER_PAIRING = 12
"""How many plays in a row are between the same, as each pairing is a machine of its own.

They go on between the same where half of the plays so far were not begun.
"""
CANDIDATES = 4
"""How many plays are thought of for each that is played."""
DECLINED = 2
"""How often what an implementation never began or made must have been declined, to be mostly left out."""
ATTEMPTS, KINDS = 12, 6
"""How many positions of a kind, and of how many kinds, are thought of for one that has nothing doubtful."""
CURIOUS = 0.05
"""How often a doubtful one is tried all the same."""


class Explorer:
    """Plays of ``game`` between those of ``known``; ``coverage`` grows with each.

    What an implementation says that it does not support is mostly left out of the plays that follow.
    """

    def __init__(self, game: str, known: Sequence[str], seed: int, coverage: Coverage) -> None:
        self.seed = seed
        self.coverage = coverage
        self.draw = Random(seed)
        self.beginnings = description(game).beginnings(game, known, self.draw, coverage)
        self.made = 0
        self.unsupported: set[Key] = set()
        self.done: set[str] = set()
        """The transitions that it has made."""
        self.stopped: Counter[str] = Counter()
        """How many plays ended at each transition that it did not support."""
        self.begun: set[str] = set()
        """What there was in positions that it began."""
        self.declined: Counter[str] = Counter()
        """In how many positions that it did not begin each thing was that may have been the reason."""
        self.missed = 0
        """How many these are."""

    def next(self) -> Case:
        """Another play."""
        if self.made and self.made % PER_PAIRING == 0 and 2 * self.missed < self.made:
            self.beginnings.change()
        self.made += 1
        curious = self.draw.random() < CURIOUS
        walks = [self._walk(curious) for _ in range(CANDIDATES)]
        self.walk = max(walks, key=lambda walk: self.coverage.promise(walk.moments))
        return self.walk.case(f"explore/{self.seed}/{self.made}")

    def heard(self, case: Case, result: Result) -> None:
        """Note what came of ``case``, the last play: only what was really compared counts as covered."""
        tested = self.walk.moments[: result.steps + 1] if result.outcome in COMPARED else []
        self.coverage.count(tested)
        self.done.update(one["transition"] for one in case.decisions[: result.steps])
        if result.begun:
            self.begun.update(*_things(case.setup))
        elif result.unsupported:
            self.missed += 1
            new = (things - self.begun for things in _things(case.setup))
            self.declined.update(next(filter(None, new), ()))
        if result.begun and result.unsupported:
            ended = case.decisions[result.steps]
            self.unsupported.add(key_of(ended))
            self.stopped[ended["transition"]] += 1

    def _walk(self, curious: bool) -> Walk:
        """A play from the kind of position that comes next, or after it if that one is doubtful."""
        for attempt in range(KINDS * ATTEMPTS):
            setup, last = self.beginnings.next(self.made + attempt // ATTEMPTS)
            if curious or not self._doubtful(setup):
                break
        ends = [id for id, times in self.stopped.items() if times >= DECLINED and id not in self.done]
        return Walk(setup, self.draw, self.coverage, self.unsupported, last, () if curious else ends)

    def _doubtful(self, setup: Mapping[str, Any]) -> bool:
        """Whether ``setup`` has a thing that may well be the reason why others were declined."""
        new = frozenset().union(*_things(setup)) - self.begun
        return any(self.declined[thing] >= DECLINED for thing in new)


def _things(setup: Mapping[str, Any]) -> Sequence[frozenset[str]]:
    """What may be the reason to decline ``setup``, likeliest first: when, in whose turn, what is there."""
    said = frozenset(name for player in setup["players"] for name, value in player.items() if value)
    return frozenset({f"start {setup['start']}"}), frozenset({f"turn {setup['turn']}"}), said
