"""The graph of the states that plays can reach, with who decides and with the exact chances of dice."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State

BUDGET = 200_000


class Improper(Exception):
    """A state in which the chances of what dice or cards may do don't add up to 1."""


class Option(NamedTuple):
    """One thing that may be decided, or that dice decide, in a state.

    ``seat`` is None where the rules or dice act. It leads to each of ``targets`` with a chance of its weight
    in ``total``.
    """

    seat: int | None
    targets: tuple[int, ...]
    weights: tuple[int, ...]
    total: int


@dataclass(frozen=True)
class Game:
    """Every state that was seen, by number, the start being 0, with its options; at an end there are none.

    ``open`` has the states whose options were not looked at because the budget ran out.
    """

    states: tuple[State, ...]
    options: tuple[tuple[Option, ...], ...]
    open: frozenset[int] = frozenset()

    @property
    def seats(self) -> list[int]:
        """The seats that decide between options anywhere."""
        choosing = (options for options in self.options if len(options) > 1)
        return sorted({one.seat for options in choosing for one in options if one.seat is not None})


def explore(
    machine: Machine,
    start: State | None = None,
    *,
    until: Callable[[State], object] = lambda _: False,
    budget: int = BUDGET,
    progress: Callable[[int], None] = lambda _: None,
) -> Game:
    """The graph of what is reachable from ``start``; plays end where ``until`` says so.

    No more than ``budget`` states have their options looked at. ``progress`` is told how many had. Raises
    Improper, and OutsideDomain for a step that leaves a domain.
    """
    reader = Concrete(machine)
    begin = machine.start if start is None else start
    numbers, waiting = {begin: 0}, deque([begin])
    found: list[tuple[Option, ...]] = []

    def number(state: State) -> int:
        known = numbers.setdefault(state, len(numbers))
        if known == len(numbers) - 1 and state is not begin and len(numbers) > len(found) + len(waiting) + 1:
            waiting.append(state)
        return known

    while waiting and len(found) < budget:
        state = waiting.popleft()
        found.append(() if until(state) else _options(reader, state, number))
        if not len(found) % 1000:
            progress(len(found))
    seen = range(len(found), len(numbers))
    return Game(tuple(numbers), (*found, *(() for _ in seen)), frozenset(seen))


def _options(reader: Concrete, state: State, number: Callable[[State], int]) -> tuple[Option, ...]:
    """The options of ``state``, each once; all that dice or cards may do is one of them."""
    made: dict[Option, None] = {}
    chances: dict[int, Fraction] = {}
    for move in reader.enabled(state):
        actor, target = reader.actor(state, move), number(reader.step(state, move))
        if actor is Agent.CHANCE:
            chances[target] = chances.get(target, Fraction(0)) + Fraction(*reader.weight(state, move))
        else:
            made[Option(actor if isinstance(actor, int) else None, (target,), (1,), 1)] = None
    if chances:
        made[_rolled(reader, state, chances)] = None
    return tuple(made)
