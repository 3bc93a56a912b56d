"""Random plays by compiled code in which entries meet, those first that have not met yet."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from dicelaw.checker.search.assembly import Function, Value, Variable
from dicelaw.checker.search.bit_fields import ALL
from dicelaw.checker.search.layout import Layout
from dicelaw.checker.search.native import Code, Word, signed
from dicelaw.checker.search.random_plays import lot, seeded
from dicelaw.checker.search.step_breaches import BREAKS, StepBreaches, watched
from dicelaw.checker.search.successors import EXPAND, Successors
from dicelaw.checker.search.terms import Terms
from dicelaw.model.kernel.expressions import Expr, number
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.specs.property import Property

USE, PLACE, FRESH, CHOSEN = range(4)
"""What lies behind each successor: the number of the entry that the step uses and 1 more, or 0; that of its
transition; whether it is something new; and a word for each choice."""
TAKEN, NEW, LOT, MEMORY = range(4)
"""What a play remembers: its steps, how much it met first, and the number that lots are drawn from."""
BITS = 64
GUIDED = 192
"""Of 256 steps in which something new can be done, it is done in so many."""


@dataclass(frozen=True)
class Uses:
    """Which of ``entries`` steps use, and which lie on the table.

    ``of`` has by the number of a transition, over the state before it and its choices, the place among the
    entries of the one that the step uses and 1 more, or 0. ``lying`` says by such a place when an entry lies
    there, and ``turn`` tells turns apart.
    """

    entries: Sequence[str]
    of: Mapping[int, Expr]
    lying: Mapping[int, Expr]
    turn: Expr


@dataclass(frozen=True)
class Made:
    """A play that was made: its ``steps``, how much it ``met`` first, and whether something is ``wrong``."""

    steps: int
    met: int
    wrong: bool


class MeetingPlays:
    """A machine compiled for plays of at most ``length`` steps, of which each takes a legal move by lot.

    Mostly it is one that is new, where there is one: by which two entries meet that have not, or a transition
    that was not taken. Claims of ``properties`` about states and single steps are watched. Raises NotInstalled without the compiler, and TooWide for a machine whose numbers
    don't fit words.
    """

    def __init__(
        self, machine: Machine, uses: Uses, properties: Sequence[Property] = (), *, length: int
    ) -> None:
        self.machine, self.uses, self.length = machine, uses, length
        claims = watched(properties)
        self.layout = Layout.of(machine, len(claims))
        self._row = max(-(-len(uses.entries) // BITS), 1)
        successors = _Using(machine, self.layout, uses)
        breaches = StepBreaches(machine, self.layout, claims).text(successors.tables) if claims else ""
        parts = (breaches, successors.lying(self._row), _play_text(successors, uses, self._row))
        text = "\n".join((*parts, successors.text()))
        self._code = Code(text, ("play",), quickly=True)
        self._play = self._code.function("play", 9)
        width = self.layout.words
        self._met = (Word * (len(uses.entries) * self._row))()
        self._taken = (Word * len(machine.transitions))()
        self._memory = (Word * MEMORY)()
        self._out = (Word * (max(self.layout.fan, 1) * (width + successors.beside)))()
        self._tally = (Word * (self.layout.tally + self.layout.noted))()
        self._trail = (Word * ((length + 1) * width))()
        self._start, self._went = (Word * width)(), (Word * length)()

    def waiting(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Only these pairs of places among the entries have not met."""
        rows = [0] * len(self.uses.entries)
        for one, other in pairs:
            rows[one] |= 1 << other
            rows[other] |= 1 << one
        self._met[:] = signed(self._words(~row for row in rows))

    def met(self) -> Iterator[tuple[int, int]]:
        """The pairs that have met, and those that did not wait."""
        for one in range(len(self.uses.entries)):
            words = self._met[one * self._row : (one + 1) * self._row]
            row = sum((word & ALL) << place * BITS for place, word in enumerate(words))
            yield from ((one, other) for other in range(one) if row >> other & 1)

    def _words(self, rows: Iterable[int]) -> Iterator[int]:
        return (row >> place * BITS & ALL for row in rows for place in range(self._row))

    def take(self, places: Iterable[int]) -> None:
        """Only the transitions with these numbers have been taken."""
        self._taken[:] = [0] * len(self._taken)
        for place in places:
            self._taken[place] = 1

    def taken(self) -> frozenset[int]:
        """The numbers of the transitions that were taken."""
        return frozenset(place for place, was in enumerate(self._taken) if was)

    def begin(self, start: State) -> None:
        """Let plays begin in ``start``."""
        self._start[:] = signed(self.layout.pack(start))

    def play(self, seed: int, number: int) -> Made:
        """Make play ``number``; the same for the same ``seed`` where as much has met."""
        memory, layout = self._memory, self.layout
        ctypes.memmove(self._trail, self._start, ctypes.sizeof(self._start))
        memory[TAKEN], memory[NEW], memory[LOT] = 0, 0, signed([seeded(seed, number)])[0]
        ctypes.memset(ctypes.addressof(self._tally) + layout.hits * 8, 0, (layout.tally - layout.hits) * 8)
        arrays = (self._trail, self._out, self._tally, memory, self._met, self._taken, self._went)
        self._play(*map(ctypes.addressof, arrays), number, self.length)
        return Made(memory[TAKEN], memory[NEW], any(self._tally[layout.hits : layout.leaving]))

    def wrong(self) -> frozenset[int]:
        """What is wrong with the last play, each by its place in a tally as :class:`Layout` says."""
        hits = range(self.layout.hits, self.layout.tally)
        return frozenset(hit for hit in hits if self._tally[hit] and hit != self.layout.outside)

    def leaving(self, wrong: Set[int]) -> frozenset[int]:
        """The numbers of the transitions of which ``wrong`` says that they leave a domain."""
        return frozenset(hit - self.layout.leaving for hit in wrong if hit >= self.layout.leaving)

    def steps(self) -> Iterator[tuple[int, State]]:
        """The steps of the last play: the number of the transition, and the state after it."""
        width = self.layout.words
        for step in range(self._memory[TAKEN]):
            words = self._trail[(step + 1) * width : (step + 2) * width]
            yield self._went[step], self.layout.unpack([word & ALL for word in words])


