"""The open-addressing table and the loops around it, as code for states of any number of words.

A state lies at the first free place from its home on. Homes rise with hashes, so the table grows in place by
moving its states upward, the last one first. Places past the last home take what is crowded out there.
States of one word have a line of the cache for their home, whose places are looked at all at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from dicelaw.checker.search.assembly import LINE, UNLIKELY, Function, Value, Variable
from dicelaw.checker.search.successors import EXPAND

BATCH = 64
"""How many successors are hashed and prefetched before the first is looked up."""
ROOM = 1024
"""How many places of the queue a thread takes at once."""
LONGEST = 64
"""How many states in a row are skipped at most."""
SLACK = 4096
"""How many places the table has past the last home."""
BUSY = 2
"""The first word of a place that another thread is writing."""
_MIX = (0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93)


class Shared(IntEnum):
    """The words that all threads of a search have in common; those that change have a cache line each."""

    TABLE = 0
    SIZE = 1
    QUEUE = 2
    END = 3
    """Where in the queue the layer ends that is expanded."""
    LIMIT = 4
    """How many states there may be before the loop comes back for more room."""
    CHUNK = 5
    """How many states of the queue a thread takes at once."""
    CROWDED = 6
    """Whether a state found no place."""
    CURSOR = 8
    """The next place of the queue to expand."""
    TAIL = 16
    """Where the queue has room."""
    STATES = 24


class Own(IntEnum):
    """The words of one thread; OUT and HOMES have room for a batch and the successors of one more state."""

    OUT = 0
    HOMES = 1
    TALLY = 2
    PLACE = 3
    """Where the thread's room in the queue begins."""
    ROOM = 4
    """Where it ends."""


SHARED_WORDS, OWN_WORDS = 32, 8


