"""The graph of the states that plays can reach, with who decides and with the exact chances of dice."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import NamedTuple

from dicelaw.checker.chances.numbered import Numbered
from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.pools import NO_POOLS, Pools
from dicelaw.model.kernel.state import State

BUDGET = 200_000
Kept = Callable[[State, Sequence[Move]], Sequence[Move]]
"""Which of the moves of a state are looked at where seats or the rules choose among them."""


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

    states: Sequence[State]
    options: tuple[tuple[Option, ...], ...]
    open: frozenset[int] = frozenset()

    @cached_property
    def parts(self) -> Sequence[Sequence[int]]:
        """Its strongly connected parts, each after those that it leads to."""
        from dicelaw.checker.chances.components import ordered

        return ordered(dict(enumerate(self.options)))

    @property
    def seats(self) -> list[int]:
        """The seats that decide between options anywhere."""
        choosing = (options for options in self.options if len(options) > 1)
        return sorted({one.seat for options in choosing for one in options if one.seat is not None})


@dataclass(frozen=True)
class Known:
    """The options that states have in ``game``, which serve for another machine.

    That has the same slots and pools, and plays end at the same. ``points`` has the numbers that its timing
    points have in ``game``; the transitions that leave them are the same, unless the point is ``changed``.
    """

    game: Game
    points: Mapping[int, int]
    changed: Collection[int]

    def put_into(self, states: Numbered) -> Callable[[int, int], tuple[Option, ...] | None]:
        """What says the options of a state by its number among ``states`` and its timing point, if known."""
        mine, moved = self.game.states, dict[int, int]()
        assert isinstance(mine, Numbered)
        back = {its: point for point, its in self.points.items()}

        def to(target: int) -> int:
            if (number := moved.get(target)) is None:
                packed = mine.packed(target)
                number = moved[target] = states.numbered(states.placed(packed, back[mine.at(packed)]))
            return number

        def options(number: int, at: int) -> tuple[Option, ...] | None:
            if at in self.changed or at not in self.points:
                return None
            same = mine.find(mine.placed(states.packed(number), self.points[at]))
            if same is None or same in self.game.open:
                return None
            return tuple(one._replace(targets=tuple(map(to, one.targets))) for one in self.game.options[same])

        return options if mine.form == states.form else lambda *_: None


def explore(
    machine: Machine,
    start: State | None = None,
    *,
    until: Callable[[State], object] = lambda _: False,
    pools: Pools = NO_POOLS,
    budget: int = BUDGET,
    reader: Concrete | None = None,
    progress: Callable[[int], None] = lambda _: None,
    kept: Kept = lambda _, moves: moves,
    known: Known | None = None,
) -> Game:
    """The graph of what is reachable from ``start``; plays end where ``until`` says so.

    Of states that differ in the order of dice of ``pools`` alone it has one, the canonical one. No more than
    ``budget`` states have their options looked at. ``progress`` is told how many had. ``reader`` is one of
    the machine where there is one already. With ``kept`` less is decided than could be, and what is ``known``
    is not looked at again. Raises Improper, and OutsideDomain for a step that leaves a domain.
    """
    reader, states = reader or Concrete(machine), Numbered(machine, pools)
    found: list[tuple[Option, ...]] = []
    states.number(machine.start if start is None else start)
    look = None if known is None else known.put_into(states)
    while len(found) < min(len(states), budget):
        state = states[len(found)]
        options = look and look(len(found), state[0])
        if options is None:
            options = () if until(state) else _options(reader, state, states.number, kept)
        found.append(options)
        if not len(found) % 1000:
            progress(len(found))
    unseen = range(len(found), len(states))
    return Game(states, (*found, *(() for _ in unseen)), frozenset(unseen))


def _options(
    reader: Concrete, state: State, number: Callable[[State], int], kept: Kept
) -> tuple[Option, ...]:
    """The options of ``state``, each once; all that dice or cards may do is one of them.

    What has no chance at all leads nowhere.
    """
    made: dict[Option, None] = {}
    chances: list[tuple[int, int, int]] = []
    rolled = False
    moves: Sequence[Move] = [*reader.enabled(state)]
    if len(moves) > 1 and reader.actor(state, moves[0]) is not Agent.CHANCE:
        moves = kept(state, moves)
    for move in moves:
        actor = reader.actor(state, move)
        if actor is Agent.CHANCE:
            rolled = True
            of, whole = reader.weight(state, move, len(moves))
            if of:
                chances.append((number(reader.step(state, move)), of, whole))
        else:
            target = number(reader.step(state, move))
            made[Option(actor if isinstance(actor, int) else None, (target,), (1,), 1)] = None
    if rolled:
        made[_rolled(reader, state, chances)] = None
    return tuple(made)


def _rolled(reader: Concrete, state: State, chances: Sequence[tuple[int, int, int]]) -> Option:
    """The option that leads to each target with its chance, so much of a whole."""
    total = lcm(*(whole for _, _, whole in chances))
    weights: dict[int, int] = {}
    for target, of, whole in chances:
        weights[target] = weights.get(target, 0) + of * (total // whole)
    if sum(weights.values()) != total or not weights:
        at, found = reader.machine.point_of(state).id, Fraction(sum(weights.values()), total)
        raise Improper(f"at {at} the chances of what may happen add up to {found}, not to 1")
    shared = gcd(total, *weights.values())
    return Option(
        None, tuple(weights), tuple(weight // shared for weight in weights.values()), total // shared
    )
