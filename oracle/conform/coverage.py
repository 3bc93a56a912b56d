"""What the plays of a run have tested, and what another play would add."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

PAIR = 0.1
"""What a new pair of actions is worth, where anything else that is new is worth 1."""


@dataclass(frozen=True)
class Tested:
    """What one moment of a play tests: the steps that led to it, and the illegal decisions tried.

    ``situations`` tell cases of one transition apart, and ``action`` is the card, token or ability used.
    """

    transitions: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    situations: tuple[str, ...] = ()
    action: str | None = None
    probed: tuple[str, ...] = ()


@dataclass
class Coverage:
    """What was tested: in how many plays each rule, transition and action, and which situations.

    ``pairs`` are actions that met in a play, and ``probed`` has for each rule how many decisions were tried
    that it alone forbids.
    """

    rules: Counter[str] = field(default_factory=Counter)
    transitions: Counter[str] = field(default_factory=Counter)
    situations: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    pairs: set[tuple[str, str]] = field(default_factory=set)
    probed: Counter[str] = field(default_factory=Counter)

    def count(self, moments: Sequence[Tested]) -> None:
        """Count one play."""
        for counter, found in self._parts(moments):
            counter.update(found)
        self.pairs |= _pairs(moments)
        self.probed.update(rule for moment in moments for rule in moment.probed)

    def promise(self, moments: Sequence[Tested]) -> float:
        """How much a play would test that was not tested yet."""
        new = sum(len(found - counter.keys()) for counter, found in self._parts(moments))
        return new + PAIR * len(_pairs(moments) - self.pairs)

    def _parts(self, moments: Sequence[Tested]) -> list[tuple[Counter[str], set[str]]]:
        return [
            (self.rules, {rule for moment in moments for rule in moment.rules}),
            (self.transitions, {id for moment in moments for id in moment.transitions}),
            (self.situations, {one for moment in moments for one in moment.situations}),
            (self.actions, _actions(moments)),
        ]


def _actions(moments: Sequence[Tested]) -> set[str]:
    return {moment.action for moment in moments if moment.action is not None}


def _pairs(moments: Sequence[Tested]) -> set[tuple[str, str]]:
    return set(combinations(sorted(_actions(moments)), 2))
