"""Situations: a machine cut down to what can happen from one state on.

What can't change from there is not in the state. The values of each slot are followed from the state through
every transition that may be taken, for each timing point, until there are no new ones. A slot that keeps its
value is read as that value; a transition that can't be taken is left out, and so is a slot that nothing reads
any more. Each play of the cut machine is one of the whole, and each of the whole that has not ended is one of
the cut machine. Only the domains of slots that were left out are not checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from dicelaw.checker.explicit.instances import read, slots_of
from dicelaw.checker.explicit.slices import sliced
from dicelaw.model.kernel.concrete import Decision
from dicelaw.model.kernel.expressions import FALSE, TRUE, Expr, constant, larger, negate, smaller, walk
from dicelaw.model.kernel.graph import Requirement, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.pools import Pool, Pools
from dicelaw.model.kernel.rewriting import rebuilt
from dicelaw.model.kernel.state import Field, Slot, State

PATIENCE = 4
"""How often the range of a slot grows step by step, before it is taken to be the whole domain."""
ENDED = "play has ended"
"""The rule by which nothing happens any more where the question says that play has ended."""
SEVERAL = 12
"""How many values of a slot are told apart; more are taken for all between the lowest and the highest."""
Values = tuple[int, ...] | range
"""What a slot or an expression may be worth, in ascending order."""
Known = tuple[Values, ...]
"""The values of each slot."""


@dataclass(frozen=True)
class Situation:
    """``machine`` is ``whole`` cut down to what can happen from ``start`` on, which is where it begins.

    ``questions`` are conditions on its states. ``kept`` has the slots of ``whole`` that are in its state.
    """

    whole: Machine
    start: State
    machine: Machine
    questions: Mapping[str, Expr]
    kept: tuple[int, ...]

    def decision(self, move: Sequence[int]) -> Decision:
        """``move`` of the cut machine by its names, which it has in the whole one too."""
        transition = self.machine.transitions[move[0]]
        names = (choice.name for choice in transition.choices)
        return Decision(transition.id, dict(zip(names, move[1:], strict=True)))


def situated(machine: Machine, start: State, questions: Mapping[str, Expr], ended: Expr = FALSE) -> Situation:
    """``machine`` cut down for ``questions``, conditions on its states, from ``start`` on.

    Where ``ended`` holds nothing happens any more.
    """

    def stopping(transition: Transition) -> Transition:
        return replace(transition, requires=(Requirement(negate(ended), ENDED), *transition.requires))

    made = machine if ended is FALSE else machine.rewritten(stopping)
    pools = machine.pools.unread(read([*questions.values(), ended]))
    made, asked = replace(made, start=start, pools=pools), dict(questions)
    kept = tuple(range(len(start)))
    while True:
        made = _sliced(made, asked.values())
        narrow, new, places = _cut(made, asked)
        kept = tuple(kept[place] for place in places)
        same = len(places) == len(made.slots) and len(narrow.transitions) == len(made.transitions)
        made, asked = narrow, new
        if same:
            return Situation(machine, start, made, asked, kept)


def _sliced(machine: Machine, questions: Iterable[Expr]) -> Machine:
    """The slice of ``machine`` for ``questions``, with the whole of each pool of which it reads some die."""
    made, _ = sliced(machine, questions)
    seen = read(root for one in made.transitions for root in _roots(one))
    pools = tuple(pool for pool in machine.pools.pools if not seen.isdisjoint(pool.dice))
    whole = [Field(slot, machine.slots[slot]) for pool in pools for slot in pool.slots]
    made, _ = sliced(machine, [*questions, *whole])
    return replace(made, pools=Pools(pools))


def _cut(machine: Machine, questions: Mapping[str, Expr]) -> tuple[Machine, dict[str, Expr], tuple[int, ...]]:
    """``machine`` from its start on, with ``questions`` about it, and the slots that are left."""
    found = _followed(machine)
    readings = {point: _Reading(machine, ranges) for point, ranges in found.items()}
    everywhere = _Reading(machine, _joined([*found.values()]))
    taken = [one for one in machine.transitions if one.source in found and readings[one.source].takes(one)]
    transitions = [readings[one.source].transition(one, everywhere) for one in taken]
    asked = {name: everywhere(question) for name, question in questions.items()}
    roots = [root for one in transitions for root in _roots(one)] + list(asked.values())
    pools = [pool for pool in machine.pools.pools if everywhere.varies(pool.dice)]
    # A value that is never read can only be written; it is kept for as long as something writes it.
    kept = (
        {0}
        | {slot for pool in pools for slot in pool.slots}
        | {slot for one in transitions for place, _ in one.effect for slot in slots_of(place)}
        | read(roots)
    )
    places = tuple(sorted(kept))
    to = {old: new for new, old in enumerate(places)}
    moving = _Moving(to, machine)
    made = replace(
        machine,
        slots=tuple(machine.slots[place] for place in places),
        start=tuple(machine.start[place] for place in places),
        transitions=tuple(moving.transition(one) for one in transitions),
        pools=Pools(tuple(pool.moved(to) for pool in pools)),
        given=frozenset(),
        given_holds=TRUE,
        definitions={},
        writes={},
    )
    return made, {name: moving(question) for name, question in asked.items()}, places


def _roots(transition: Transition) -> list[Expr]:
    actor = [transition.actor] if isinstance(transition.actor, Expr) else []
    sides = [side for pair in transition.effect for side in pair]
    return [*actor, *(need.holds for need in transition.requires), *sides]


def _followed(machine: Machine) -> dict[str, Known]:
    """For each timing point that may be reached, the values that each slot may have there."""
    begin = machine.points[machine.start[0]].id
    found: dict[str, Known] = {begin: _in_any_order(machine, [(value,) for value in machine.start])}
    grown: dict[str, Counter[int]] = {}
    leaving: dict[str, list[Transition]] = {}
    for one in machine.transitions:
        leaving.setdefault(one.source, []).append(one)
    waiting = [begin]
    while waiting:
        point = waiting.pop(0)
        reading = _Reading(machine, found[point])
        for one in leaving.get(point, ()):
            if not reading.takes(one):
                continue
            after = _after(machine, reading, one)
            old = found.get(one.target)
            if old is not None:
                after = _widened(machine, old, after, grown.setdefault(one.target, Counter()))
            new = _in_any_order(machine, after)
            if new != old:
                found[one.target] = new
                waiting += [one.target] * (one.target not in waiting)
    return found


def _several(values: Iterable[int]) -> Values:
    """``values``, or all between the lowest and the highest where they are many."""
    apart = sorted(set(values))
    return tuple(apart) if len(apart) <= SEVERAL else range(apart[0], apart[-1] + 1)


def _either(one: Values, other: Values) -> Values:
    """What is among ``one`` or ``other``."""
    if one == other:
        return one
    if isinstance(one, tuple) and isinstance(other, tuple):
        return _several((*one, *other))
    return range(min(one[0], other[0]), max(one[-1], other[-1]) + 1)


def _joined(found: Sequence[Known]) -> Known:
    """What each slot may be in any of ``found``."""
    return tuple(reduce(_either, column) for column in zip(*found, strict=True))


def _in_any_order(machine: Machine, known: Sequence[Values]) -> Known:
    """What each slot may be where the dice of pools may be in any order; what is yet to be rolled shows 0."""
    found = [*known]
    for pool in machine.pools.pools:
        coming = _coming(pool, known)
        there = [slot for place, slot in enumerate(pool.dice) if known[slot] != (0,) or coming >> place & 1]
        if there:
            shown = reduce(_either, [*(known[slot] for slot in there), *([(0,)] if coming else [])])
            for slot in there:
                found[slot] = shown
        if coming:
            most = sum(1 << place for place, slot in enumerate(pool.dice) if slot in there)
            found[pool.pending] = _either(known[pool.pending], range(most + 1))
    return tuple(found)


def _coming(pool: Pool, known: Sequence[Values]) -> int:
    """The dice of ``pool`` that may be yet to be rolled, each a bit."""
    pending = known[pool.pending]
    if pool.roll not in known[pool.live]:
        return 0
    return reduce(or_, pending) if isinstance(pending, tuple) else (1 << len(pool.dice)) - 1


def _after(machine: Machine, reading: _Reading, one: Transition) -> Known:
    """What each slot may be after ``one``; what a step writes stays in its domain."""
    before = reading.taking(one)
    known = list(before.known)
    for place, value in one.effect:
        slots = before.written(place)
        for slot in slots:
            new = _within(before.values(before(value)), machine.slots[slot])
            known[slot] = new if len(slots) == 1 else _either(known[slot], new)
    known[0] = (machine.point_index[one.target],)
    return tuple(known)


def _within(values: Values | None, slot: Slot) -> Values:
    """Those of ``values`` that are in the domain of ``slot``; all of it where they are not known."""
    if values is None:
        return range(slot.lo, slot.hi + 1)
    if isinstance(values, range):
        return range(max(values[0], slot.lo), min(values[-1], slot.hi) + 1) or (slot.lo,)
    return tuple(value for value in values if slot.lo <= value <= slot.hi) or (slot.lo,)


def _widened(machine: Machine, old: Known, new: Known, grown: Counter[int]) -> Known:
    """What each slot may be in ``old`` or ``new``; all of its domain where that has ``grown`` too often."""
    known = []
    for slot, (had, has) in enumerate(zip(old, new, strict=True)):
        joined = _either(had, has)
        if isinstance(joined, range) and joined != had:
            grown[slot] += 1
            if grown[slot] > PATIENCE:
                domain = machine.slots[slot]
                low = domain.lo if joined[0] < had[0] else joined[0]
                high = domain.hi if joined[-1] > had[-1] else joined[-1]
                joined = range(low, high + 1)
        known.append(joined)
    return tuple(known)


class _Reading:
    """Reads expressions where each slot has one of its ``known`` values, which may decide a condition."""

    def __init__(self, machine: Machine, known: Known) -> None:
        self._machine = machine
        self.known = known
        self._read: dict[int, Expr] = {}
        self._values: dict[int, tuple[Expr, Values]] = {}

    def __call__(self, root: Expr) -> Expr:
        for node in walk(root, known=self._read):
            self._read[id(node)] = self._of(node)
        return self._read[id(root)]

    def _of(self, node: Expr) -> Expr:
        if node.op == "field":
            return self._slot(node.args[0])
        args = [self._read[id(arg)] if isinstance(arg, Expr) else arg for arg in node.args]
        if node.op == "cell":
            return self._cell(node, smaller(larger(args[3], 0), node.args[1] - 1))
        if node.op == "==" and self._apart(*args):
            return FALSE
        if all(one is other for one, other in zip(args, node.args, strict=True)):
            return node
        return rebuilt(node, args)

    def _slot(self, place: int) -> Expr:
        values = self.known[place]
        if len(values) == 1:
            return constant(values[0])
        return Expr("field", (place, self._machine.slots[place].name), values[0], values[-1])

    def _cell(self, node: Expr, at: Expr) -> Expr:
        base, length, name, _ = node.args
        cells = self._cells(base, length, at)
        if len(cells) == 1:
            return self._slot(cells[0])
        values = reduce(_either, (self.known[cell] for cell in cells))
        if len(values) == 1:
            return constant(values[0])
        made = Expr("cell", (base, length, name, at), values[0], values[-1])
        self._values[id(made)] = made, values
        return made

    def _cells(self, base: int, length: int, at: Expr) -> Sequence[int]:
        """The slots that the cell ``at`` an index may be."""
        values = _within(self.values(at), Slot("", 0, length - 1, ""))
        return [base + value for value in values]

    def values(self, read: Expr) -> Values | None:
        """What an expression that was ``read`` may be worth; None where it has no bound."""
        if id(read) in self._values:
            return self._values[id(read)][1]
        if read.op == "field":
            place: int = read.args[0]
            return self.known[place]
        if read.op == "where":
            then, otherwise = (self.values(side) for side in read.args[1:])
            if then is not None and otherwise is not None:
                return _either(then, otherwise)
        lo, hi = read.lo, read.hi
        if lo is None or hi is None:
            return None
        return (lo,) if lo == hi else range(lo, hi + 1)

    def _apart(self, one: Expr, other: Expr) -> bool:
        """Whether two expressions that were read are never worth the same."""
        first, second = self.values(one), self.values(other)
        if first is None or second is None:
            return False
        few, many = sorted((first, second), key=len)
        return isinstance(few, tuple) and not any(value in many for value in few)

    def written(self, place: Expr) -> Sequence[int]:
        """The slots that an effect at ``place`` may write."""
        if place.op == "field":
            return slots_of(place)
        base, length, _, index = place.args
        return self._cells(base, length, smaller(larger(self(index), 0), length - 1))

    def takes(self, one: Transition) -> bool:
        """Whether ``one`` may be taken."""
        return all(self(need.holds) is not FALSE for need in one.requires)

    def taking(self, one: Transition) -> _Reading:
        """This reading where ``one`` is taken: its requirements hold."""
        known = list(self.known)
        for need in one.requires:
            holds = self(need.holds)
            for part in holds.args if holds.op == "and" else (holds,):
                sides = part.args if part.op == "==" else ()
                for field, value in (sides, sides[::-1]) if sides else ():
                    if field.op == "field" and value.op == "const":
                        known[field.args[0]] = (value.args[0],)
        return self if tuple(known) == self.known else _Reading(self._machine, tuple(known))

    def transition(self, one: Transition, everywhere: _Reading) -> Transition:
        """``one`` as it reads, with writes only to what is not the same ``everywhere``."""
        needs = tuple(Requirement(self(need.holds), need.rule) for need in one.requires)
        return replace(
            one,
            actor=self(one.actor) if isinstance(one.actor, Expr) else one.actor,
            requires=tuple(need for need in needs if need.holds is not TRUE),
            effect=tuple(
                (self._place(place), self(value))
                for place, value in one.effect
                if everywhere.varies(self.written(place))
            ),
        )

    def varies(self, slots: Iterable[int]) -> bool:
        """Whether any of ``slots`` may have several values."""
        return any(len(self.known[slot]) > 1 for slot in slots)

    def _place(self, place: Expr) -> Expr:
        cells = self.written(place)
        if len(cells) == 1:
            slot = self._machine.slots[cells[0]]
            return Field(cells[0], slot)
        base, length, name, index = place.args
        return Expr("cell", (base, length, name, self(index)), place.lo, place.hi)


class _Moving:
    """Puts the slots that are left in the place of the old ones."""

    def __init__(self, to: Mapping[int, int], machine: Machine) -> None:
        self._to = to
        self._machine = machine
        self._known: dict[int, Expr] = {}

    def __call__(self, root: Expr) -> Expr:
        for node in walk(root, known=self._known):
            self._known[id(node)] = self._of(node)
        return self._known[id(root)]

    def _of(self, node: Expr) -> Expr:
        args = [self._known[id(arg)] if isinstance(arg, Expr) else arg for arg in node.args]
        if node.op in ("field", "cell"):
            return Expr(node.op, (self._to[node.args[0]], *args[1:]), node.lo, node.hi)
        if all(one is other for one, other in zip(args, node.args, strict=True)):
            return node
        return rebuilt(node, args)

    def transition(self, one: Transition) -> Transition:
        return replace(
            one,
            actor=self(one.actor) if isinstance(one.actor, Expr) else one.actor,
            requires=tuple(Requirement(self(need.holds), need.rule) for need in one.requires),
            effect=tuple((self(place), self(value)) for place, value in one.effect),
        )