class _Using(Successors):
    """Successors with which entry each uses, its transition, and what is chosen, behind it."""

    def __init__(self, machine: Machine, layout: Layout, uses: Uses) -> None:
        super().__init__(machine, layout, ())
        self.uses = uses
        self.beside = CHOSEN + max(len(one.choices) for one in machine.transitions)
        self._said: list[Value | int] = []

    def _step(self, transition: Transition, terms: Terms) -> None:
        place = self.machine.transition_index[transition.id]
        entry = self.uses.of.get(place)
        used = 0 if entry is None else terms(number(entry)).value
        chosen = [terms(choice).value for choice in transition.choices]
        self._said = [used, place, 0, *chosen, *[0] * (self.beside - CHOSEN - len(chosen))]
        super()._step(transition, terms)

    def _beside(self) -> Sequence[Value | int]:
        return self._said

    def lying(self, row: int) -> str:
        """``lying``: write to ``into`` a bit for each entry that lies on the table in ``state``."""
        code = Function("lying", ["state", "into"], own=True)
        words = [code.load(code.at(code["state"], word)) for word in range(self.layout.words)]
        terms = Terms(code, self.layout, words, self.tables)
        found = [code.number(0) for _ in range(row)]
        for place, lies in self.uses.lying.items():
            word, bit = divmod(place, BITS)
            found[word] = found[word] | (code.widened(terms(lies).value) << bit)
        for word, bits in enumerate(found):
            code.store(bits, code.at(code["into"], word))
        code.give(0)
        return code.text


