"""Policies: how whoever decides does so, said by expressions, so that all readers decide alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.expressions import Expr, constant
from dicelaw.model.kernel.lookups import Lookup, Table
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.state import State

WORD = 1 << 64


@dataclass(frozen=True)
class Policy:
    """A move of the highest score is taken, by lot where there are several.

    ``scores`` has by the number of a transition what it is worth to whoever decides it, an expression over
    the state and its choices; others are worth 0. Scores may read ``tables``, which ``filled`` gives for the
    value of ``key``. ``used`` counts what was done since ``turn`` had another value: a step of a transition
    in ``uses`` is counted in the entry that stands there. ``shared`` are large parts of several scores, which
    read no table.
    """

    scores: Mapping[int, Expr]
    turn: Expr
    used: Table
    uses: Mapping[int, Expr]
    key: Expr
    tables: tuple[Table, ...]
    filled: Callable[[int], Sequence[Sequence[int]]]
    shared: tuple[Expr, ...] = ()

    @cached_property
    def consulting(self) -> frozenset[int]:
        """The numbers of the transitions whose scores read ``tables``."""
        own = [*map(id, self.tables)]
        return frozenset(
            place
            for place, score in self.scores.items()
            if any(isinstance(node, Lookup) and id(node.entries) in own for node in walk(score))
        )


class Decides(Protocol):
    """What decides in a game that is played: by a policy, or by code of the user's own."""

    def begin(self) -> None:
        """A game begins."""
        ...

    def decide(self, state: State, legal: Sequence[Move], lot: int) -> Move:
        """What is done of all ``legal`` moves; ``lot``, any number of 64 bits, says what falls by chance."""
        ...


@dataclass(frozen=True)
class OwnCode:
    """A policy that is no expression, so that the concrete reader plays by it; ``turn`` as in Policy."""

    turn: Expr
    decider: Decides


def by_lot(legal: Sequence[Move], lot: int) -> Move:
    """One of ``legal``, all alike."""
    return legal[lot * len(legal) // WORD]


def evenly(turn: Expr) -> Policy:
    """Any legal move is taken, all alike, where the value of ``turn`` tells turns apart."""
    return Policy({}, turn, Table([0]), {}, constant(0), (), lambda _: ())


class Decider:
    """Decides by a ``policy`` what is done in a game that ``reader`` plays."""

    def __init__(self, policy: Policy, reader: Concrete) -> None:
        self.policy = policy
        names = [[choice.name for choice in one.choices] for one in reader.machine.transitions]
        self._names = names
        self._scores = {place: reader.compiled(score) for place, score in policy.scores.items()}
        self._uses = {place: reader.compiled(entry) for place, entry in policy.uses.items()}
        self._key = reader.compiled(policy.key)
        self._turn = reader.compiled(policy.turn)
        self._filled: dict[int, Sequence[Sequence[int]]] = {}
        self._known: int | None = None
        self._now: int | None = None

    def begin(self) -> None:
        """Forget what was used, where a game begins."""
        self._now = None

    def decide(self, state: State, legal: Sequence[Move], lot: int) -> Move:
        """What is done of all ``legal`` moves; ``lot``, any number of 64 bits, decides among equals."""
        turn = self._turn(state, {})
        if turn != self._now:
            self._now = turn
            self.policy.used[:] = [0] * len(self.policy.used)
        scores = [self.score(state, move) for move in legal] if len(legal) > 1 else [0]
        most = max(scores)
        best = [move for move, score in zip(legal, scores, strict=True) if score == most]
        chosen = by_lot(best, lot)
        if chosen[0] in self._uses:
            self.policy.used[self._uses[chosen[0]](state, self._chosen(chosen))] += 1
        return chosen

    def score(self, state: State, move: Move) -> int:
        """What ``move`` is worth in ``state`` to whoever decides it."""
        if move[0] not in self._scores:
            return 0
        if move[0] in self.policy.consulting:
            self._consult(self._key(state, {}))
        return int(self._scores[move[0]](state, self._chosen(move)))

    def _chosen(self, move: Move) -> dict[str, int]:
        return dict(zip(self._names[move[0]], move[1:], strict=True))

    def _consult(self, key: int) -> None:
        if key != self._known:
            self._known = key
            if key not in self._filled:
                self._filled[key] = self.policy.filled(key)
            for table, entries in zip(self.policy.tables, self._filled[key], strict=True):
                table[:] = entries
