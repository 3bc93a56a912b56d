"""Dice whose order tells nothing: of the states that differ in it alone one is enough."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from operator import itemgetter

from dicelaw.model.kernel.state import State


@dataclass(frozen=True)
class Pool:
    """Dice of one roll, in the slots ``dice``, where 0 is no die.

    While slot ``live`` has the value ``roll``, bit ``i`` of slot ``pending`` says that die ``i`` is yet to be
    rolled. Plays go on alike when two dice change places, and whatever a die shows that is yet to be rolled:
    a game that has pools proves both. It need not hold where slot ``unlike`` is not 0, as when each player
    has one of the dice: there the dice stay where they are.
    """

    dice: tuple[int, ...]
    pending: int
    live: int
    roll: int
    unlike: int | None = None

    @property
    def slots(self) -> tuple[int, ...]:
        """All of them."""
        return (*self.dice, self.pending, self.live, *([] if self.unlike is None else [self.unlike]))

    def moved(self, to: Mapping[int, int]) -> Pool:
        """This pool where each slot has the place that ``to`` has for it."""
        dice = tuple(to[slot] for slot in self.dice)
        unlike = None if self.unlike is None else to[self.unlike]
        return Pool(dice, to[self.pending], to[self.live], self.roll, unlike)

    def is_read(self, slots: Collection[int]) -> bool:
        """Whether one of ``slots`` could tell the order."""
        return not {*self.dice, self.pending}.isdisjoint(slots)


@dataclass(frozen=True)
class Pools:
    """Several pools, of each of which the dice are interchangeable."""

    pools: tuple[Pool, ...] = ()

    def canonical(self, state: State) -> State:
        """The state that stands for ``state``: the highest dice come first, those yet to be rolled last."""
        changed: list[int] | None = None
        for pool, read, known in self._known:
            values = read(state if changed is None else changed)  # pools may share slots
            if values not in known:
                known[values] = _in_order(pool, values)
            if (inside := known[values]) is not None:
                changed = changed or [*state]
                for slot, value in zip(pool.slots, inside, strict=True):
                    changed[slot] = value
        return state if changed is None else tuple(changed)

    @cached_property
    def _known(self) -> list[tuple[Pool, Callable[[Sequence[int]], State], dict[State, State | None]]]:
        """Of each pool how its slots are read, and what is known of their values."""
        return [(pool, itemgetter(*pool.slots), {}) for pool in self.pools]

    def __getstate__(self) -> dict[str, object]:
        """Without what is known of values."""
        return {"pools": self.pools}

    def unread(self, slots: Collection[int]) -> Pools:
        """Those whose order none of ``slots`` could tell."""
        return Pools(tuple(pool for pool in self.pools if not pool.is_read(slots)))


NO_POOLS = Pools()


def _in_order(pool: Pool, values: State) -> State | None:
    """What stands for ``values`` of the slots of ``pool``; None where they do themselves."""
    place = {slot: number for number, slot in enumerate(pool.slots)}
    inside = [*values]
    _set_in_order(pool.moved(place), inside)
    return None if (found := tuple(inside)) == values else found


def _set_in_order(pool: Pool, state: list[int]) -> None:
    if pool.unlike is not None and state[pool.unlike]:
        return
    coming = state[pool.pending] if state[pool.live] == pool.roll else 0
    faces = [state[slot] for slot in pool.dice]
    there = [place for place, face in enumerate(faces) if face or coming >> place & 1]
    rolled = sorted((faces[place] for place in there if not coming >> place & 1), reverse=True)
    for place, face in zip_longest(there, rolled, fillvalue=0):
        state[pool.dice[place]] = face
    if coming:
        state[pool.pending] = sum(1 << place for place in there[len(rolled) :])
