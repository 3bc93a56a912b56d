"""The open-addressing table, as code for keys of any number of words: states, or what stands for them.

A key lies at the first free place from its home on. Homes rise with hashes, so the table grows in place by
moving its keys upward, the last one first. Places past the last home take what is crowded out there.
Keys of one word have a line of the cache for their home, whose places are looked at all at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.checker.search.assembly import LINE, UNLIKELY, Function, Value
from dicelaw.checker.search.shared import ROOM, Own, Shared, added, mixed, pointer

SLACK = 4096
"""How many places the table has past the last home."""
BUSY = 2
"""The first word of a place that another thread is writing."""


class Table:
    """The functions ``settle``, ``grow`` and ``restore`` of a table of keys with so many ``words``.

    With ``shared`` several threads may run them at once.
    """

    def __init__(self, words: int, shared: bool) -> None:
        self.words = words
        self.shared = shared
        self.together = LINE if words == 1 else 1

    def text(self) -> str:
        """All functions."""
        return "\n".join((self._settle(), self._grow(), self._restore()))

    def read(self, code: Function, base: Value, number: Value) -> list[Value]:
        """The key with that number from ``base`` on."""
        first = number * self.words
        return [code.load(code.at(base, first + word)) for word in range(self.words)]

    def write(self, code: Function, base: Value, number: Value, state: Sequence[Value]) -> None:
        """Make ``state`` the key with that number from ``base`` on."""
        first = number * self.words
        for word, value in enumerate(state):
            code.store(value, code.at(base, first + word))

    def _home(self, code: Function, state: Sequence[Value], size: Value) -> Value:
        """The place of a table with ``size`` homes from which on ``state`` is looked for."""
        if self.together == 1:
            return code.scaled(mixed(state), size)
        return code.scaled(mixed(state), size >> LINE.bit_length() - 1) * LINE

    def prepare(self, code: Function, out: Value, first: Value | int, stop: Value) -> None:
        """Find the homes of the states ``first`` to ``stop`` of ``out``, and begin to bring them near."""
        homes = pointer(code, Own.HOMES)
        table, size = pointer(code, Shared.TABLE), code.load(code.at(code["shared"], Shared.SIZE))
        with code.each(first, stop) as number:
            home = self._home(code, self.read(code, out, number), size) * self.words
            code.store(home, code.at(homes, number))
            code.prefetch(code.at(table, home))

    def _settle(self) -> str:
        """``settle``: look up the first ``count`` states of ``out``, put the new ones into table and queue.

        The number of new ones.
        """
        code = Function("settle", ["shared", "own"], ["count"], own=True)
        keys, homes = pointer(code, Own.KEYS), pointer(code, Own.HOMES)
        table, queue = pointer(code, Shared.TABLE), pointer(code, Shared.QUEUE)
        last = (code.load(code.at(code["shared"], Shared.SIZE)) + SLACK) * self.words
        place = code.variable(code.load(code.at(code["own"], Own.PLACE)))
        room = code.variable(code.load(code.at(code["own"], Own.ROOM)))
        fresh = code.variable(0)
        with code.each(0, code["count"]) as number:
            state = self.read(code, keys, number)
            at = code.variable(code.load(code.at(homes, number)))
            with code.loop() as (again, end):
                here = code.at(table, at.get())
                free, taken = self._look(code, here, state, again, end)
                with code.when(free):
                    self._put(code, taken, state, again)
                    with code.when(place.get().equals(room.get()), UNLIKELY):
                        place.set(added(code, Shared.TAIL, ROOM, self.shared))
                        room.set(place.get() + ROOM)
                    self.write(code, queue, place.get(), state)
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
        code.leave(found, self.same(code, here, first, state))
        return first.equals(0), here

    def same(self, code: Function, here: Value, first: Value, state: Sequence[Value]) -> Value:
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

    def _grow(self) -> str:
        """``grow``: move the states of the old places ``first`` to ``stop``, the last one first.

        The table has its new SIZE already. What finds no place from ``low`` to before ``high`` waits in
        ``stash``. The number of states that wait; -1 where there are too many, and the table is then broken.
        """
        code = Function("grow", ["shared", "stash"], ["first", "stop", "low", "high"])
        table, size = pointer(code, Shared.TABLE), code.load(code.at(code["shared"], Shared.SIZE))
        stashed = code.variable(0)
        with code.each(code["first"], code["stop"]) as passed:
            number = code["stop"] - (passed - code["first"]) - 1
            here = code.at(table, number * self.words)
            with code.when(code.load(here).differs(0)):
                state = self.read(code, table, number)
                home = self._home(code, state, size)
                code.store(0, here)
                with code.block() as end:
                    with code.when(code["low"] <= home):
                        place = self._vacant(code, table, home)
                        with code.when(place < code["high"]):
                            self.write(code, table, place, state)
                            code.jump(end)
                    with code.when(stashed.get().equals(SLACK), UNLIKELY):
                        code.give(-1)
                    self.write(code, code["stash"], stashed.get(), state)
                    stashed.set(stashed.get() + 1)
        code.give(stashed.get())
        return code.text

    def _restore(self) -> str:
        """``restore``: put the ``count`` states of ``stash``, which the table has not got, back into it."""
        code = Function("restore", ["shared", "stash"], ["count"])
        table, size = pointer(code, Shared.TABLE), code.load(code.at(code["shared"], Shared.SIZE))
        with code.each(0, code["count"]) as number:
            state = self.read(code, code["stash"], number)
            self.write(code, table, self._vacant(code, table, self._home(code, state, size)), state)
        code.give(0)
        return code.text

    def place(self) -> str:
        """``place``: at which place of the table the key at ``sought`` is; it is there."""
        code = Function("place", ["shared", "sought"], own=True)
        table, size = pointer(code, Shared.TABLE), code.load(code.at(code["shared"], Shared.SIZE))
        key = self.read(code, code["sought"], code.number(0))
        at = code.variable(self._home(code, key, size))
        with code.loop():
            here = code.at(table, at.get() * self.words)
            if self.together > 1:
                found = code.among(code.line_of_words(here), key[0])
                with code.when(found.differs(0)):
                    code.give(at.get() + code.lowest(found))
            else:
                with code.when(self.same(code, here, code.load(here), key)):
                    code.give(at.get())
            at.set(at.get() + self.together)
        code.give(0)
        return code.text

    def _vacant(self, code: Function, table: Value, home: Value) -> Value:
        """The first free place from ``home`` on."""
        at = code.variable(home)
        with code.loop() as (_, end):
            code.leave(end, code.load(code.at(table, at.get() * self.words)).equals(0))
            at.set(at.get() + 1)
        return at.get()
