"""The loops of a search, as code around ``expand`` and the table: states in, states out, and layer by layer.

Narrow states are their own keys, and lie in table and queue as they are. Wide ones are stored as trees, and
have keys of one word.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dicelaw.checker.search.assembly import UNLIKELY, Function, Value, Variable
from dicelaw.checker.search.layout import Layout
from dicelaw.checker.search.shared import ARGUMENTS, Own, Shared, added, mixed, pointer
from dicelaw.checker.search.successors import EXPAND
from dicelaw.checker.search.table import BUSY, SLACK, Table
from dicelaw.checker.search.tree import Tree

BATCH = 64
"""How many successors are hashed and prefetched before the first is looked up."""
LATELY_BITS = 18
LATELY = 12
"""How many states that were followed lately are remembered, as a power of two."""


class Loops:
    """The functions around ``expand``. With ``shared`` several threads may run them at once.

    States lie as ``layout`` says; where there is a ``tree`` they are stored as it says. With ``skips`` a
    state with a single successor is not stored: the steps that lead to it lead on, to the first state with
    several successors or none. Whatever is noted of a state still is, at the place of the stored one before
    it; points and transitions are counted each time that they are looked at.
    """

    beside = 0
    """How many words stand behind each successor."""

    def __init__(self, layout: Layout, tree: Tree | None, shared: bool, skips: bool) -> None:
        self.layout = layout
        self.words = words = layout.words
        self.tree = tree
        self.shared = shared
        self.skips = skips
        self.table = Table(words if tree is None else 1, shared)

    def text(self) -> str:
        """All functions, with those of table and tree."""
        functions = (
            self._admit,
            self._search,
            self._find,
            self._lay,
            self._whole,
            self._strike,
            self._sweep,
        )
        parts = [] if self.tree is None else [self.tree.text()]
        if self.skips:
            parts += [self._follow(), self._trail()]
        return "\n".join((*parts, self.table.text(), *(function() for function in functions)))

    def storing_each(self) -> str:
        """``search_each`` and ``find_each``, which store each state whatever is skipped otherwise."""
        plain = Loops(self.layout, self.tree, self.shared, skips=False)
        return "\n".join((plain._search("search_each"), plain._find("find_each")))

    @contextmanager
    def _each_state(self, code: Function, queue: Value, first: Value | int, stop: Value) -> Iterator[Value]:
        """Code that runs for each place of the queue from ``first`` to ``stop`` that is not empty."""
        with code.each(first, stop) as number:
            key = code.load(code.at(queue, number * self.table.words))
            with code.when(key.differs(0)):
                yield number

    def _state(self, code: Function, keys: Value, number: Value) -> Value:
        """Where the state is whose key has that number from ``keys`` on."""
        if self.tree is None:
            return code.at(keys, number * self.words)
        return self.tree.state(code, code.load(code.at(keys, number)))

    def _keyed(
        self, code: Function, states: Value, keys: Value, count: Value, function: str = "fold"
    ) -> None:
        """Make the keys of the first ``count`` of ``states`` the first of ``keys``."""
        with code.each(0, count) as number:
            state = code.at(states, number * self.words)
            if self.tree is None:
                self._copy(code, state, code.at(keys, number * self.words))
            else:
                code.store(self.tree.key(code, state, function), code.at(keys, number))

    def _copy(self, code: Function, state: Value, target: Value) -> None:
        for word in range(self.words):
            code.store(code.load(code.at(state, word)), code.at(target, word))

    def _admit(self) -> str:
        """``admit``: take the first ``count`` states of ``out`` in; the number of those that are new."""
        code = Function("admit", ["shared", "own"], ["count"])
        keys = pointer(code, Own.KEYS)
        if self.tree is not None:
            self._keyed(code, pointer(code, Own.OUT), keys, code["count"])
        self.table.prepare(code, keys, 0, code["count"])
        code.give(code.result(f"call i64 @settle({ARGUMENTS}, i64 %count)"))
        return code.text

    def _search(self, name: str = "search") -> str:
        """``search``: expand the queue from CURSOR to END; 1 where a limit was reached before, else 0."""
        code = Function(name, ["shared", "own"])
        queue, keys = pointer(code, Shared.QUEUE), pointer(code, Own.KEYS)
        stop = code.load(code.at(code["shared"], Shared.END))
        chunk = code.load(code.at(code["shared"], Shared.CHUNK))
        waiting, fresh, full = code.variable(0), code.variable(0), code.variable(0)
        with code.loop() as (_, end):
            full.set(code.widened(self._full(code)))
            code.leave(end, full.get().equals(1))
            first = added(code, Shared.CURSOR, chunk, self.shared)
            code.leave(end, stop <= first)
            after = first + chunk
            with self._each_state(code, queue, first, code.choose(stop < after, stop, after)) as number:
                more = waiting.get() + self._followed(code, keys, waiting.get(), number)
                self.table.prepare(code, keys, waiting.get(), more)
                waiting.set(more)
                with code.when(code.number(BATCH) <= waiting.get()):
                    self._flush(code, waiting, fresh)
            added(code, Shared.STATES, fresh.get(), self.shared)
            fresh.set(0)
        self._flush(code, waiting, fresh)
        added(code, Shared.STATES, fresh.get(), self.shared)
        code.give(full.get())
        return code.text

    def _full(self, code: Function) -> Value:
        """Whether there are as many states or parts as there may be."""
        pairs = [(Shared.LIMIT, Shared.STATES)]
        if self.tree is not None:
            pairs.append((Shared.MOST_PARTS, Shared.PARTS))
        full = code.truth(False)
        for limit, count in pairs:
            there = code.load(code.at(code["shared"], count), atomic=self.shared)
            full = full | (code.load(code.at(code["shared"], limit)) <= there)
        return full

    def _followed(self, code: Function, keys: Value, place: Value, number: Value) -> Value:
        """How many successors the state has that is ``number`` in the queue; their keys are from ``place``
        on."""
        state = self._state(code, pointer(code, Shared.QUEUE), number)
        if self.tree is None:
            return self._expand(code, state, code.at(keys, place * self.words), number)
        out = pointer(code, Own.OUT)
        count = self._expand(code, state, out, number)
        self._keyed(code, out, code.at(keys, place), count)
        return count

    def _expand(self, code: Function, state: Value, out: Value, place: Value) -> Value:
        """The number of states that ``state`` leads to, which are written to ``out``."""
        count = code.result(f"call i64 @{EXPAND}({expanding(code, state, out, place)})")
        self._count(code, self.layout.steps, count)
        if not self.skips:
            return count
        kept = code.variable(0)
        with code.each(0, count) as number:
            one = code.at(out, number * self.words)
            ends = code.result(f"call i64 @follow({ARGUMENTS}, ptr {one.name}, i64 {place.name})")
            with code.when(ends.differs(0)):
                self._copy(code, one, code.at(out, kept.get() * self.words))
                kept.set(kept.get() + 1)
        return kept.get()

    def _follow(self) -> str:
        """``follow``: let ``state`` be the first from there on that has several successors or none.

        0 where it was followed from there on lately, or play goes round and never comes to one.
        """
        code = Function("follow", ["shared", "own", "state"], ["place"], own=True)
        state, begun = code["state"], pointer(code, Own.BEGUN)
        words = [code.load(code.at(state, word)) for word in range(self.words)]
        home = (mixed(words) >> (64 - LATELY)) * (self.words + 1)
        lately = code.at(pointer(code, Own.LATELY), home)
        length = code.at(lately, self.words)
        with code.when(self._same(code, state, lately)):
            self._count(code, self.layout.passed, code.load(length))
            code.give(0)
        self._copy(code, state, begun)
        ends, last = code.variable(0), code.variable(0)
        with code.block() as end, self._passing(code, state, code["place"]) as (several, passed):
            last.set(passed)
            ends.set(several)
            code.leave(end, several.differs(0))
        self._copy(code, begun, lately)
        code.store(last.get(), length)
        self._count(code, self.layout.passed, last.get())
        code.give(ends.get())
        return code.text

    def _trail(self) -> str:
        """``trail``: how many steps lead from ``start`` to ``target`` without a choice but the first; or 0.

        The states after each of them, but for those past the first ``most``, are written to ``room``.
        """
        code = Function("trail", ["shared", "own", "start", "target", "room"], ["most"])
        out, words = pointer(code, Own.OUT), self.words
        nowhere = code.number(0)
        count = code.result(f"call i64 @{EXPAND}({expanding(code, code['start'], out, nowhere)})")
        with code.each(0, count) as number, code.block() as other:
            state = code.at(out, number * words)
            with self._passing(code, state, nowhere) as (several, passed):
                with code.when(passed < code["most"]):
                    self._copy(code, state, code.at(code["room"], passed * words))
                with code.when(self._same(code, state, code["target"])):
                    code.give(passed + 1)
                code.leave(other, several.differs(0))
        code.give(0)
        return code.text

    @contextmanager
    def _passing(self, code: Function, state: Value, place: Value) -> Iterator[tuple[Value, Value]]:
        """Code that runs for ``state`` and for what comes to its place, one single successor after another.

        It is given whether there are several successors or none, and how many states were passed; it has to
        leave where there are. It ends where play goes round.
        """
        following, ago = pointer(code, Own.NEXT), pointer(code, Own.AGO)
        passed, until = code.variable(0), code.variable(1)
        code.store(0, ago)
        with code.loop() as (_, end):
            count = code.result(f"call i64 @{EXPAND}({expanding(code, state, following, place)})")
            several = code.variable(code.widened(count.equals(0)))
            with code.block() as known, code.each(1, count) as number:
                other = self._differ(code, following, code.at(following, number * (self.words + self.beside)))
                several.set(several.get() | code.widened(other))
                code.leave(known, other)
            yield several.get(), passed.get()
            self._copy(code, following, state)
            code.leave(end, self._same(code, state, ago), UNLIKELY)
            passed.set(passed.get() + 1)
            with code.when(passed.get().equals(until.get())):
                self._copy(code, state, ago)
                until.set(until.get() * 2)

    def _count(self, code: Function, place: int, more: Value | int) -> None:
        """Add to a count of the tally."""
        counter = code.at(pointer(code, Own.TALLY), place)
        code.store(code.load(counter) + more, counter)

    def _same(self, code: Function, one: Value, other: Value) -> Value:
        """Whether two states are the same."""
        return self._differ(code, one, other) ^ code.truth(True)

    def _differ(self, code: Function, one: Value, other: Value) -> Value:
        changed = code.number(0)
        for word in range(self.words):
            changed = changed | (code.load(code.at(one, word)) ^ code.load(code.at(other, word)))
        return changed.differs(0)

    def _flush(self, code: Function, waiting: Variable, fresh: Variable) -> None:
        new = code.result(f"call i64 @settle({ARGUMENTS}, i64 {waiting.get().name})")
        fresh.set(fresh.get() + new)
        waiting.set(0)

    def _find(self, name: str = "find") -> str:
        """``find``: the first place of the queue, CURSOR to END, whose state leads to ``target``; or -1."""
        code = Function(name, ["shared", "own", "target"])
        out, queue = pointer(code, Own.OUT), pointer(code, Shared.QUEUE)
        first, stop = (code.load(code.at(code["shared"], name)) for name in (Shared.CURSOR, Shared.END))
        with self._each_state(code, queue, first, stop) as number:
            state = self._state(code, queue, number)
            with code.each(0, self._expand(code, state, out, number)) as successor:
                there = self._same(code, code.at(out, successor * self.words), code["target"])
                with code.when(there, UNLIKELY):
                    code.give(number)
        code.give(-1)
        return code.text

    def _lay(self) -> str:
        """``lay``: have the first ``count`` of ``states`` at the places from ``first`` of the queue on."""
        code = Function("lay", ["shared", "own", "states"], ["first", "count"])
        places = code.at(pointer(code, Shared.QUEUE), code["first"] * self.table.words)
        self._keyed(code, code["states"], places, code["count"])
        code.give(0)
        return code.text

    def _whole(self) -> str:
        """``whole``: write the states at the places ``first`` to ``stop`` of the queue to ``target``.

        The number of them; empty places have none.
        """
        code = Function("whole", ["shared", "own", "target"], ["first", "stop"])
        queue, written = pointer(code, Shared.QUEUE), code.variable(0)
        with self._each_state(code, queue, code["first"], code["stop"]) as number:
            target = code.at(code["target"], written.get() * self.words)
            self._copy(code, self._state(code, queue, number), target)
            written.set(written.get() + 1)
        code.give(written.get())
        return code.text

    def _strike(self) -> str:
        """``strike``: make places of the table dead whose states are among the first ``count`` of ``states``.

        The number of them. A dead place has BUSY as its first word, and is skipped by those who look for
        others.
        """
        code = Function("strike", ["shared", "own", "states"], ["count"])
        homes, table, words = pointer(code, Own.HOMES), pointer(code, Shared.TABLE), self.table.words
        last = (code.load(code.at(code["shared"], Shared.SIZE)) + SLACK) * words
        first, struck = code.variable(0), code.variable(0)
        with code.loop() as (_, done):
            left = code["count"] - first.get()
            code.leave(done, left < 1)
            batch = code.choose(left < BATCH, left, BATCH)
            keys = code.at(code["states"], first.get() * self.words)
            if self.tree is not None:
                states, keys = keys, pointer(code, Own.KEYS)
                self._keyed(code, states, keys, batch, "seek")
            self.table.prepare(code, keys, 0, batch)
            with code.each(0, batch) as number:
                key = self.table.read(code, keys, number)
                at = code.variable(code.load(code.at(homes, number)))
                with code.loop() as (_, end):
                    here = code.at(table, at.get())
                    word = code.load(here)
                    code.leave(end, word.equals(0))
                    with code.when(self.table.same(code, here, word, key)):
                        code.store(BUSY, here)
                        struck.set(struck.get() + 1)
                        code.jump(end)
                    at.set(at.get() + words)
                    code.leave(end, last <= at.get(), UNLIKELY)
            first.set(first.get() + batch)
        code.give(struck.get())
        return code.text

    def _sweep(self) -> str:
        """``sweep``: empty the places ``first`` to ``stop`` of the table, and write their states to
        ``target``.

        The number of them; those of dead places are not written.
        """
        code = Function("sweep", ["shared", "own", "target"], ["first", "stop"])
        table, kept = pointer(code, Shared.TABLE), code.variable(0)
        with code.each(code["first"], code["stop"]) as number:
            here = code.at(table, number * self.table.words)
            with code.when((code.load(here) & 1).differs(0)):
                target = code.at(code["target"], kept.get() * self.words)
                self._copy(code, self._state(code, table, number), target)
                kept.set(kept.get() + 1)
            code.store(0, here)
        code.give(kept.get())
        return code.text


def expanding(code: Function, state: Value, out: Value, place: Value) -> str:
    """What ``expand`` is called with."""
    return f"ptr {state.name}, ptr {out.name}, ptr {pointer(code, Own.TALLY).name}, i64 {place.name}"
