"""The graph of the states that plays can reach, with who decides and with the exact chances of dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from struct import Struct
from typing import NamedTuple, overload

from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.pools import NO_POOLS, Pools
from dicelaw.model.kernel.state import Slot, State

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
    pools: Pools = NO_POOLS,
    budget: int = BUDGET,
    reader: Concrete | None = None,
    progress: Callable[[int], None] = lambda _: None,
    kept: Kept = lambda _, moves: moves,
) -> Game:
    """The graph of what is reachable from ``start``; plays end where ``until`` says so.

    Of states that differ in the order of dice of ``pools`` alone it has one, the canonical one. No more than
    ``budget`` states have their options looked at. ``progress`` is told how many had. ``reader`` is one of
    the machine where there is one already. With ``kept`` less is decided than could be. Raises Improper, and
    OutsideDomain for a step that leaves a domain.
    """
    reader, states = reader or Concrete(machine), _Numbered(machine, pools)
    found: list[tuple[Option, ...]] = []
    states.number(machine.start if start is None else start)
    while len(found) < min(len(states), budget):
        state = states[len(found)]
        found.append(() if until(state) else _options(reader, state, states.number, kept))
        if not len(found) % 1000:
            progress(len(found))
    unseen = range(len(found), len(states))
    return Game(states, (*found, *(() for _ in unseen)), frozenset(unseen))


class _Numbered(Sequence[State]):
    """States in the order in which they were first seen; kept small, for there may be many of many slots."""

    def __init__(self, machine: Machine, pools: Pools) -> None:
        self._pools = pools
        self._form = Struct("=" + "".join(_code(slot) for slot in machine.slots))
        self._numbers: dict[bytes, int] = {}
        self._packed: list[bytes] = []

    def number(self, state: State) -> int:
        """The number of ``state``, which is the next one where it is new."""
        packed = self._form.pack(*self._pools.canonical(state))
        number = self._numbers.setdefault(packed, len(self._packed))
        if number == len(self._packed):
            self._packed.append(packed)
        return number

    def __len__(self) -> int:
        return len(self._packed)

    @overload
    def __getitem__(self, place: int) -> State: ...
    @overload
    def __getitem__(self, place: slice) -> list[State]: ...
    def __getitem__(self, place: int | slice) -> State | list[State]:
        if isinstance(place, slice):
            return [self._form.unpack(packed) for packed in self._packed[place]]
        return self._form.unpack(self._packed[place])


def _code(slot: Slot) -> str:
    """How a value of ``slot`` is packed: as a byte, or as more of them."""
    for code, lo, bits in (("B", 0, 8), ("h", -1 << 15, 15), ("i", -1 << 31, 31)):
        if lo <= slot.lo and slot.hi < 1 << bits:
            return code
    return "q"


def _options(
    reader: Concrete, state: State, number: Callable[[State], int], kept: Kept
) -> tuple[Option, ...]:
    """The options of ``state``, each once; all that dice or cards may do is one of them.

    What has no chance at all leads nowhere.
    """
    made: dict[Option, None] = {}
    chances: dict[int, Fraction] = {}
    rolled = False
    moves: Sequence[Move] = [*reader.enabled(state)]
    if len(moves) > 1 and reader.actor(state, moves[0]) is not Agent.CHANCE:
        moves = kept(state, moves)
    for move in moves:
        actor = reader.actor(state, move)
        if actor is Agent.CHANCE:
            rolled = True
            if chance := Fraction(*reader.weight(state, move)):
                target = number(reader.step(state, move))
                chances[target] = chances.get(target, Fraction(0)) + chance
        else:
            target = number(reader.step(state, move))
            made[Option(actor if isinstance(actor, int) else None, (target,), (1,), 1)] = None
    if rolled:
        made[_rolled(reader, state, chances)] = None
    return tuple(made)


def _rolled(reader: Concrete, state: State, chances: Mapping[int, Fraction]) -> Option:
    whole = sum(chances.values())
    if whole != 1:
        at = reader.machine.point_of(state).id
        raise Improper(f"at {at} the chances of what may happen add up to {whole}, not to 1")
    total = lcm(*(chance.denominator for chance in chances.values()))
    return Option(None, tuple(chances), tuple(int(chance * total) for chance in chances.values()), total)
