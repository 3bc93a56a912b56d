"""Steps of plays that the compiled reader, which searches rest on, takes otherwise than the concrete one."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from dicelaw.checker.search.bit_fields import ALL
from dicelaw.checker.search.layout import Layout, TooWide
from dicelaw.checker.search.native import Code, NotInstalled, Word, signed
from dicelaw.checker.search.successors import EXPAND, Successors
from dicelaw.model.kernel.concrete import Concrete, OutsideDomain
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.oracle.fuzz.faults import COMPILED, Fault
from dicelaw.oracle.fuzz.trail import Trail

KEPT = 64
"""So many pieces of a machine stay compiled, as a find that is shrunk asks for the same one again."""
Ways = Mapping[int, Sequence[State]]
"""The states after each transition, by its place, in order of its choices."""


class Compiled:
    """Asks what there is to do in plays, and what it comes to, by code compiled of what ``reader`` reads."""

    def __init__(self, reader: Concrete) -> None:
        self.reader, self.machine = reader, reader.machine
        self._piece = lru_cache(maxsize=KEPT)(self._made)

    def replayed(self, trail: Trail) -> Fault | None:
        """That something differs in ``trail``, of all the transitions that it takes."""
        return self._first(trail, tuple(sorted({move[0] for _, move, _ in trail.steps})))

    def first(self, trail: Trail, about: str) -> Fault | None:
        """That the transition ``about`` differs in ``trail``."""
        return self._first(trail, (self.machine.transition_index[about],))

    def _first(self, trail: Trail, places: tuple[int, ...]) -> Fault | None:
        piece = self._piece(places) if places else None
        if piece is not None:
            for number, (before, _, _) in enumerate(trail.steps, 1):
                here, there = self._concretely(before, places), piece.ways(before)
                for place in (place for place in places if here[place] != there[place]):
                    id = self.machine.transitions[place].id
                    return Fault(COMPILED, id, self._says(id, here[place], there[place]), number)
        return None

    def _made(self, places: tuple[int, ...]) -> _Piece | None:
        """The transitions at ``places``; None where they cannot be compiled."""
        try:
            return _Piece(self.machine, places)
        except (NotInstalled, TooWide):
            return None

    def _concretely(self, state: State, places: Sequence[int]) -> Ways:
        """What the concrete reader comes to; a step that leaves a domain has no state after it."""
        found: dict[int, list[State]] = {place: [] for place in places}
        for move in self.reader.enabled(state):
            if move[0] in found:
                try:
                    found[move[0]].append(self.reader.step(state, move))
                except OutsideDomain:
                    continue
        return found

    def _says(self, id: str, here: Sequence[State], there: Sequence[State]) -> str:
        if len(here) != len(there):
            return (
                f"{id} is possible in {len(here)} ways for the concrete reader, {len(there)} for the compiled"
            )
        one, other = next((one, other) for one, other in zip(here, there, strict=True) if one != other)
        cells = zip(self.machine.slots, one, other, strict=True)
        name, first, second = next((slot.name, a, b) for slot, a, b in cells if a != b)
        return f"{name} is {first} after {id} for the concrete reader, {second} for the compiled one"


class _Piece:
    """The transitions at ``places`` of ``machine`` in compiled code. Raises NotInstalled and TooWide."""

    def __init__(self, machine: Machine, places: Sequence[int]) -> None:
        self._places = places
        part = replace(machine, transitions=tuple(machine.transitions[place] for place in places))
        layout = self._layout = Layout.of(part, 0)
        self._code = Code(Successors(part, layout, ()).text(), (EXPAND,), quickly=True)
        self._expand = self._code.function(EXPAND, 4)
        self._out = (Word * (max(layout.fan, 1) * layout.words))()

    def ways(self, state: State) -> Ways:
        """What it comes to from ``state``."""
        layout = self._layout
        words = (Word * layout.words)(*signed(layout.pack(state)))
        tally = (Word * (layout.tally + layout.noted))()
        count = self._expand(*(ctypes.addressof(one) for one in (words, self._out, tally)), 0)
        packed = [word & ALL for word in self._out[: count * layout.words]]
        after = iter(range(0, len(packed), layout.words))
        return {
            place: [layout.unpack(packed[at : at + layout.words]) for at in islice(after, times)]
            for place, times in zip(self._places, tally, strict=False)
        }
