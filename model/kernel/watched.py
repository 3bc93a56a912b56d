"""Whether another machine says the same: of all that a reader was asked about, or in some states."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from dicelaw.model.kernel.concrete import Concrete, Move, OutsideDomain
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.likeness import ByNames, offers_alike, same
from dicelaw.model.kernel.nodes import slots_read
from dicelaw.model.kernel.state import State
from dicelaw.model.kernel.unbuilt import Unbuilt


class Watched(Concrete):
    """Reads the machine of ``plain`` by its code, and notes each state and move that it is asked about."""

    def __init__(self, plain: Concrete) -> None:
        super().__init__(plain.machine, plain)
        self.plain = plain
        self._asked: dict[int, set[State]] = {}
        self._moved: dict[int, set[tuple[State, tuple[int, ...]]]] = {}

    def enabled(self, state: State) -> list[Move]:
        """See :class:`Concrete`."""
        self._asked.setdefault(state[0], set()).add(state)
        return self.plain.enabled(state)

    def stepper(self, place: int) -> Callable[..., State | None]:
        """See :class:`Concrete`."""
        function, moved = self.plain.stepper(place), self._moved.setdefault(place, set())

        def noted(state: State, *choices: int) -> State | None:
            moved.add((state, choices))
            return function(state, *choices)

        return noted

    def agrees(self, other: Concrete, structures: ByNames) -> bool:
        """Whether ``other`` says the same of all that this was asked.

        Then whatever was asked of this comes out alike with ``other``. No, where the two have other slots or
        timing points. ``structures`` may be shared by all that are compared with this.
        """
        mine, theirs = self.machine, other.machine
        if mine.slots != theirs.slots or mine.point_index != theirs.point_index:
            return False
        try:
            return all(self._offers_alike(at, other, structures) for at in self._asked) and all(
                self._does_alike(place, other, structures) for place in self._moved
            )
        except OutsideDomain:
            return False

    def agrees_unbuilt(self, other: Unbuilt) -> bool:
        """As :meth:`agrees`, with a machine that has the same slots and timing points."""
        asked = (state for at in self._asked if other.differs_at(at) for state in self._asked[at])
        moved = ((place, of) for place in self._moved if other.differs(place) for of in self._moved[place])
        try:
            return all(_offers(self.plain, state) == _offers(other, state) for state in asked) and all(
                self.plain.stepper(place)(state, *choices) == other.stepper(place)(state, *choices)
                for place, (state, choices) in moved
            )
        except OutsideDomain:
            return False

    def _offers_alike(self, at: int, other: Concrete, structures: ByNames) -> bool:
        if offers_alike(self.machine.points[at].id, self.machine, other.machine, structures):
            return True
        return all(_offers(self.plain, state) == _offers(other, state) for state in self._asked[at])

    def _does_alike(self, place: int, other: Concrete, structures: ByNames) -> bool:
        one, its = (
            self.machine.transitions[place],
            other.machine.transition_index.get(self.machine.transitions[place].id),
        )
        if its is None:
            return False
        if same(one, other.machine.transitions[its], structures):
            return True
        mine, theirs = self.plain.stepper(place), other.stepper(its)
        return all(mine(state, *choices) == theirs(state, *choices) for state, choices in self._moved[place])


def alike_in(
    states_at: Callable[[int, Sequence[int]], Iterable[State]],
    reader: Concrete,
    other: Concrete,
    changed: Collection[str],
) -> bool:
    """Whether ``other`` offers the same as ``reader`` in each of some states, and does the same there.

    ``states_at`` has those at a timing point: at least one for each combination of values of some slots.
    The machines have the same slots, but for the numbers of the timing points, and all transitions but
    those that are ``changed`` are the same. So states matter at the sources of these alone, and there as far
    as these can tell them apart.
    """
    both = _InStates(states_at, reader, other, changed)
    machines = reader.machine, other.machine
    points = {one.transition(id).source for one in machines for id in changed if id in one.transition_index}
    try:
        return not any(map(both.differ_at, points & reader.machine.point_index.keys()))
    except (OutsideDomain, KeyError):
        return False


@dataclass(frozen=True)
class _InStates:
    """A ``reader`` and an ``other`` that are compared in states, as :func:`alike_in` does."""

    states_at: Callable[[int, Sequence[int]], Iterable[State]]
    reader: Concrete
    other: Concrete
    changed: Collection[str]

    def differ_at(self, point: str) -> bool:
        """Whether something else is offered at ``point``, or does something else."""
        reader, other = self.reader, self.other
        at = reader.machine.point_index[point]
        here, there = self._able(reader, point, at), self._able(other, point, at)
        offered, its = reader.offering(here), other.offering(there)
        taken = set[int]()
        for state in self.states_at(at, _slots(read for one in (*here, *there) for read in one.decided_by)):
            moves, moved = offered(state), self._moved(state)
            if _said(reader, state, moves) != _said(other, moved, its(moved)):
                return True
            taken.update(move[0] for move in moves)
        return bool(taken) and self._does_otherwise(at, taken, offered)

    def _able(self, one: Concrete, point: str, at: int) -> list[Transition]:
        """What is changed that ``one`` of the two may take at ``point``, which the reader has ``at``."""
        leaving = one.machine.leaving.get(point, ())
        return [each for each in leaving if each.id in self.changed and self._may(one, each, at)]

    def _may(self, one: Concrete, taken: Transition, at: int) -> bool:
        """Whether each requirement holds somewhere, as far as that is soon seen."""
        needs = sorted((need.holds for need in taken.requires), key=lambda need: len(slots_read(need)))
        return bool(taken.choices) or all(
            any(one.value(need, self._by(one, state)) for state in self.states_at(at, _slots([need])))
            for need in needs
        )

    def _does_otherwise(
        self, at: int, taken: Collection[int], offered: Callable[[State], list[Move]]
    ) -> bool:
        """Whether a move of the transitions ``taken``, which are ``offered``, does something else."""
        mine, theirs = self.reader.machine, self.other.machine
        its = {place: theirs.transition_index[mine.transitions[place].id] for place in taken}
        pairs = [(mine.transitions[one], theirs.transitions[other]) for one, other in its.items()]
        reads = _slots(read for pair in pairs for one in pair for read in _reads(one))
        return any(
            self._moved(self.reader.step(state, move))
            != self.other.step(self._moved(state), (its[move[0]], *move[1:]))
            for state in self.states_at(at, reads)
            for move in offered(state)
        )

    def _by(self, one: Concrete, state: State) -> State:
        """``state`` as ``one`` of the two has it."""
        return state if one is self.reader else self._moved(state)

    def _moved(self, state: State) -> State:
        """``state`` as the other one has it."""
        mine, theirs = self.reader.machine, self.other.machine
        return (theirs.point_index[mine.points[state[0]].id], *state[1:])


def _slots(read: Iterable[Expr]) -> list[int]:
    """The slots that are ``read``."""
    return sorted(slots_read(*read))


def _reads(one: Transition) -> Iterator[Expr]:
    """What tells when ``one`` may be taken, and what comes of it: that it writes something, too."""
    yield from one.decided_by
    yield from (side for pair in one.effect for side in pair)


def _offers(reader: Concrete | Unbuilt, state: State) -> list[tuple[object, ...]]:
    """The legal moves of ``state`` by ``reader``, as :func:`_said` has them."""
    return _said(reader, state, reader.enabled(state))


def _said(reader: Concrete | Unbuilt, state: State, moves: Iterable[Move]) -> list[tuple[object, ...]]:
    """``moves`` in ``state``: each by the id of its transition, who decides it, and how likely it is."""
    found: list[tuple[object, ...]] = []
    for move in moves:
        transition = reader.machine.transitions[move[0]]
        found.append((transition.id, *move[1:], reader.actor(state, move), reader.weight(state, move, 1)))
    return found
