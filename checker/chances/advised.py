"""Bounds on chances by the advice of a game, where a graph is too large to be seen whole.

From above, a game says how likely a goal is at most from a state. From below, the decision that it finds
most hopeful is taken everywhere; what that comes to in the game itself is what can be reached at least.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Protocol

from dicelaw.checker.chances.chances import Chance, chances
from dicelaw.checker.chances.game import BUDGET, explore
from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.pools import NO_POOLS, Pools
from dicelaw.model.kernel.state import State

SURE = Fraction(1)


class Advice(Protocol):
    """What a game knows about a goal where all decide for it."""

    def bound(self, state: State) -> Fraction:
        """The goal is not reached from ``state`` with a greater chance, however it is decided."""
        ...

    def promise(self, state: State) -> tuple[Fraction, Fraction, int]:
        """How hopeful ``state`` looks; of what can be decided the most hopeful is taken."""
        ...


@dataclass(frozen=True)
class Advised:
    """Plays of ``machine`` that end where ``ends`` holds, and are to come to ``goal``, with advice about it.

    No more than ``budget`` states are looked at in all.
    """

    machine: Machine
    advice: Advice
    ends: Callable[[State], bool]
    goal: Callable[[State], bool]
    pools: Pools = NO_POOLS
    budget: int = BUDGET

    def chances(self, states: Sequence[State]) -> list[Chance]:
        """Between what the chance lies from each of ``states`` where all decide for the goal.

        The first one is the start, and the others are all that may be decided first, if there are any. The
        lower ends are exact for decisions as they are advised.
        """
        first, after = states[0], states[1:]
        found = [self._chance(state, self.budget // len(after)) for state in after]
        if not after:
            return [self._chance(first, self.budget)]
        low, high = (max(ends) for ends in zip(*((one.low, one.high) for one in found), strict=True))
        return [Chance(low, min(high, self.advice.bound(first))), *found]

    def _chance(self, start: State, budget: int) -> Chance:
        high = self.advice.bound(start)
        if high == 0:
            return Chance(high, high)
        game = explore(
            self.machine, start, until=self.ends, pools=self.pools, budget=budget, kept=self._advised
        )
        goal = {number for number, state in enumerate(game.states) if self.goal(state)}
        return Chance(chances(game, goal, [0])[0].low, high)

    def _advised(self, state: State, moves: Sequence[Move]) -> Sequence[Move]:
        """The most hopeful of ``moves``."""

        def hope(move: Move) -> tuple[Fraction, Fraction, int]:
            after = self._reader.step(state, move)
            return (SURE, SURE, 1) if self.goal(after) else self.advice.promise(after)

        return [max(moves, key=hope)]

    @cached_property
    def _reader(self) -> Concrete:
        return Concrete(self.machine)
