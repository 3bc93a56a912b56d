"""Plays whose result hangs on how entries are laid out, so that the model has picked an order by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Any

from dicelaw.model.kernel.state import State
from dicelaw.oracle.conform.cases import flat
from dicelaw.oracle.files.codec import observation
from dicelaw.oracle.fuzz.arena import Arena
from dicelaw.oracle.fuzz.faults import ORDER, Fault
from dicelaw.oracle.fuzz.trail import Recorder, Trail, decisions_of, played

Seen = Mapping[tuple[str, int], Any]


class Orders:
    """Asks of plays in ``arena`` what they come to where entries are laid out the other way round.

    No rule speaks of how the model lays them out. So where that matters, no rule gives an order, or the model
    goes by another one.
    """

    def __init__(self, arena: Arena) -> None:
        self.arena = arena

    @cached_property
    def _turned(self) -> tuple[Arena, Recorder]:
        other = self.arena.turned()
        return other, Recorder(other)

    def hangs(self, setup: Mapping[str, Any], trail: Trail) -> Fault | None:
        """That the play ``trail`` from ``setup`` comes to something else, if it does."""
        other, recorder = self._turned
        trail = self.arena.told(trail)
        decisions = decisions_of(self.arena, trail)
        found = played(other, recorder, other.state(setup), decisions)
        if found is not None and _seen(self.arena, trail.end) == _seen(other, found.end):
            return None
        return self._first(trail, recorder.trail.steps, other)

    def _first(self, trail: Trail, steps: Sequence[Any], other: Arena) -> Fault | None:
        """Where ``trail`` first comes to something else than ``steps`` in ``other``."""
        for number, (one, two) in enumerate(zip_longest(trail.steps, steps), 1):
            if one is None:
                break
            at = self.arena.machine.transitions[one[1][0]].id
            if two is None:
                return Fault(ORDER, at, f"{at} is possible or not by how entries are laid out", number)
            here, there = _seen(self.arena, one[2]), _seen(other, two[2])
            if here != there:
                return Fault(ORDER, at, _difference(here, there), number)
        return None


def _seen(arena: Arena, state: State) -> Seen:
    return flat(observation(arena.session(state)))


def _difference(here: Seen, there: Seen) -> str:
    """The first thing that is not the same ``here`` and ``there``, in words."""
    keys = sorted(key for key in {*here, *there} if here.get(key) != there.get(key))
    (name, seat), *_ = keys
    of = f" of player {seat}" * (seat > 0)
    one, other = (seen.get(keys[0], "none") for seen in (here, there))
    return f"{name}{of}: {one} or {other}, by how entries are laid out"
