"""Plays in which one seat wins before the other has a choice, move by move, for any game of two with life."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dicelaw.checker.intervals import wilson
from dicelaw.model.kernel.concrete import Concrete, Move, OutsideDomain
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.state import State

ENGINE = "first turn"
CHANCES = 300
"""How many first turns with fair dice tell how likely it is."""
Choose = Callable[[State, Sequence[Move], bool], Move]
"""Gives one of the legal moves of a state: of chance where the last is true, else of the winning seat."""


def won_alone(
    reader: Concrete, life: Sequence[int], seat: int, steps: int, choose: Choose
) -> list[Move] | None:
    """The moves from the start to a win of ``seat``, ``choose`` deciding; None if it does not come to one.

    That is also where the other has more than one legal move. ``life`` has the places of what both may lose.
    """
    state, moves = reader.machine.start, list[Move]()
    for _ in range(steps):
        legal = reader.enabled(state)
        if not legal:
            return moves if state[life[seat]] and not state[life[1 - seat]] else None
        actor = reader.actor(state, legal[0])
        if actor == 1 - seat and len(legal) > 1:
            return None
        asked = actor is Agent.CHANCE or actor == seat
        move = choose(state, legal, actor is Agent.CHANCE) if asked else legal[0]
        moves.append(move)
        try:
            state = reader.step(state, move)
        except OutsideDomain:
            return None
    return None


def how_often(won: int) -> str:
    """How many of :data:`CHANCES` first turns were ``won``, with the interval of their share."""
    low, high = wilson(won, CHANCES)
    of = f"{won} of {CHANCES} first turns"
    return f"{of}, {100 * low:.1f} to {100 * high:.1f} % (Wilson's interval at 95 %)"
