"""Wide states as trees of shared parts: each word, and each pair of parts, is stored once and has a number.

A state is then one word, its key: the numbers of its two halves. Equal states have equal keys and others do
not, since no two numbers have the same part; and a state is recovered from its key. Numbers go up from 1, the
values of parts lie in their order, and an index by hashing leads from a value to its number. A part that is 0
has the number 0 and is stored nowhere.

Each half has every other byte of a pair of words, as much of what changes often as the other. So neither has
nearly as many values as there are states.

A thread holds the state that it took apart last, with the numbers of its parts: of the next state, or of one
that is to be put together, only what differs from it is looked up.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.checker.search.assembly import UNLIKELY, Function, Value
from dicelaw.checker.search.shared import ARGUMENTS, ROOM, Own, Shared, added, mixed, pointer

NARROW = 2
"""Up to how many words a state is stored as it is."""
LARGEST = (1 << 31) - 1
"""The largest number that a part can have."""
_BUSY = (1 << 32) - 1
"""What stands in the index while another thread writes there."""
_HALF = (1 << 32) - 1
_BYTES = 0xFF00FF00FF00FF00


class Tree:
    """The functions ``fold``, ``seek``, ``unfold`` and ``reindex`` for states of so many ``words``.

    ``fold`` gives the key of a state, and ``seek`` too, but 0 where some part of it is not stored;
    ``unfold`` has the state of a key held, as the first words of HELD. With ``shared`` several threads may
    run them at once, all but ``reindex``, which puts the numbers ``first`` to ``stop`` into the index.
    """

    def __init__(self, words: int, shared: bool) -> None:
        self.words = words
        self.shared = shared
        self.leaves = words + words % 2
        self._places: dict[tuple[int, int], int] = {}
        self._number_of(0, self.leaves)

    @property
    def parts(self) -> int:
        """How many parts a state has."""
        return 2 * self.leaves - 2

    @property
    def held(self) -> int:
        """How many words HELD has."""
        return self.words + self.leaves + self.parts

    def text(self) -> str:
        """All functions."""
        functions = (
            self._number(stored=False),
            self._number(stored=True),
            self._fold("fold", "number"),
            self._fold("seek", "known"),
            self._unfold(),
            self._reindex(),
        )
        return "\n".join(functions)

    def key(self, code: Function, state: Value, function: str = "fold") -> Value:
        """The key of ``state`` in the code of a caller."""
        return code.result(f"call i64 @{function}({ARGUMENTS}, ptr {state.name})")

    def state(self, code: Function, key: Value) -> Value:
        """Where the state of ``key`` is, in the code of a caller."""
        code.result(f"call i64 @unfold({ARGUMENTS}, i64 {key.name})")
        return pointer(code, Own.HELD)

    def _number_of(self, first: int, stop: int) -> None:
        """Give the part of the leaves ``first`` to ``stop``, and those that it is made of, their places."""
        if stop - first < self.leaves:
            self._places[first, stop] = self.words + self.leaves + len(self._places)
        if stop - first > 1:
            middle = _middle(first, stop)
            self._number_of(first, middle)
            self._number_of(middle, stop)

    def _mixed(self, code: Function, words: Sequence[Value]) -> list[Value]:
        """Words with every other byte exchanged with that of a word of the other half, and the other way."""
        found = [*words, *[code.number(0)] * (self.leaves - len(words))]
        half = self.leaves // 2
        for one in range(half):
            changed = (found[one] ^ found[half + one]) & _BYTES
            found[one], found[half + one] = found[one] ^ changed, found[half + one] ^ changed
        return found

    def _number(self, stored: bool) -> str:
        """``number``: the number of a part, which gets one if it has none; ``known``: -1 if it has none."""
        code = Function("known" if stored else "number", ["shared", "own"], ["part"], own=True)
        part = code["part"]
        with code.when(part.equals(0)):
            code.give(0)
        values, index = pointer(code, Shared.VALUES), pointer(code, Shared.INDEX)
        size = code.load(code.at(code["shared"], Shared.HOMES))
        at = code.variable(code.scaled(mixed([part]), size))
        with code.loop() as (again, _):
            here = code.half(index, at.get())
            number = code.load_half(here, atomic=self.shared)
            with code.when(number.equals(0)):
                if stored:
                    code.give(-1)
                else:
                    self._store(code, part, here, again)
            if self.shared:
                code.leave(again, number.equals(_BUSY), UNLIKELY)
            with code.when(code.load(code.at(values, number)).equals(part)):
                code.give(number)
            after = at.get() + 1
            at.set(code.choose(after.equals(size), 0, after))
        return code.text

    def _store(self, code: Function, part: Value, here: Value, again: str) -> None:
        """Give ``part`` a number, with ``here`` in the index; if another thread takes that, look again."""
        if self.shared:
            mine = code.claim(here, -1, "i32")
            code.leave(again, mine ^ code.truth(True), UNLIKELY)
        following = code.at(code["own"], Own.NUMBER)
        number = code.variable(code.load(following))
        with code.when(number.get().equals(code.load(code.at(code["own"], Own.NUMBERS))), UNLIKELY):
            number.set(added(code, Shared.PARTS, ROOM, self.shared))
            code.store(number.get() + ROOM, code.at(code["own"], Own.NUMBERS))
        code.store(part, code.at(pointer(code, Shared.VALUES), number.get()))
        code.store(number.get() + 1, following)
        code.store_half(number.get(), here, atomic=self.shared)
        code.give(number.get())

    def _fold(self, name: str, numbering: str) -> str:
        code = Function(name, ["shared", "own", "state"], own=True)
        held = pointer(code, Own.HELD)
        leaves = self._mixed(code, [code.load(code.at(code["state"], word)) for word in range(self.words)])

        def part(first: int, stop: int) -> tuple[Value, Value]:
            """The number of a part, and that of the same part of what is held."""
            before = code.load(code.at(held, self._places[first, stop]))
            if stop - first == 1:
                value = leaves[first]
                changed = value.differs(code.load(code.at(held, self.words + first)))
            else:
                middle = _middle(first, stop)
                (one, one_held), (two, two_held) = part(first, middle), part(middle, stop)
                value = (one << 32) | two
                changed = ((one ^ one_held) | (two ^ two_held)).differs(0)
            number = code.variable(before)
            with code.when(changed):
                found = code.result(f"call i64 @{numbering}({ARGUMENTS}, i64 {value.name})")
                with code.when(found.equals(-1), UNLIKELY):
                    code.give(0)
                number.set(found)
            return number.get(), before

        half = self.leaves // 2
        (one, _), (two, _) = part(0, half), part(half, self.leaves)
        code.give((one << 33) | (two << 1) | 1)
        return code.text

    def _unfold(self) -> str:
        code = Function("unfold", ["shared", "own"], ["key"], own=True)
        held, values = pointer(code, Own.HELD), pointer(code, Shared.VALUES)

        def part(first: int, stop: int, number: Value) -> None:
            place = code.at(held, self._places[first, stop])
            with code.when(number.differs(code.load(place))):
                code.store(number, place)
                value = code.load(code.at(values, number))
                if stop - first == 1:
                    code.store(value, code.at(held, self.words + first))
                else:
                    middle = _middle(first, stop)
                    part(first, middle, value >> 32)
                    part(middle, stop, value & _HALF)

        half = self.leaves // 2
        part(0, half, code["key"] >> 33)
        part(half, self.leaves, (code["key"] >> 1) & LARGEST)
        leaves = [code.load(code.at(held, self.words + leaf)) for leaf in range(self.leaves)]
        for word, value in enumerate(self._mixed(code, leaves)[: self.words]):
            code.store(value, code.at(held, word))
        code.give(0)
        return code.text

    def _reindex(self) -> str:
        code = Function("reindex", ["shared"], ["first", "stop"])
        values, index = pointer(code, Shared.VALUES), pointer(code, Shared.INDEX)
        size = code.load(code.at(code["shared"], Shared.HOMES))
        with code.each(code["first"], code["stop"]) as number:
            part = code.load(code.at(values, number))
            with code.when(part.differs(0)):
                at = code.variable(code.scaled(mixed([part]), size))
                with code.loop() as (_, end):
                    code.leave(end, code.load_half(code.half(index, at.get())).equals(0))
                    after = at.get() + 1
                    at.set(code.choose(after.equals(size), 0, after))
                code.store_half(number, code.half(index, at.get()))
        code.give(0)
        return code.text


def _middle(first: int, stop: int) -> int:
    return (first + stop + 1) // 2
