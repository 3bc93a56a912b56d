"""Random plays that compiled code makes, a million steps a second, until they meet what is sought.

Sought are states in which a mutant does otherwise, as far as that does not hang on what is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dicelaw.checker.search.random_plays import Walker
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, number
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.state import Field, State
from dicelaw.mutation.differences import changed_requirements, changed_sides
from dicelaw.mutation.mutants import Changes
from dicelaw.mutation.play_search.vectorised_kill_search import in_words, unpacked


def departure(machine: Machine, changes: Changes) -> Expr | None:
    """Where a mutant with these ``changes`` does otherwise; None where no state alone tells."""
    found = []
    for id, new in changes.items():
        old = machine.transition(id)
        here = Field(0, machine.slots[0]) == machine.point_index[old.source]
        found += [all_of(here, holds) for holds in _along(old, new)]
    return any_of(*found) if found else None


def _along(old: Transition, new: Transition | None) -> Iterator[Expr]:
    demands = [one.holds for one in old.requires]
    if new is None:
        yield all_of(*filter(_settled, demands))
        return
    for place, holds in changed_requirements(old, new):
        if place < len(demands) and _settled(holds) and _settled(demands[place]):
            rest = filter(_settled, [*demands[:place], *demands[place + 1 :]])
            yield all_of(*rest, number(holds) != number(demands[place]))
    pairs = [pair for pair in changed_sides(old, new) or () if all(map(_settled, pair))]
    if pairs:
        yield all_of(*filter(_settled, demands), any_of(*(one != other for one, other in pairs)))


def _settled(value: Expr) -> bool:
    """Whether ``value`` hangs on no choice."""
    return not any(node.op == "choice" for node in walk(value))


class Meeting:
    """Plays of ``machine`` of ``length`` steps at most in which one of ``sought`` holds somewhere."""

    def __init__(self, machine: Machine, sought: Mapping[str, Expr], length: int) -> None:
        self._walker = Walker(machine, sought, length=length)
        self._machine, self._reader = machine, Concrete(machine)

    def plays(self, start: State, number: int, seed: int) -> Iterator[tuple[list[State], int]]:
        """Of ``number`` plays from ``start`` the first one that meets each of what is sought.

        With each play how many steps it takes to meet the last of these.
        """
        walker = self._walker
        _, tally = walker.counted(start, seed, 0, number)
        met: dict[int, list[Expr]] = {}
        for place, condition in enumerate(walker.watched.values(), walker.layout.hits):
            if tally[place]:
                met.setdefault(tally[place] - 1, []).append(condition)
        for play, conditions in met.items():
            packed = in_words(walker.packed(start, seed, play), walker.layout)
            states = unpacked(self._machine, walker.layout, packed)
            yield states, max(self._first(states, one) for one in conditions)

    def _first(self, states: Sequence[State], condition: Expr) -> int:
        return next(at for at, state in enumerate(states) if self._reader.value(condition, state))
