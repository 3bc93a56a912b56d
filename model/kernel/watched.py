"""Whether another machine says the same: of all that a reader was asked about, or in some states."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from operator import itemgetter

from dicelaw.model.kernel.concrete import Concrete, Move, OutsideDomain
from dicelaw.model.kernel.likeness import ByNames, offers_alike, same
from dicelaw.model.kernel.machine import Machine
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
    states: Iterable[State], reader: Concrete, other: Concrete, changed: Collection[str], structures: ByNames
) -> bool:
    """Whether ``other`` offers the same in each of ``states`` as ``reader``, and does the same there.

    Their machines have the same slots, but for the numbers of the timing points, and all transitions but
    those that are ``changed`` are the same. States matter at the sources of these alone.
    """
    mine, theirs = reader.machine, other.machine
    found = [(one, one.transition_index[id]) for one in (mine, theirs) for id in changed
             if id in one.transition_index]  # fmt: skip
    points = {one.transitions[place].source for one, place in found}
    of = {mine.point_index[point]: point for point in points if point in mine.point_index}
    alike = {point for point in points & {*mine.leaving} if offers_alike(point, mine, theirs, structures)}
    reads = {place: itemgetter(*_told_by(point, (mine, theirs), changed)) for place, point in of.items()}
    seen = set[object]()

    def is_new(state: State) -> bool:
        """Whether no state was seen that nothing here tells from ``state``."""
        count = len(seen)
        seen.add((state[0], reads[state[0]](state)))
        return len(seen) > count

    def moved(state: State) -> State:
        """``state`` as ``other`` has it."""
        return (theirs.point_index[mine.points[state[0]].id], *state[1:])

    try:
        return all(
            (of[state[0]] in alike or _offers(reader, state) == _offers(other, moved(state)))
            and all(
                moved(reader.step(state, move)) == other.step(moved(state), (at[id], *move[1:]))
                for move in reader.enabled(state)
                if (id := mine.transitions[move[0]].id) in changed
            )
            for at in [theirs.transition_index]
            for state in states
            if state[0] in of and is_new(state)
        )
    except (OutsideDomain, KeyError):
        return False


def _told_by(point: str, machines: Iterable[Machine], changed: Collection[str]) -> list[int]:
    """The slots that tell what may be done at ``point``, and what comes there of ``changed`` transitions."""
    slots = {0}
    for one in (each for machine in machines for each in machine.leaving.get(point, ())):
        slots |= slots_read(*one.decided_by)
        if one.id in changed:
            slots |= one.changes | slots_read(*(side for pair in one.effect for side in pair))
    return sorted(slots)


def _offers(reader: Concrete | Unbuilt, state: State) -> list[tuple[object, ...]]:
    """The legal moves of ``state`` by ``reader``: each by its id, who decides it, and how likely it is."""
    found: list[tuple[object, ...]] = []
    for move in reader.enabled(state):
        transition = reader.machine.transitions[move[0]]
        found.append((transition.id, *move[1:], reader.actor(state, move), reader.weight(state, move, 1)))
    return found
