"""A machine with changed transitions that plays, of which only these are compiled, and only if need be."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Mapping, Sequence

from dicelaw.checker.walks.observed_play import Stage
from dicelaw.model.kernel.batch_evaluator import Columns, States
from dicelaw.model.kernel.concrete import Move, OutsideDomain
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.offers import Offers, offers
from dicelaw.model.kernel.pycode import Emitter
from dicelaw.model.kernel.state import Cell, State
from dicelaw.mutation.differences import changed_requirements, named
from dicelaw.mutation.mutants import Changes

SELDOM = 4
"""So many steps along a transition take less time without compiling it."""
Offering = Callable[[State], list[Move]]


class MutantReader:
    """A mutant that plays; what it changes is compiled only once it has been needed several times."""

    def __init__(self, stage: Stage, changes: Changes, visited: Mapping[int, Container[State]]) -> None:
        """In the states ``visited`` of a point, all moves are as usual but for those that are noted."""
        machine = stage.machine
        self.stage = stage
        self.changes = {machine.transition_index[id]: new for id, new in changes.items()}
        self._visited = visited
        self.places: dict[int, set[int]] = defaultdict(set)
        for place in self.changes:
            self.places[machine.point_index[machine.transitions[place].source]].add(place)
        self._noted: dict[State, set[Move]] = {}
        self._offers: dict[int, Offering] = {}
        self._steps: dict[int, Callable[..., State | None]] = {}
        self._taken: Counter[int] = Counter()

    def note(self, state: State, move: Move, allowed: bool, legal: Sequence[Move]) -> None:
        """Note that ``move`` is, or is not, among the moves of ``state``, unlike on the machine."""
        moves = self._noted.setdefault(state, set(legal))
        (moves.add if allowed else moves.discard)(move)

    def offered(self, point: int) -> Offering:
        """The moves along the mutant's own transitions, in the states of ``point``."""
        if point not in self._offers:
            found = [(place, self.changes[place]) for place in sorted(self.places[point])]
            leaving = [(place, new) for place, new in found if new is not None]
            code = Offers(self.stage.machine, leaving)
            self._offers[point] = offers(self.stage.machine.slots, code.passing(), code.offer)
        return self._offers[point]

    def legal(self, state: State) -> list[Move]:
        """Every legal move of ``state``."""
        if state in self._noted:
            return sorted(self._noted[state])
        found = self.stage.reader.enabled(state)
        changed = self.places.get(state[0], ())
        if state in self._visited.get(state[0], ()) or all(self._keeps(place) for place in changed):
            return found
        own = self.offered(state[0])(state)
        return sorted([*(move for move in found if move[0] not in self.changes), *own])

    def _keeps(self, place: int) -> bool:
        """Whether the requirements of a transition are those of the machine itself."""
        new = self.changes[place]
        return new is not None and not changed_requirements(self.stage.machine.transitions[place], new)

    def after(self, state: State | None, move: Move) -> State | None:
        """The state after ``move``; None where it is not legal or leaves a domain, or there is no state."""
        if state is None:
            return None
        try:
            if move[0] not in self.changes:
                return self.stage.reader.attempt(state, move)
            new = self.changes[move[0]]
            return None if new is None else self._along(new, state, move)
        except OutsideDomain:
            return None

    def _along(self, new: Transition, state: State, move: Move) -> State | None:
        """The state after ``move`` along ``new``; None where it is not legal. May raise OutsideDomain."""
        self._taken[move[0]] += 1
        if self._taken[move[0]] <= SELDOM:
            return self._led(new, state, move)
        if move[0] not in self._steps:
            emitter = Emitter(self.stage.machine)
            emitter.step(new, self.stage.machine.point_index)
            arguments = ["s", *(f"c_{number}" for number, _ in enumerate(new.choices))]
            self._steps[move[0]] = emitter.function("step", ", ".join(arguments))
        return self._steps[move[0]](state, *move[1:])

    def _led(self, new: Transition, state: State, move: Move) -> State | None:
        """The state after ``move`` along ``new``; None where it is not legal or leaves a domain."""
        machine, chosen = self.stage.machine, named(new, move)
        if state[0] != machine.point_index[new.source]:
            return None
        if not all((one.lo or 0) <= chosen[one.name] <= (one.top or 0) for one in new.choices):
            return None
        row = Columns(States([state], [chosen]))
        if not all(row.of(requirement.holds)[0] for requirement in new.requires):
            return None
        found = [*state]
        found[0] = machine.point_index[new.target]
        for place, value in new.effect:
            slot = place.slots.start + (row.of(place.index)[0] if isinstance(place, Cell) else 0)
            found[slot] = int(row.of(value)[0])
            if not machine.slots[slot].lo <= found[slot] <= machine.slots[slot].hi:
                return None
        return tuple(found)
