"""Rounds of a play that can be repeated: nothing is lost by them, and something is gained each time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.state import State
from dicelaw.oracle.fuzz.arena import Arena
from dicelaw.oracle.fuzz.trail import Ended, Recorder, Trail

ROUNDS = 12
"""How often a round has to be played: more often than the uses of anything in a turn are counted."""
GAINING = 3
"""In how many of these something has to be gained, as what is gained may come to its limit."""
BACK = 6
"""How many earlier moments a moment is held against."""


class Cycles:
    """Looks for rounds in the plays of ``arena``."""

    def __init__(self, arena: Arena, recorder: Recorder) -> None:
        self.arena, self.recorder = arena, recorder

    def of(self, trail: Trail) -> Iterator[tuple[str, int]]:
        """The first round of ``trail`` that can be repeated: what it gains, and the steps up to its end."""
        places: dict[object, list[int]] = defaultdict(list)
        states = [trail.start, *(after for *_, after in trail.steps)]
        for place, state in enumerate(states):
            key = self.arena.resting(state)
            if key is None:
                continue
            for earlier in places[key][-BACK:]:
                moves = [move for _, move, _ in trail.steps[earlier:place]]
                gained = self.arena.gains(states[earlier], state, moves)
                if gained and self._repeats(state, moves):
                    yield ", ".join(f"{some} {name}" for name, some in gained.items()), place
                    return
            places[key].append(place)

    def _repeats(self, state: State, moves: list[Move]) -> bool:
        """Whether ``moves`` can be made over and over from ``state``, always with a gain at first."""
        decided = [move for move in moves if self.arena.machine.transitions[move[0]].actor is not Agent.RULES]
        reader = self.recorder.reader
        kept = self.recorder.trail
        try:
            for number in range(ROUNDS):
                before = state
                for move in decided:
                    if move not in reader.enabled(state):
                        return False
                    state = self.recorder.go(state, move)
                if number < GAINING and not self.arena.gains(before, state, moves):
                    return False
        except Ended:
            return True  # it went on until a number became too large
        finally:
            self.recorder.restore(kept)
        return True
