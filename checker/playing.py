"""Games between two in which a policy decides: played by compiled code, or by the concrete reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Protocol

from dicelaw.checker.duels import Duels, Ways, ways
from dicelaw.checker.search.decided_plays import Decided, DecidedPlays, End
from dicelaw.checker.search.layout import TooWide
from dicelaw.checker.search.native import NotInstalled
from dicelaw.checker.search.policy import Decider, Decides, OwnCode, Policy
from dicelaw.checker.search.random_plays import lots
from dicelaw.model.kernel.concrete import Concrete, OutsideDomain
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State

STEPS = 20_000
"""A game that takes more steps than this is broken off."""


class Playing(Protocol):
    """What plays games."""

    def play(self, seed: int, number: int) -> Decided:
        """See :class:`DecidedPlays`."""
        ...

    def back(self) -> Iterator[State]:
        """The states of the last play, from its last one on."""
        ...


def playing(machine: Machine, policy: Policy | OwnCode, *, compiled: bool) -> Playing:
    """What plays games in which ``policy`` decides: the same ones, compiled or not."""
    if compiled and isinstance(policy, Policy):
        try:
            return DecidedPlays(machine, policy, length=STEPS)
        except (NotInstalled, TooWide):
            pass  # the same games, only slower
    return _Concretely(machine, policy)


class _Concretely:
    """As :class:`DecidedPlays`, by the concrete reader: move for move the same plays."""

    def __init__(self, machine: Machine, policy: Policy | OwnCode) -> None:
        self.start, self.reader = machine.start, Concrete(machine)
        self.turn = self.reader.compiled(policy.turn)
        if isinstance(policy, OwnCode):
            self.decider: Decides = policy.decider
        else:
            self.decider = Decider(policy, self.reader)
        self._path: list[State] = []

    def back(self) -> Iterator[State]:
        """See :class:`Playing`."""
        return reversed(self._path)

    def play(self, seed: int, number: int) -> Decided:
        """See :class:`DecidedPlays`."""
        reader, state, turns = self.reader, self.start, 1
        self._path = [state]
        self.decider.begin()
        for step, lot in enumerate(islice(lots(seed, number), STEPS)):
            legal = reader.enabled(state)
            if not legal:
                return Decided(End.OVER, state, step, turns)
            move = legal[number % len(legal)] if step == 0 else self.decider.decide(state, legal, lot)
            try:
                after = reader.step(state, move)
            except OutsideDomain:
                return Decided(End.OUTSIDE, state, step, turns)
            turns += step > 0 and self.turn(after, {}) != self.turn(state, {})
            state = after
            self._path.append(state)
        return Decided(End.LONG, state, STEPS, turns)


@dataclass(frozen=True)
class Arena:
    """A game between two that is played again and again.

    ``life`` says where in a state it stands what each seat has left of it: who alone has some has won.
    ``blow`` says what took the last of it, by the state before that and the seat that lost. ``names`` are
    the words that decide together with a seed what falls.
    """

    plays: Playing
    life: Sequence[int]
    blow: Callable[[State, int], str]
    names: str

    def duels(self, numbers: Sequence[int], seed: int) -> Duels:
        """What comes of the games with these ``numbers``, the same for the same ``seed``.

        The first thing that falls by chance falls to one and the other in turn.
        """
        own = int.from_bytes(sha256(f"{seed}/{self.names}".encode()).digest()[:8])
        by: tuple[list[Ways], list[Ways]] = ([], [])
        outside = turns = 0
        for number in numbers:
            ended = self.plays.play(own, number)
            outside += ended.end is End.OUTSIDE
            turns += ended.turns
            winner = _winner(ended, self.life)
            if winner is not None:
                before = next(state for state in self.plays.back() if state[self.life[1 - winner]])
                by[winner].append(((self.blow(before, 1 - winner), 1),))
        won, lost = map(len, by)
        return Duels(len(numbers), won, lost, outside, turns, *(ways(*some) for some in by))


def _winner(play: Decided, life: Sequence[int]) -> int | None:
    """The seat that won, if one did."""
    alive = [seat for seat, place in enumerate(life) if play.last[place]]
    return alive[0] if play.end is End.OVER and len(alive) == 1 else None
