"""Plays of the harness's own, one after another: each is the one of several that promises most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from dicelaw.oracle.conform.cases import Case, Key, key_of
from dicelaw.oracle.conform.check import COMPARED, Result
from dicelaw.oracle.conform.coverage import Coverage
from dicelaw.oracle.conform.wander import Walk
from dicelaw.oracle.description import description

PER_PAIRING = 12
"""How many plays in a row are between the same, as each pairing is a machine of its own."""
CANDIDATES = 4
"""How many plays are thought of for each that is played."""
REFUSED = 3


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
        self.begun: Counter[str] = Counter()
        """How many plays it began from each timing point."""
        self.refused = 0
        """How many plays an implementation did not begin."""

    def next(self) -> Case:
        """Another play."""
        if self.made and self.made % PER_PAIRING == 0 and not self.modest:
            self.beginnings.change()
        self.made += 1
        walks = [self._walk() for _ in range(CANDIDATES)]
        self.walk = max(walks, key=lambda walk: self.coverage.promise(walk.moments))
        return self.walk.case(f"explore/{self.seed}/{self.made}")

    def heard(self, case: Case, result: Result) -> None:
        """Note what came of ``case``, the last play: only what was really compared counts as covered."""
        tested = self.walk.moments[: result.steps + 1] if result.outcome in COMPARED else []
        self.coverage.count(tested)
        if result.unsupported and result.steps:
            self.unsupported.add(key_of(case.decisions[result.steps]))
        elif result.unsupported:
            self.refused += 1
        if result.steps:
            self.begun[case.setup["start"]] += 1

    @property
    def modest(self) -> bool:
        """Whether so few positions are supported that only the plainest and the opening make sense."""
        return self.refused > REFUSED and 2 * self.refused > self.made

    def _walk(self) -> Walk:
        """A play from the kind of position that comes next."""
        setup, last = self.beginnings.next(self.made, self.modest, self.begun)
        return Walk(setup, self.draw, self.coverage, self.unsupported, last)
