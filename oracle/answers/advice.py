"""What may be decided first from a position, to be told apart by how likely a goal is after each decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dicelaw.checker.chances.game import Game
from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.pools import Pools
from dicelaw.model.kernel.state import State


@dataclass(frozen=True)
class FirstDecision:
    """The decisions of ``seat`` in ``state``, each with the number in the graph of what it leads to.

    Of decisions that come to the same there is one.
    """

    seat: int
    state: State
    after: Mapping[Move, int]


def first_decision(machine: Machine, start: State, game: Game, pools: Pools) -> FirstDecision | None:
    """What is decided first in ``game``, which was explored from ``start`` by ``pools``.

    None where dice fall before anybody has a choice, where nobody ever has one, and where it was not seen.
    """
    reader, state, here = Concrete(machine), start, 0
    for _ in game.states:
        targets = {game.states[to]: to for option in game.options[here] for to in option.targets}
        moves = [*reader.enabled(state)] if targets else []
        actor = reader.actor(state, moves[0]) if moves else Agent.CHANCE
        if actor is Agent.CHANCE:
            return None
        after: dict[int, Move] = {}
        for move in moves:
            after.setdefault(targets[pools.canonical(reader.step(state, move))], move)
        if len(after) > 1 and isinstance(actor, int):
            return FirstDecision(actor, state, {move: place for place, move in after.items()})
        state, here = reader.step(state, moves[0]), next(iter(after))
    return None


def places_of(machine: Machine, start: State, first: FirstDecision | None) -> list[State]:
    """``start``, and what each of the decisions of ``first`` leads to, in their order."""
    reader = Concrete(machine)
    return [start] if first is None else [start, *(reader.step(first.state, move) for move in first.after)]
