"""Plays on a machine, and what an onlooker sees of them.

A play is a start, and the decisions, dice and cards of it; what the rules do by themselves is not part of it.
An onlooker sees what is on the table whenever something has to be decided or rolled, and then, where a seat
decides, all that it may do. Where a die is to be rolled or a card to be drawn, nothing else may happen: rules
that would go on without it are seen as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State

View = Callable[[State], object]
"""What an onlooker sees of a state."""


@dataclass(frozen=True)
class Play:
    """A play: the state in which nothing happens by itself any more before and after each of ``moves``.

    ``between`` has the steps that follow each of ``moves``, first that move itself.
    """

    states: tuple[State, ...]
    moves: tuple[Move, ...]
    between: tuple[tuple[tuple[State, Move], ...], ...]

    @property
    def start(self) -> State:
        """The state in which the play begins."""
        return self.between[0][0][0] if self.between[0] else self.states[0]

    def cut(self, length: int) -> Play:
        """The play up to its move number ``length``."""
        return Play(self.states[: length + 1], self.moves[:length], self.between[: length + 1])


class Stage:
    """A machine on which plays are made and watched; ``view`` is what an onlooker sees of a state."""

    def __init__(self, machine: Machine, view: View) -> None:
        self.machine = machine
        self.view = view
        self.reader = Concrete(machine)
        self.rules = [transition.actor is Agent.RULES for transition in machine.transitions]

    def settled(self, state: State) -> tuple[State, list[tuple[State, Move]]]:
        """``state`` after all that the rules do by themselves, and the steps that lead there."""
        steps = []
        while len(legal := self.reader.enabled(state)) == 1 and self.rules[legal[0][0]]:
            steps.append((state, legal[0]))
            state = self.reader.step(state, legal[0])
        return state, steps

    def begun(self, state: State) -> Play:
        """The play that begins in ``state``, before any decision."""
        first, steps = self.settled(state)
        return Play((first,), (), (tuple(steps),))

    def played(self, play: Play, move: Move) -> Play:
        """``play`` with one more move. Raises Illegal, or OutsideDomain."""
        last = play.states[-1]
        after, steps = self.settled(self.reader.step(last, move))
        return Play((*play.states, after), (*play.moves, move), (*play.between, ((last, move), *steps)))

    def made(self, state: State, moves: Iterable[Move]) -> Play:
        """The play of ``moves`` from ``state``. Raises Illegal, or OutsideDomain."""
        play = self.begun(state)
        for move in moves:
            play = self.played(play, move)
        return play

    def seen(self, state: State, legal: Sequence[Move]) -> object:
        """What an onlooker sees in ``state``: also who has to act, and what a seat or the rules may do."""
        if not legal:
            return self.view(state), None, None
        actor = self.reader.actor(state, legal[0])
        open_to = legal if isinstance(actor, int) else [move for move in legal if self.rules[move[0]]]
        return self.view(state), actor, frozenset(open_to)
