"""The successors of a packed state, as code compiled from the transitions of a machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack

from dicelaw.checker.search.assembly import UNLIKELY, Function, Value
from dicelaw.checker.search.bit_fields import Term, Words, read_slot
from dicelaw.checker.search.layout import Layout, values
from dicelaw.checker.search.sorting import dice_in_order, in_order
from dicelaw.checker.search.symmetry import NONE, Symmetry
from dicelaw.checker.search.terms import Terms
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Choice, Kind, Transition
from dicelaw.model.kernel.lookups import Entries
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.pools import NO_POOLS, Pools
from dicelaw.model.kernel.state import Cell

EXPAND = "expand"


class Successors:
    """The function ``expand(state, out, tally, place)`` of a machine.

    It writes the successors of ``state`` to ``out``, one after another as transitions and choices come, and
    gives their number; each is canonical by ``symmetry`` and ``pools`` where ``state`` is. It counts in
    ``tally`` as :class:`Layout` says; ``place`` is where in the queue the state is. A step that would leave a
    domain is noted there and has no successor. Raises TooWide.
    """

    parameters: Sequence[str] = ()
    """Addresses that the function takes too."""
    beside = 0
    """How many words stand behind each successor."""

    def __init__(
        self,
        machine: Machine,
        layout: Layout,
        watched: Sequence[Expr],
        symmetry: Symmetry = NONE,
        pools: Pools = NO_POOLS,
    ) -> None:
        self.machine = machine
        self.layout = layout
        self.watched = watched
        self.symmetry = symmetry
        self.pools = pools
        self.tables: dict[Entries, str] = {}
        self._choices: dict[int, list[Choice]] = {}
        """The choices that each condition reads, by its id."""

    def text(self) -> str:
        """The function and the tables that it reads."""
        code = self.code = Function(EXPAND, ["state", "out", "tally", *self.parameters], ["place"], own=True)
        words = [code.load(code.at(code["state"], word)) for word in range(self.layout.words)]
        terms = Terms(code, self.layout, words, self.tables)
        for number, condition in enumerate(self.watched):
            with code.when(terms(condition).value, UNLIKELY):
                self._note(self.layout.hits + number)
        self.found, self.left = code.variable(0), code.variable(0)
        at = read_slot(self.layout, words, 0).value
        self._count(at + self.layout.transitions)
        labels = [f"point{number}" for number, _ in enumerate(self.machine.points)]
        with code.block() as end:
            code.switch(at, labels)
            for label, point in zip(labels, self.machine.points, strict=True):
                code.label(label)
                leaving, here = self.machine.leaving[point.id], terms.fork()
                for condition in _asked_by_most(leaving):
                    if self._ready(condition, here):
                        here(condition)
                for transition in leaving:
                    self._transition(transition, here.fork())
                if point.kind is not Kind.FINAL:
                    with code.when((self.found.get() | self.left.get()).equals(0), UNLIKELY):
                        self._note(self.layout.stuck)
                code.jump(end)
        code.give(self.found.get())
        pools = [self._ordering(number) for number in range(len(self.pools.pools))]
        return "\n".join([*map(self._table, self.tables), self._noting(), *pools, code.text])

    def _ordering(self, number: int) -> str:
        """``order``, with the number of a pool: put its dice in ``state`` in order."""
        code = Function(f"order{number}", ["state"], own=True)
        words = [code.load(code.at(code["state"], word)) for word in range(self.layout.words)]
        found = dice_in_order(code, self.layout, words, self.pools.pools[number])
        for word, (old, new) in enumerate(zip(words, found, strict=True)):
            if new is not old:
                code.store(new, code.at(code["state"], word))
        code.give(0)
        return code.text

    def _noting(self) -> str:
        """``note``: note that ``hit`` was met in ``state``, unless it was before."""
        code = Function("note", ["tally", "state"], ["hit", "place"], own=True)
        first, words = code.at(code["tally"], code["hit"]), self.layout.words
        with code.when(code.load(first).equals(0)):
            code.store(code["place"] + 1, first)
            met = (code["hit"] - self.layout.hits) * words + self.layout.tally
            for word in range(words):
                target = code.at(code["tally"], met + word)
                code.store(code.load(code.at(code["state"], word)), target)
        code.give(0)
        return code.text

    def _table(self, entries: Entries) -> str:
        listed = ", ".join(f"i64 {entry}" for entry in entries)
        return f"{self.tables[entries]} = internal constant [{len(entries)} x i64] [{listed}]"

    def _count(self, place: Value | int) -> None:
        counter = self.code.at(self.code["tally"], place)
        self.code.store(self.code.load(counter) + 1, counter)

    def _note(self, hit: int) -> None:
        """Note that ``hit`` was met in this state, unless it was before."""
        self.code.result(f"call i64 @note(ptr %tally, ptr %state, i64 {hit}, i64 %place)")

    def _transition(self, transition: Transition, terms: Terms) -> None:
        """The steps of ``transition``; each requirement is tested once the choices that it reads are made."""
        pending = [requirement.holds for requirement in transition.requires]
        with ExitStack() as nest:
            skip = nest.enter_context(self.code.block())
            for choice in (None, *transition.choices):
                if choice is not None:
                    bounds = values(choice)
                    number = nest.enter_context(self.code.each(bounds.start, bounds.stop))
                    terms.bind(choice, Term(number, bounds.start, bounds.stop - 1))
                    skip = nest.enter_context(self.code.block())
                for holds in [one for one in pending if self._ready(one, terms)]:
                    pending = [other for other in pending if other is not holds]
                    self.code.leave(skip, terms(holds).value ^ self.code.truth(True))
            self._step(transition, terms)

    def _ready(self, condition: Expr, terms: Terms) -> bool:
        """Whether all choices that ``condition`` reads are made."""
        if id(condition) not in self._choices:
            self._choices[id(condition)] = [node for node in walk(condition) if isinstance(node, Choice)]
        return all(map(terms.knows, self._choices[id(condition)]))

    def _step(self, transition: Transition, terms: Terms) -> None:
        """Write the state after ``transition`` to the end of ``out``."""
        code, layout = self.code, self.layout
        written = [(place, terms(value)) for place, value in transition.effect]
        after = Words(code, layout, terms.words)
        after.put(0, code.number(self.machine.point_index[transition.target]))
        number = self.machine.transition_index[transition.id]
        with code.block() as end:
            for place, term in written:
                first = place.slots.start
                cells = layout.slots[first : place.slots.stop]
                at = terms(place.index) if isinstance(place, Cell) else Term(code.number(0), 0, 0)
                lowest, highest = (
                    terms.entry(bounds, at)
                    for bounds in (tuple(slot.lo for slot in cells), tuple(slot.hi for slot in cells))
                )
                if not self._check(term, lowest, highest, number, end):
                    return
                if isinstance(place, Cell):
                    after.put_cell(first, at, layout.rows(first, len(cells)), term.value)
                else:
                    after.put(first, term.value)
            self._count(number)
            changed = {slot for place, _ in transition.effect for slot in place.slots}
            self._write(self._sorted(after.finished(), changed), changed)

    def _write(self, words: Sequence[Value], changed: Collection[int] = ()) -> None:
        """Add ``words``, in which so many slots are ``changed``, to what is found."""
        into = self.code.at(self.code["out"], self.found.get() * (self.layout.words + self.beside))
        for offset, word in enumerate((*words, *self._beside())):
            self.code.store(word, self.code.at(into, offset))
        for number, pool in enumerate(self.pools.pools):
            if any(slot in changed for slot in pool.slots):
                self.code.result(f"call i64 @order{number}(ptr {into.name})")
        self.found.set(self.found.get() + 1)

    def _beside(self) -> Sequence[Value | int]:
        """What stands behind the successor that is being written."""
        return ()

    def _sorted(self, words: Sequence[Value], written: Collection[int]) -> list[Value]:
        """``words`` with what can be exchanged in order, as it was before so many slots were ``written``."""
        found = list(words)
        for blocks in self.symmetry.families:
            if any(slot in written for block in blocks for slot in block):
                found = in_order(self.code, self.layout, found, blocks)
        return found

    def _check(self, term: Term, lowest: Term, highest: Term, leaving: int, end: str) -> bool:
        """Note it and go to ``end`` where ``term`` is not between ``lowest`` and ``highest``.

        ``leaving`` is the transition whose step it is. Whether it may be between them at all.
        """
        if term.lo > highest.hi:
            self._leave(leaving)
            self.code.jump(end)
            return False
        tests = []
        if term.lo < lowest.hi:
            tests.append(term.value < lowest.value)
        if term.hi > highest.lo:
            tests.append(highest.value < term.value)
        for outside in tests:
            with self.code.when(outside, UNLIKELY):
                self._leave(leaving)
            self.code.leave(end, outside, UNLIKELY)
        return True

    def _leave(self, leaving: int) -> None:
        """Note that a step of the transition ``leaving`` leaves a domain."""
        self._note(self.layout.outside)
        self._note(self.layout.leaving + leaving)
        self.left.set(1)


def _asked_by_most(transitions: Sequence[Transition]) -> Iterator[Expr]:
    """The conditions that more than half of ``transitions`` ask for, and the first other one of each."""
    wanted = [[requirement.holds for requirement in one.requires] for one in transitions]
    times = Counter(id(condition) for conditions in wanted for condition in conditions)
    for conditions in wanted:
        few = [id(one) for one in conditions if 2 * times[id(one)] <= len(wanted)]
        yield from (one for one in conditions if id(one) not in few[1:])