class Loops:
    """The functions around ``expand``. With ``shared`` several threads may run them at once.

    With ``skips`` what follows a state with a single successor is not stored: it is expanded in its place,
    and so on, up to the first state with several successors or none. Whatever is counted or noted of a state
    still is, at the place of the stored one, but perhaps more than once.
    """

    def __init__(self, words: int, shared: bool, skips: bool) -> None:
        self.words = words
        self.shared = shared
        self.skips = skips
        self.together = LINE if words == 1 else 1

    def text(self) -> str:
        """All functions."""
        functions = (
            self._settle,
            self._admit,
            self._search,
            self._find,
            self._grow,
            self._restore,
            self._strike,
            self._sweep,
        )
        return "\n".join(function() for function in functions)

    def storing_each(self) -> str:
        """``search_each`` and ``find_each``, which store each state whatever is skipped otherwise."""
        plain = Loops(self.words, self.shared, skips=False)
        return "\n".join((plain._search("search_each"), plain._find("find_each")))

    def _read(self, code: Function, base: Value, number: Value) -> list[Value]:
        first = number * self.words
        return [code.load(code.at(base, first + word)) for word in range(self.words)]

    def _write(self, code: Function, base: Value, number: Value, state: Sequence[Value]) -> None:
        first = number * self.words
        for word, value in enumerate(state):
            code.store(value, code.at(base, first + word))

    def _add(self, code: Function, name: Shared, value: Value | int) -> Value:
        """Add to a word that threads share; what it was before."""
        place = code.at(code["shared"], name)
        if self.shared:
            return code.add_atomically(place, value)
        before = code.load(place)
        code.store(before + value, place)
        return before

    def _home(self, code: Function, state: Sequence[Value], size: Value) -> Value:
        """The place of a table with ``size`` homes from which on ``state`` is looked for."""
        if self.together == 1:
            return code.scaled(_hash(state), size)
        return code.scaled(_hash(state), size >> LINE.bit_length() - 1) * LINE

    def _prepare(self, code: Function, out: Value, first: Value | int, stop: Value) -> None:
        """Find the homes of the states ``first`` to ``stop`` of ``out``, and begin to bring them near."""
        homes = _pointer(code, Own.HOMES)
        table, size = _pointer(code, Shared.TABLE), code.load(code.at(code["shared"], Shared.SIZE))
        with code.each(first, stop) as number:
            home = self._home(code, self._read(code, out, number), size) * self.words
            code.store(home, code.at(homes, number))
            code.prefetch(code.at(table, home))

    def _settle(self) -> str:
        """``settle``: look up the first ``count`` states of ``out``, put the new ones into table and queue.

        The number of new ones.
        """
        code = Function("settle", ["shared", "own"], ["count"], own=True)
        out, homes = _pointer(code, Own.OUT), _pointer(code, Own.HOMES)
        table, queue = _pointer(code, Shared.TABLE), _pointer(code, Shared.QUEUE)
        last = (code.load(code.at(code["shared"], Shared.SIZE)) + SLACK) * self.words
        place = code.variable(code.load(code.at(code["own"], Own.PLACE)))
        room = code.variable(code.load(code.at(code["own"], Own.ROOM)))
        fresh = code.variable(0)
        with code.each(0, code["count"]) as number:
            state = self._read(code, out, number)
            at = code.variable(code.load(code.at(homes, number)))
            with code.loop() as (again, end):
                here = code.at(table, at.get())
                free, taken = self._look(code, here, state, again, end)
                with code.when(free):
                    self._put(code, taken, state, again)
                    with code.when(place.get().equals(room.get()), UNLIKELY):
                        place.set(self._add(code, Shared.TAIL, ROOM))
                        room.set(place.get() + ROOM)
                    self._write(code, queue, place.get(), state)
                    place.set(place.get() + 1)
                    fresh.set(fresh.get() + 1)
                    code.jump(end)
                at.set(at.get() + self.together * self.words)
                with code.when(last <= at.get(), UNLIKELY):
                    code.store(1, code.at(code["shared"], Shared.CROWDED))
                    code.jump(end)
        code.store(place.get(), code.at(code["own"], Own.PLACE))
        code.store(room.get(), code.at(code["own"], Own.ROOM))
        code.give(fresh.get())
        return code.text

    def _look(
        self, code: Function, here: Value, state: Sequence[Value], again: str, found: str
    ) -> tuple[Value, Value]:
        """Go on at ``found`` where ``state`` is at ``here`` or at a place that is looked at with it.

        Else whether one of these places is free, and the first that is.
        """
        if self.together > 1:
            line = code.line_of_words(here, volatile=self.shared)
            code.leave(found, code.among(line, state[0]).differs(0))
            free = code.among(line, 0)
            return free.differs(0), code.at(here, code.lowest(free))
        first = code.load(here, atomic=self.shared)
        if self.shared:
            code.leave(again, first.equals(BUSY), UNLIKELY)
        code.leave(found, self._same(code, here, first, state))
        return first.equals(0), here

    def _same(self, code: Function, here: Value, first: Value, state: Sequence[Value]) -> Value:
        """Whether ``state`` is at the place ``here``, whose first word is ``first``."""
        same = first.equals(state[0])
        for word in range(1, self.words):
            same = same & code.load(code.at(here, word)).equals(state[word])
        return same

    def _put(self, code: Function, here: Value, state: Sequence[Value], again: str) -> None:
        """Write ``state`` to the free place ``here``; if another thread takes it first, look there again."""
        if not self.shared:
            for word, value in enumerate(state):
                code.store(value, code.at(here, word))
            return
        mine = code.claim(here, state[0] if self.words == 1 else BUSY)
        code.leave(again, mine ^ code.truth(True), UNLIKELY)
        if self.words > 1:
            for word, value in enumerate(state[1:], 1):
                code.store(value, code.at(here, word))
            code.store(state[0], here, atomic=True)

    def _admit(self) -> str:
        """``admit``: take the first ``count`` states of ``out`` in; the number of those that are new."""
        code = Function("admit", ["shared", "own"], ["count"])
        self._prepare(code, _pointer(code, Own.OUT), 0, code["count"])
        code.give(code.result(f"call i64 @settle({ARGUMENTS}, i64 %count)"))
        return code.text

    def _search(self, name: str = "search") -> str:
        """``search``: expand the queue from CURSOR to END; 1 where the limit was reached before, else 0."""
        code = Function(name, ["shared", "own"])
        out, queue = _pointer(code, Own.OUT), _pointer(code, Shared.QUEUE)
        stop = code.load(code.at(code["shared"], Shared.END))
        limit = code.load(code.at(code["shared"], Shared.LIMIT))
        chunk = code.load(code.at(code["shared"], Shared.CHUNK))
        waiting, fresh, full = code.variable(0), code.variable(0), code.variable(0)
        with code.loop() as (_, end):
            states = code.load(code.at(code["shared"], Shared.STATES), atomic=self.shared)
            full.set(code.widened(limit <= states))
            code.leave(end, full.get().equals(1))
            first = self._add(code, Shared.CURSOR, chunk)
            code.leave(end, stop <= first)
            after = first + chunk
            with code.each(first, code.choose(stop < after, stop, after)) as number:
                state = code.at(queue, number * self.words)
                with code.when(code.load(state).differs(0)):
                    begin = code.at(out, waiting.get() * self.words)
                    more = waiting.get() + self._expand(code, state, begin, number)
                    self._prepare(code, out, waiting.get(), more)
                    waiting.set(more)
                    with code.when(code.number(BATCH) <= waiting.get()):
                        self._flush(code, waiting, fresh)
            self._add(code, Shared.STATES, fresh.get())
            fresh.set(0)
        self._flush(code, waiting, fresh)
        self._add(code, Shared.STATES, fresh.get())
        code.give(full.get())
        return code.text

    def _expand(self, code: Function, state: Value, out: Value, place: Value) -> Value:
        """The number of successors of ``state``, which are written to ``out``."""
        rest = f"ptr {out.name}, ptr {_pointer(code, Own.TALLY).name}, i64 {place.name}"
        count = code.variable(code.result(f"call i64 @{EXPAND}(ptr {state.name}, {rest})"))
        if self.skips:
            skipped = code.variable(0)
            with code.loop() as (_, end):
                code.leave(end, count.get().differs(1))
                code.leave(end, skipped.get().equals(LONGEST))
                count.set(code.result(f"call i64 @{EXPAND}(ptr {out.name}, {rest})"))
                skipped.set(skipped.get() + 1)
        return count.get()

    def _flush(self, code: Function, waiting: Variable, fresh: Variable) -> None:
        new = code.result(f"call i64 @settle({ARGUMENTS}, i64 {waiting.get().name})")
        fresh.set(fresh.get() + new)
        waiting.set(0)

    def _find(self, name: str = "find") -> str:
        """``find``: the first place of the queue, CURSOR to END, whose state leads to ``target``; or -1."""
        code = Function(name, ["shared", "own", "target"])
        out, queue = _pointer(code, Own.OUT), _pointer(code, Shared.QUEUE)
        first, stop = (code.load(code.at(code["shared"], name)) for name in (Shared.CURSOR, Shared.END))
        target = self._read(code, code["target"], code.number(0))
        with code.each(first, stop) as number:
            state = code.at(queue, number * self.words)
            with code.each(0, self._expand(code, state, out, number)) as successor:
                found = self._read(code, out, successor)
                same = found[0].equals(target[0])
                for one, other in zip(found[1:], target[1:], strict=True):
                    same = same & one.equals(other)
                with code.when(same, UNLIKELY):
                    code.give(number)
        code.give(-1)
        return code.text

    def _grow(self) -> str:
        """``grow``: move the states of the old places ``first`` to ``stop``, the last one first.

        The table has its new SIZE already. What finds no place from ``low`` to before ``high`` waits in
        ``stash``. The number of states that wait; -1 where there are too many, and the table is then broken.
        """
        code = Function("grow", ["shared", "stash"], ["first", "stop", "low", "high"])
        table, size = _pointer(code, Shared.TABLE), code.load(code.at(code["shared"], Shared.SIZE))
        stashed = code.variable(0)
        with code.each(code["first"], code["stop"]) as passed:
            number = code["stop"] - (passed - code["first"]) - 1
            here = code.at(table, number * self.words)
            with code.when(code.load(here).differs(0)):
                state = self._read(code, table, number)
                home = self._home(code, state, size)
                code.store(0, here)
                with code.block() as end:
                    with code.when(code["low"] <= home):
                        place = self._vacant(code, table, home)
                        with code.when(place < code["high"]):
                            self._write(code, table, place, state)
                            code.jump(end)
                    with code.when(stashed.get().equals(SLACK), UNLIKELY):
                        code.give(-1)
                    self._write(code, code["stash"], stashed.get(), state)
                    stashed.set(stashed.get() + 1)
        code.give(stashed.get())
        return code.text

    def _restore(self) -> str:
        """``restore``: put the ``count`` states of ``stash``, which the table has not got, back into it."""
        code = Function("restore", ["shared", "stash"], ["count"])
        table, size = _pointer(code, Shared.TABLE), code.load(code.at(code["shared"], Shared.SIZE))
        with code.each(0, code["count"]) as number:
            state = self._read(code, code["stash"], number)
            self._write(code, table, self._vacant(code, table, self._home(code, state, size)), state)
        code.give(0)
        return code.text

    def _strike(self) -> str:
        """``strike``: make places of the table dead whose states are among the first ``count`` of ``states``.

        The number of them. A dead place has BUSY as its first word, and is skipped by those who look for
        others.
        """
        code = Function("strike", ["shared", "own", "states"], ["count"])
        homes, table = _pointer(code, Own.HOMES), _pointer(code, Shared.TABLE)
        last = (code.load(code.at(code["shared"], Shared.SIZE)) + SLACK) * self.words
        first, struck = code.variable(0), code.variable(0)
        with code.loop() as (_, done):
            left = code["count"] - first.get()
            code.leave(done, left < 1)
            batch = code.choose(left < BATCH, left, BATCH)
            states = code.at(code["states"], first.get() * self.words)
            self._prepare(code, states, 0, batch)
            with code.each(0, batch) as number:
                state = self._read(code, states, number)
                at = code.variable(code.load(code.at(homes, number)))
                with code.loop() as (_, end):
                    here = code.at(table, at.get())
                    word = code.load(here)
                    code.leave(end, word.equals(0))
                    with code.when(self._same(code, here, word, state)):
                        code.store(BUSY, here)
                        struck.set(struck.get() + 1)
                        code.jump(end)
                    at.set(at.get() + self.words)
                    code.leave(end, last <= at.get(), UNLIKELY)
            first.set(first.get() + batch)
        code.give(struck.get())
        return code.text

    def _sweep(self) -> str:
        """``sweep``: empty the places ``first`` to ``stop`` of the table, and write their states to
        ``target``.

        The number of them; those of dead places are not written.
        """
        code = Function("sweep", ["shared", "target"], ["first", "stop"])
        table, kept = _pointer(code, Shared.TABLE), code.variable(0)
        with code.each(code["first"], code["stop"]) as number:
            here = code.at(table, number * self.words)
            with code.when((code.load(here) & 1).differs(0)):
                self._write(code, code["target"], kept.get(), self._read(code, table, number))
                kept.set(kept.get() + 1)
            code.store(0, here)
        code.give(kept.get())
        return code.text

    def _vacant(self, code: Function, table: Value, home: Value) -> Value:
        """The first free place from ``home`` on."""
        at = code.variable(home)
        with code.loop() as (_, end):
            code.leave(end, code.load(code.at(table, at.get() * self.words)).equals(0))
            at.set(at.get() + 1)
        return at.get()


ARGUMENTS = "ptr %shared, ptr %own"


def _pointer(code: Function, name: Shared | Own) -> Value:
    return code.address(code.at(code["shared" if isinstance(name, Shared) else "own"], name))


def _hash(state: Sequence[Value]) -> Value:
    mixed = state[0] * _MIX[0]
    for word in state[1:]:
        mixed = ((mixed ^ (mixed >> 32)) * _MIX[1]) ^ (word * _MIX[0])
    return (mixed ^ (mixed >> 32)) * _MIX[1]