def _play_text(successors: _Using, uses: Uses, row: int) -> str:
    """The function ``play``, which makes a play."""
    layout, count = successors.layout, len(uses.entries)
    words, width = layout.words, layout.words + successors.beside
    code = Function("play", ["trail", "out", "tally", "memory", "met", "taken", "went"], ["number", "length"])
    used = [code.variable(0) for _ in range(row)]
    there = [code.variable(0) for _ in range(row)]
    lies = code.result(f"alloca [{row} x i64]", "ptr")

    def slot(place: int) -> Value:
        return code.at(code["memory"], place)

    def turn(at: Value) -> Value:
        state = [code.load(code.at(at, word)) for word in range(words)]
        return Terms(code, layout, state, successors.tables)(uses.turn).value

    def drawn() -> Value:
        return lot(Variable(code, slot(LOT)))

    def news(entry: Value) -> list[Value]:
        """What is there, by words, that the entry with this number and 1 more has not met."""
        at = code.at(code["met"], (entry - 1) * row)
        return [there[word].get() & (code.load(code.at(at, word)) ^ -1) for word in range(row)]

    def any_of(bits: Sequence[Value]) -> Value:
        joined = bits[0]
        for one in bits[1:]:
            joined = joined | one
        return joined.differs(0)

    now = code.variable(turn(code["trail"]))
    with code.loop() as (_, end):
        steps = code.load(slot(TAKEN))
        here = code.at(code["trail"], steps * words)
        moves = code.result(f"call i64 @{EXPAND}(ptr {here.name}, ptr %out, ptr %tally, i64 %number)")
        code.leave(end, moves.equals(0))
        code.leave(end, steps.equals(code["length"]))
        with code.when(turn(here).differs(now.get())):
            now.set(turn(here))
            for one in used:
                one.set(0)
        code.result(f"call i64 @lying(ptr {here.name}, ptr {lies.name})")
        for word, one in enumerate(there):
            one.set(used[word].get() | code.load(code.at(lies, word)))
        fresh = code.variable(0)
        with code.each(0, moves) as move:
            said = code.at(code["out"], move * width + words)
            place = code.load(code.at(said, PLACE))
            is_new = code.variable(code.widened(code.load(code.at(code["taken"], place)).equals(0)))
            entry = code.load(code.at(said, USE))
            with code.when(entry.differs(0)):
                is_new.set(is_new.get() | code.widened(any_of(news(entry))))
            code.store(is_new.get(), code.at(said, FRESH))
            fresh.set(fresh.get() + is_new.get())
        guided = (drawn() & 255) < GUIDED
        guided = guided & fresh.get().differs(0)
        among = code.choose(guided, fresh.get(), moves)
        left = code.variable(code.scaled(drawn(), among))
        which = code.variable(0)
        with code.loop() as (_, chosen):
            is_new = code.load(code.at(code["out"], which.get() * width + words + FRESH))
            good = is_new.differs(0) | (guided ^ code.truth(True))
            code.leave(chosen, good & left.get().equals(0))
            left.set(left.get() - code.widened(good))
            which.set(which.get() + 1)
        taken = code.at(code["out"], which.get() * width)
        entry = code.load(code.at(taken, words + USE))
        with code.when(entry.differs(0)):
            bits = news(entry)
            with code.when(any_of(bits)):
                _meet(code, bits, entry, row, count, slot(NEW))
            for word, one in enumerate(used):
                own = code.choose(((entry - 1) >> 6).equals(word), code.number(1) << ((entry - 1) & 63), 0)
                one.set(one.get() | own)
        place = code.load(code.at(taken, words + PLACE))
        code.store(place, code.at(code["went"], steps))
        was = code.at(code["taken"], place)
        with code.when(code.load(was).equals(0)):
            code.store(1, was)
            code.store(code.load(slot(NEW)) + 1, slot(NEW))
        after = code.at(here, words)
        for word in range(words):
            code.store(code.load(code.at(taken, word)), code.at(after, word))
        if layout.watched:
            chosen = code.at(taken, words + CHOSEN)
            names = ", ".join(f"ptr {one.name}" for one in (here, after, chosen))
            code.result(f"call i64 @{BREAKS}({names}, ptr %tally, i64 {place.name}, i64 %number)")
        code.store(steps + 1, slot(TAKEN))
    code.give(0)
    return code.text


def _meet(code: Function, bits: Sequence[Value], entry: Value, row: int, count: int, new: Value) -> None:
    """Note that the entry with this number and 1 more meets those of ``bits``, and count them in ``new``."""
    seen = [code.variable(one) for one in bits]
    own = entry - 1
    with code.each(0, count) as other:
        word = other >> 6
        found = code.variable(0)
        for place, one in enumerate(seen):
            with code.when(word.equals(place)):
                found.set((one.get() >> (other & 63)) & 1)
        with code.when(found.get().differs(0)):
            code.store(code.load(new) + 1, new)
            for one, two in ((own, other), (other, own)):
                at = code.at(code["met"], one * row + (two >> 6))
                code.store(code.load(at) | (code.number(1) << (two & 63)), at)

