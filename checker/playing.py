"""Games between two in which a policy decides: played by compiled code, or by the concrete reader."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import islice
from typing import Protocol

from dicelaw.checker.duels import Duels
from dicelaw.checker.search.decided_plays import Decided, DecidedPlays, End
from dicelaw.checker.search.layout import TooWide
from dicelaw.checker.search.native import NotInstalled
from dicelaw.checker.search.policy import Decider, Policy
from dicelaw.checker.search.random_plays import lots
from dicelaw.model.kernel.concrete import Concrete, OutsideDomain
from dicelaw.model.kernel.machine import Machine

STEPS = 20_000
"""A game that takes more steps than this is broken off."""


class Playing(Protocol):
    """What plays games."""

    def play(self, seed: int, number: int) -> Decided:
        """See :class:`DecidedPlays`."""
        ...


def playing(machine: Machine, policy: Policy, *, compiled: bool) -> Playing:
    """What plays games in which ``policy`` decides: the same ones, compiled or not."""
    if compiled:
        try:
            return DecidedPlays(machine, policy, length=STEPS)
        except (NotInstalled, TooWide):
            pass  # the same games, only slower
    return _Concretely(machine, policy)


class _Concretely:
    """As :class:`DecidedPlays`, by the concrete reader: move for move the same plays."""

    def __init__(self, machine: Machine, policy: Policy) -> None:
        self.start, self.reader = machine.start, Concrete(machine)
        self.turn = self.reader.compiled(policy.turn)
        self.decider = Decider(policy, self.reader)

    def play(self, seed: int, number: int) -> Decided:
        """See :class:`DecidedPlays`."""
        reader, state, turns = self.reader, self.start, 1
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
        return Decided(End.LONG, state, STEPS, turns)


def duels(plays: Playing, life: Sequence[int], numbers: Sequence[int], seed: str) -> Duels:
    """What comes of the games with these ``numbers``, the same for the same ``seed``.

    ``life`` says where in a state it stands what each seat has left of it: who alone has some has won. The
    first thing that falls by chance falls to one and the other in turn.
    """
    own = int.from_bytes(sha256(seed.encode()).digest()[:8])
    ended = [plays.play(own, number) for number in numbers]
    winners = [_winner(one, life) for one in ended]
    return Duels(
        len(numbers),
        won=winners.count(0),
        lost=winners.count(1),
        outside=sum(one.end is End.OUTSIDE for one in ended),
        turns=sum(one.turns for one in ended),
    )


def _winner(play: Decided, life: Sequence[int]) -> int | None:
    """The seat that won, if one did."""
    alive = [seat for seat, place in enumerate(life) if play.last[place]]
    return alive[0] if play.end is End.OVER and len(alive) == 1 else None
