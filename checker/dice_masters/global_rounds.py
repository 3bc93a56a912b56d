"""Playing rounds of Globals on the concrete reader, from a state that a play by chance comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.kernel.concrete import Concrete, Move, OutsideDomain
from dicelaw.model.kernel.expressions import constant
from dicelaw.model.kernel.state import State

PLAYS, STEPS = 120, 500
"""How many plays by chance are made to come to a loop, and how long each may be."""
NODES = 3_000
ROUNDS = 3
SEATS = 2
GLOBAL = "/global"
Use = tuple[int, str]


@dataclass(frozen=True)
class Round:
    """A round that was played: its moves, the state after it, and what it gained, by name."""

    moves: tuple[Move, ...]
    after: State
    gains: Mapping[str, int]


@dataclass(frozen=True)
class Reached:
    """A play from the set-up, and the rounds that follow it."""

    start: State
    moves: tuple[Move, ...]
    rounds: tuple[Round, ...]


class GlobalRounds:
    """Looks for rounds of Globals in the game ``made``."""

    def __init__(self, made: TableMachine) -> None:
        self.machine = made.machine
        self.reader = Concrete(made.machine)
        table = made.table
        self.life = [self.reader.compiled(table.life[seat]) for seat in range(SEATS)]
        self.stock = [self.reader.compiled(table.stock(constant(seat))) for seat in range(SEATS)]

    def to(self, uses: Sequence[Use]) -> Reached | None:
        """A play to a state from which rounds of ``uses`` repeat, or None where none was found."""
        for number in range(PLAYS):
            random, state, moves = Random(number), self.machine.start, list[Move]()
            for _ in range(STEPS):
                legal = self.reader.enabled(state)
                if not legal:
                    break
                if any(self._use(state, move) == uses[0] for move in legal):
                    rounds = self._repeated(state, uses)
                    if rounds:
                        return Reached(self.machine.start, tuple(moves), tuple(rounds))
                moves.append(random.choice(legal))
                try:
                    state = self.reader.step(state, moves[-1])
                except OutsideDomain:
                    break
        return None

    def _repeated(self, start: State, uses: Sequence[Use]) -> list[Round]:
        found: list[Round] = []
        state = start
        while len(found) < ROUNDS:
            one = self._round(state, tuple(uses))
            if one is None:
                return []
            found.append(one)
            state = one.after
        return found

    def _round(self, start: State, uses: tuple[Use, ...]) -> Round | None:
        """A round of ``uses`` that loses nothing and gains something, and after which the next can begin."""
        waiting: list[tuple[State, tuple[Move, ...], tuple[Use, ...]]] = [(start, (), uses)]
        seen: set[tuple[State, tuple[Use, ...]]] = set()
        while waiting and len(seen) < NODES:
            state, moves, left = waiting.pop()
            if moves and not left and state[0] == start[0]:
                gains = self.gains(start, state, {seat for seat, _ in uses})
                if gains:
                    return Round(moves, state, gains)
                continue
            if (state, left) in seen:
                continue
            seen.add((state, left))
            for move, rest in self._onward(state, left, at_home=state[0] == start[0]):
                try:
                    waiting.append((self.reader.step(state, move), (*moves, move), rest))
                except OutsideDomain:
                    continue
        return None

    def _onward(
        self, state: State, left: tuple[Use, ...], *, at_home: bool
    ) -> Iterator[tuple[Move, tuple[Use, ...]]]:
        """The moves that may belong to a round: the next use, and what has to be decided within it."""
        for move in self.reader.enabled(state):
            use = self._use(state, move)
            if use is not None:
                if left and use == left[0]:
                    yield move, left[1:]
            elif not at_home:
                yield move, left

    def _use(self, state: State, move: Move) -> Use | None:
        """Whose use of which Global ``move`` is, or None where it is none."""
        transition = self.machine.transitions[move[0]]
        if not transition.id.endswith(GLOBAL):
            return None
        actor = self.reader.actor(state, move)
        return (actor, transition.choices[0].label(move[1])) if isinstance(actor, int) else None

    def gains(self, before: State, after: State, seats: set[int]) -> dict[str, int]:
        """What a round gained, by name; nothing where it lost something."""
        gains: dict[str, int] = {}
        for seat in range(SEATS):
            earned = self.stock[seat](after, {}) - self.stock[seat](before, {})
            lived = self.life[seat](after, {}) - self.life[seat](before, {})
            if earned < 0 or (lived < 0 and seats == {seat}):
                return {}
            gains[f"energy of player {seat + 1}"] = earned
            gains[f"life of player {seat + 1}"] = lived
            gains[f"damage to player {seat + 1}"] = -lived
        return {name: some for name, some in gains.items() if some > 0}
