"""Situations: a machine cut down to what is expected to happen from one state on.

Each slot is expected to keep to a range of its values. A slot whose range is one value is read as that value
and takes no room in a state; a transition that can't be taken is left out, and so is what the question cannot
see. The ranges are the domains of the cut machine, so a step that leaves one is noticed. As long as none
does, the plays of the cut machine are those of the whole. Only domains of what was left out are not checked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from dicelaw.checker.search.liveness import Forgotten, forgetful, forgetting, not_live
from dicelaw.checker.search.slices import sliced
from dicelaw.model.kernel.expressions import FALSE, TRUE, Expr, constant, is_constant, larger, negate, smaller
from dicelaw.model.kernel.graph import Requirement, Transition
from dicelaw.model.kernel.lookups import lookup
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import Node, slots_read
from dicelaw.model.kernel.pools import Pools
from dicelaw.model.kernel.rewriting import Rewriting, rewritten
from dicelaw.model.kernel.state import Cell, Field, Place, Slot, State, cell_at, field_at

ENDED = "play has ended"
"""The rule by which nothing happens any more where the question says that play has ended."""


@dataclass(frozen=True)
class Situation:
    """``machine`` is ``whole`` cut down to what is expected from its start on; both have the same slots.

    ``questions`` are conditions on its states. It was expected that slots keep to ``ranges`` and that nothing
    but ``taken`` is taken. ``sees`` has the slots that nothing writes there, or that make a difference.
    """

    whole: Machine
    machine: Machine
    questions: Mapping[str, Expr]
    forgotten: Forgotten
    ranges: Sequence[range]
    taken: Collection[str]
    sees: frozenset[int]

    def seen(self, state: State) -> State:
        """The state of the cut machine that ``state`` of the whole one is, which has kept to the ranges."""
        slots = zip(state, self.machine.start, self.machine.slots, strict=True)
        kept = tuple(value if slot.bits else begun for value, begun, slot in slots)
        return forgetful(self.machine, self.forgotten, kept)


def ending(machine: Machine, start: State, questions: Iterable[Expr], ended: Expr) -> Machine:
    """``machine`` from ``start`` on, in which nothing happens any more where ``ended`` holds.

    Its pools are those whose order neither ``ended`` nor ``questions`` could tell.
    """

    going_on = Requirement(negate(ended), ENDED)

    def stopping(transition: Transition) -> Transition:
        return replace(transition, requires=(going_on, *transition.requires))

    made = machine if ended is FALSE else machine.rewritten(stopping)
    return replace(made, start=start, pools=machine.pools.unread(slots_read(*questions, ended)))


def situated(
    machine: Machine,
    questions: Mapping[str, Expr],
    ranges: Sequence[range],
    taken: Collection[str],
    differing: Collection[int] = (),
) -> Situation:
    """``machine`` cut down for ``questions``, conditions on its states, where slots keep to ``ranges``.

    These have the start of the machine, and what a pool comes to in any order of its dice. The steps of
    transitions that are not ``taken`` leave the domain of the timing point. Plays may begin in several
    states, which differ in the slots ``differing``.
    """
    reading, come_to = Reading(machine, ranges), come_to_by(machine, taken)

    def possible(one: Transition) -> Transition | None:
        return reading.possible(one, one.id in taken) if one.source in come_to else None

    def barred(one: Transition) -> Transition:
        at = field_at(0, machine.slots[0])
        return one if one.id in taken else replace(one, effect=((at, constant(at.slot.hi + 1)),))

    asked = {name: reading(question) for name, question in questions.items()}
    whole = machine.rewritten(possible)
    made = _sliced(whole, questions.values())
    read = slots_read(*(root for one in made.transitions for root in _roots(one)), *questions.values()) | {0}
    unwritten = {*range(len(machine.slots))} - _written(whole)
    made = made.rewritten(reading.transition).rewritten(barred)
    written = _written(made)
    roots = [root for one in made.transitions for root in _roots(one)]
    told_apart = slots_read(*roots, *asked.values()) & {*differing}
    slots = [
        _narrowed(slot, ranges[place] if place in written | told_apart else range(value, value + 1))
        for place, (slot, value) in enumerate(zip(machine.slots, machine.start, strict=True))
    ]
    moving = [pool for pool in made.pools.pools if any(slots[die].bits for die in pool.dice)]
    made = replace(
        made,
        slots=tuple(slots),
        pools=Pools(tuple(moving)),
        given=frozenset(),
        given_holds=TRUE,
        definitions={},
        writes={},
    )
    narrower = {
        place
        for place, (slot, cut) in enumerate(zip(machine.slots, slots, strict=True))
        if (slot.lo, slot.hi) != (cut.lo, cut.hi)
    }
    forgotten = not_live(made, asked.values(), narrower)
    return Situation(
        machine, forgetting(made, forgotten), asked, forgotten, ranges, taken, frozenset(read | unwritten)
    )


def _written(machine: Machine) -> set[int]:
    """The slots that transitions write, that of the timing point among them."""
    return {slot for one in machine.transitions for place, _ in one.effect for slot in place.slots} | {0}


def _reads(need: Requirement) -> int:
    """How many slots ``need`` reads."""
    return len(slots_read(need.holds))


def come_to_by(machine: Machine, taken: Collection[str]) -> set[str]:
    """The timing points that plays come to by nothing but ``taken``."""
    found = [machine.points[machine.start[0]].id]
    for point in found:
        leaving = (one for one in machine.transitions if one.source == point and one.id in taken)
        found += {one.target for one in leaving}.difference(found)
    return {*found}


def _sliced(machine: Machine, questions: Iterable[Expr]) -> Machine:
    """The slice of ``machine`` for ``questions``, with the whole of each pool of which it reads some die."""
    made, _ = sliced(machine, questions)
    seen = slots_read(*(root for one in made.transitions for root in _roots(one)))
    pools = tuple(pool for pool in machine.pools.pools if not seen.isdisjoint(pool.dice))
    whole = [field_at(slot, machine.slots[slot]) for pool in pools for slot in pool.slots]
    made, _ = sliced(machine, [*questions, *whole])
    return replace(made, pools=Pools(pools))


def _roots(transition: Transition) -> list[Expr]:
    return [*transition.decided_by, *(side for pair in transition.effect for side in pair)]


def _narrowed(slot: Slot, values: range) -> Slot:
    """``slot`` with no other ``values``."""
    labels = slot.labels[values[0] - slot.lo : values[-1] - slot.lo + 1]
    return replace(slot, lo=values[0], hi=values[-1], labels=labels, open_above=False)


class Reading:
    """Reads expressions where each slot has a value of its range, which may decide a condition."""

    def __init__(self, machine: Machine, ranges: Sequence[range]) -> None:
        self._machine = machine
        self._ranges = ranges
        self._read = Rewriting(self._of)
        self._slots: dict[int, Expr] = {}

    def __call__(self, root: Expr) -> Expr:
        """``root`` as it reads."""
        return self._read(root)

    def _of(self, node: Node, operands: Sequence[Expr]) -> Expr:
        if isinstance(node, Field):
            return self._slot(node.place)
        return self._cell(node, operands[0]) if isinstance(node, Cell) else rewritten(node, operands)

    def _slot(self, place: int) -> Expr:
        if place not in self._slots:
            values, slot = self._ranges[place], self._machine.slots[place]
            alone = len(values) == 1
            self._slots[place] = constant(values[0]) if alone else field_at(place, _narrowed(slot, values))
        return self._slots[place]

    def _cell(self, node: Cell, index: Expr) -> Expr:
        at = smaller(larger(index, 0), node.length - 1)
        places = self._places(node.base, at)
        if len(places) == 1:
            return self._slot(places[0])
        found = [self._ranges[place] for place in places]
        if all(len(values) == 1 for values in found):
            return lookup(node.name, [self._ranges[slot][0] for slot in node.slots], at)
        lo, hi = min(values[0] for values in found), max(values[-1] for values in found)
        return cell_at(node.base, node.length, node.name, at, lo, hi)

    def _places(self, base: int, at: Expr) -> range:
        """The slots that a cell of an array may be, ``at`` an index that lies in it."""
        assert at.lo is not None
        assert at.hi is not None
        return range(base + at.lo, base + at.hi + 1)

    def possible(self, one: Transition, taken: bool) -> Transition:
        """``one`` as far as what it reads has to keep to its range; what it does, if it is ``taken``."""
        never = [need for need in one.requires if self(need.holds) is FALSE]
        if never:
            return replace(one, requires=tuple(sorted(never, key=_reads)[:1]), effect=())
        return one if taken else replace(one, effect=())

    def transition(self, one: Transition) -> Transition | None:
        """``one`` as it reads; None where it can't be taken."""
        needs = [Requirement(self(need.holds), need.rule) for need in one.requires]
        if any(need.holds is FALSE for need in needs):
            return None
        effect = ((self._place(place), self(value)) for place, value in one.effect)
        return replace(
            one,
            actor=self(one.actor) if isinstance(one.actor, Expr) else one.actor,
            requires=tuple(need for need in needs if need.holds is not TRUE),
            effect=tuple((place, value) for place, value in effect if not self._stays(place, value)),
        )

    def _place(self, place: Place) -> Place:
        if isinstance(place, Field):
            return place
        at = smaller(larger(self(place.index), 0), place.length - 1)
        cells = self._places(place.base, at)
        if len(cells) == 1:
            return field_at(cells[0], self._machine.slots[cells[0]])
        return cell_at(place.base, place.length, place.name, at, place.lo, place.hi)

    def _stays(self, place: Place, value: Expr) -> bool:
        """Whether an effect writes to ``place`` nothing but the ``value`` that is expected there anyway."""
        slots = place.slots if isinstance(place, Field) else self._places(place.base, place.index)
        if not is_constant(value):
            return False
        alone = range(value.value, value.value + 1)
        return all(self._ranges[slot] == alone for slot in slots)
