"""What is expected of a position: the values that slots have in some plays from there.

Nothing is taken for granted by it: a search that begins with it notices whatever else comes up.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress

from dicelaw.model.kernel.concrete import Concrete, OutsideDomain
from dicelaw.model.kernel.pools import Pool, Pools
from dicelaw.model.kernel.state import Slot, State

LONGEST = 400
"""After how many steps a random play is given up."""
NEAR = 100
"""How many states are looked at one after another from one that shows something new."""


class Expected:
    """The values of each slot in the states that were seen, in plays by ``reader`` that end at ``until``."""

    def __init__(self, reader: Concrete, start: State, until: Callable[[State], object]) -> None:
        self._reader = reader
        self._until = until
        self._lows = list(start)
        self._highs = list(start)
        self._dice = random.Random(1)
        self._taken: set[int] = set()

    def see(self, states: Iterable[State]) -> None:
        """Expect what ``states`` have."""
        for slot, values in enumerate(zip(*states, strict=True)):
            self._lows[slot] = min(self._lows[slot], *values)
            self._highs[slot] = max(self._highs[slot], *values)

    def play(self, starts: Iterable[State], times: int) -> None:
        """Expect what comes up in random plays, so many from each of ``starts``."""
        self.see({state for start in starts for _ in range(times) for state in self.played(start)})

    def look_around(self, state: State) -> None:
        """Expect what comes up near ``state``."""
        found = [state]
        seen = {state}
        for one in found:
            if len(found) > NEAR:
                break
            new = {*self._next(one)} - seen
            seen |= new
            found += new
        self.see(found)

    def _next(self, state: State) -> Iterator[State]:
        for move in [] if self._until(state) else self._reader.enabled(state):
            self._taken.add(move[0])
            with suppress(OutsideDomain):
                yield self._reader.step(state, move)

    def played(self, state: State) -> Iterator[State]:
        """The states of a random play from ``state`` on."""
        for _ in range(LONGEST):
            yield state
            moves = [] if self._until(state) else self._reader.enabled(state)
            if not moves:
                return
            move = self._dice.choice(moves)
            self._taken.add(move[0])
            try:
                state = self._reader.step(state, move)
            except OutsideDomain:
                return

    @property
    def taken(self) -> set[str]:
        """The transitions that were taken."""
        return {self._reader.machine.transitions[place].id for place in self._taken}

    def ranges(self, slots: Sequence[Slot], pools: Pools) -> tuple[range, ...]:
        """The range of each of ``slots``; wider where that takes no room, and as ``pools`` need them."""
        ranges = [
            _rounded(slot, low, high) for slot, low, high in zip(slots, self._lows, self._highs, strict=True)
        ]
        for pool in pools.pools:
            _put_in_any_order(ranges, pool)
        return tuple(ranges)


def _rounded(slot: Slot, low: int, high: int) -> range:
    """From ``low`` to ``high`` and to whatever else as many bits can tell."""
    bits = (high - low).bit_length()
    top = min(slot.hi, low + (1 << bits) - 1)
    return range(max(slot.lo, top - (1 << bits) + 1), top + 1)


def _put_in_any_order(ranges: list[range], pool: Pool) -> None:
    """Widen the ``ranges`` of ``pool`` to what they are when its dice are in any order."""
    there = [place for place, slot in enumerate(pool.dice) if ranges[slot] != range(1)]
    pending = ranges[pool.pending]
    dice = max([place + 1 for place in there] + [pending[-1].bit_length()])
    if dice:
        shown = max(ranges[slot][-1] for slot in pool.dice)
        for slot in pool.dice[:dice]:
            ranges[slot] = range(shown + 1)
        ranges[pool.pending] = range(1 << dice) if pending != range(1) else pending
