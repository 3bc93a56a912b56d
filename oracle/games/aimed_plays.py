"""Random plays that prefer what was seldom done, or that lead towards a state; see ``Seeking``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from operator import ne
from random import Random

from dicelaw.checker.walks.observed_play import Play, Stage
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.state import State
from dicelaw.oracle.games.session import Session

LENGTH = 40
"""How many decisions, dice and draws a play has at most."""
HINTED = 0.8
"""How often what an aim says is followed, one thing at a time."""
MADE = 0.8
"""How often a move that is wanted is made where it may be."""


@dataclass(frozen=True)
class Aim:
    """A moment to be reached: a state like ``state``, which need not be possible, before ``move``."""

    state: State
    move: Move | None = None


Wanted = Callable[[State, Move], bool]
"""Whether a move from a state is one that a play is to have."""
Preferred = Callable[[State, Sequence[Move]], Move | None]
"""Which of the legal moves of a state is made; None where chance decides, or what was seldom done."""


class AimedPlays:
    """Makes plays, the same for the same ``seed``."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)
        self.seen: Counter[str] = Counter()
        self.sought: Set[int] = frozenset()
        """The places of transitions that plays which are steered mostly take where they may."""

    def aim(self, state: State, move: Move | None = None) -> Aim:
        """The aim at ``state`` before ``move``."""
        return Aim(state, move)

    def hinted(self, aim: Aim | None) -> bool:
        """Whether ``aim``, if there is one, is followed this time."""
        return aim is not None and self.random.random() < HINTED

    def play(self, session: Session, stage: Stage, aim: Aim | None = None) -> Play:
        """A random play from the present state of ``session``; towards ``aim`` where there is one."""

        def towards(state: State, moves: Sequence[Move]) -> Move | None:
            if aim is None or self.random.random() >= HINTED:
                return None
            return self._towards(stage, state, moves, aim)

        return self.led(session, stage, towards, LENGTH)

    def led(self, session: Session, stage: Stage, preferred: Preferred, length: int) -> Play:
        """A random play of ``length`` moves at most, in which what is ``preferred`` is done."""
        play, draw = stage.begun(session.state), self.random
        calm = draw.choice((0.05, 0.3, 0.6))
        for _ in range(length):
            state = play.states[-1]
            moves = stage.reader.enabled(state)
            if not moves:
                break
            move = preferred(state, moves)
            if move is None and stage.reader.actor(state, moves[0]) is Agent.CHANCE:
                move = draw.choice(moves)
            elif move is None:
                quiet = [one for one in moves if session.is_pass(one)] if draw.random() < calm else []
                move = self._rarest(stage, quiet or moves)
            play = stage.played(play, move)
        return play

    def steer(self, session: Session, stage: Stage, wanted: Wanted, length: int) -> None:
        """A play of ``length`` moves at most, in which moves that are ``wanted`` are mostly made."""

        def preferred(state: State, moves: Sequence[Move]) -> Move | None:
            if stage.reader.actor(state, moves[0]) is Agent.CHANCE:
                return None
            fresh = [one for one in moves if one[0] in self.sought]
            found = fresh or [one for one in moves if wanted(state, one)]
            return self.random.choice(found) if found and self.random.random() < MADE else None

        self.led(session, stage, preferred, length)

    def _towards(self, stage: Stage, state: State, moves: Sequence[Move], aim: Aim) -> Move:
        """One of ``moves`` after which most is as in ``aim``."""
        if aim.move is not None and aim.move in moves:
            return aim.move
        apart = [sum(map(ne, stage.reader.step(state, move)[1:], aim.state[1:])) for move in moves]
        return self.random.choice([move for move, far in zip(moves, apart, strict=True) if far == min(apart)])

    def _rarest(self, stage: Stage, moves: Sequence[Move]) -> Move:
        """One of ``moves``, the more likely the fewer times it was made."""
        names = [self._named(stage, move) for move in moves]
        alike = Counter(move[0] for move in moves)
        ids = [stage.machine.transitions[move[0]].id for move in moves]
        weights = [
            1 / (1 + self.seen[id]) ** 0.5 / (1 + self.seen[name]) / alike[move[0]] ** 0.5
            for move, name, id in zip(moves, names, ids, strict=True)
        ]
        place = self.random.choices(range(len(moves)), weights)[0]
        self.seen.update((names[place], ids[place]))
        return moves[place]

    def _named(self, stage: Stage, move: Move) -> str:
        """What ``move`` does with things of which kinds."""
        transition = stage.machine.transitions[move[0]]
        labels = [choice.label(value) for choice, value in zip(transition.choices, move[1:], strict=True)]
        return " ".join([transition.id, *(label.rpartition("/")[0] or label for label in labels)])
