"""The code of plays in which entries meet: what each successor uses, which is taken, and what meets by it."""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.checker.search.assembly import Function, Value, Variable
from dicelaw.checker.search.layout import Layout
from dicelaw.checker.search.random_plays import lot
from dicelaw.checker.search.step_breaches import BREAKS
from dicelaw.checker.search.successors import EXPAND, Successors
from dicelaw.checker.search.terms import Terms
from dicelaw.checker.search.uses import Uses
from dicelaw.model.kernel.expressions import number
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine

USE, PLACE, FRESH, CHOSEN = range(4)
"""What lies behind each successor: the number of the entry that the step uses and 1 more, or 0; that of its
transition; whether it is something new; and a word for each choice."""
TAKEN, NEW, LOT, MEMORY = range(4)
"""What a play remembers: its steps, how much it met first, and the number that lots are drawn from."""
BITS = 64
GUIDED = 192
"""Of 256 steps in which something new can be done, it is done in so many."""


class Using(Successors):
    """Successors with which entry each uses, its transition, and what is chosen, behind it."""

    def __init__(self, machine: Machine, layout: Layout, uses: Uses) -> None:
        super().__init__(machine, layout, ())
        self.uses = uses
        self.row = max(-(-len(uses.entries) // BITS), 1)
        """How many words have a bit for each entry."""
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

    def lying(self) -> str:
        """``lying``: write to ``into`` a bit for each entry that lies on the table in ``state``."""
        code = Function("lying", ["state", "into"], own=True)
        words = [code.load(code.at(code["state"], word)) for word in range(self.layout.words)]
        terms = Terms(code, self.layout, words, self.tables)
        found = [code.number(0) for _ in range(self.row)]
        for place, lies in self.uses.lying.items():
            word, bit = divmod(place, BITS)
            found[word] = found[word] | (code.widened(terms(lies).value) << bit)
        for word, bits in enumerate(found):
            code.store(bits, code.at(code["into"], word))
        code.give(0)
        return code.text


class PlayCode:
    """The function ``play(trail, out, tally, memory, met, taken, went, number, length)``, which makes a play.

    ``met`` has a row of bits for each entry: those that it has met, or that it need not meet.
    """

    def __init__(self, successors: Using) -> None:
        self.successors, self.layout = successors, successors.layout
        self.row, self.words = successors.row, successors.layout.words
        self.width = self.words + successors.beside
        addresses = ["trail", "out", "tally", "memory", "met", "taken", "went"]
        self.code = code = Function("play", addresses, ["number", "length"])
        self.used = [code.variable(0) for _ in range(self.row)]
        self.there = [code.variable(0) for _ in range(self.row)]
        self.lies = code.result(f"alloca [{self.row} x i64]", "ptr")

    def text(self) -> str:
        """It."""
        code = self.code
        now = code.variable(self._turn(code["trail"]))
        with code.loop() as (_, end):
            steps = code.load(self._slot(TAKEN))
            here = code.at(code["trail"], steps * self.words)
            moves = code.result(f"call i64 @{EXPAND}(ptr {here.name}, ptr %out, ptr %tally, i64 %number)")
            code.leave(end, moves.equals(0))
            code.leave(end, steps.equals(code["length"]))
            with code.when(self._turn(here).differs(now.get())):
                now.set(self._turn(here))
                for one in self.used:
                    one.set(0)
            code.result(f"call i64 @lying(ptr {here.name}, ptr {self.lies.name})")
            for word, one in enumerate(self.there):
                one.set(self.used[word].get() | code.load(code.at(self.lies, word)))
            chosen = self._chosen(moves)
            self._use(code.load(code.at(chosen, self.words + USE)))
            place = code.load(code.at(chosen, self.words + PLACE))
            code.store(place, code.at(code["went"], steps))
            self._count(code.at(code["taken"], place))
            after = code.at(here, self.words)
            for word in range(self.words):
                code.store(code.load(code.at(chosen, word)), code.at(after, word))
            if self.layout.watched:
                by = code.at(chosen, self.words + CHOSEN)
                names = ", ".join(f"ptr {one.name}" for one in (here, after, by))
                code.result(f"call i64 @{BREAKS}({names}, ptr %tally, i64 {place.name}, i64 %number)")
            code.store(steps + 1, self._slot(TAKEN))
        code.give(0)
        return code.text

    def _slot(self, place: int) -> Value:
        return self.code.at(self.code["memory"], place)

    def _turn(self, at: Value) -> Value:
        state = [self.code.load(self.code.at(at, word)) for word in range(self.words)]
        successors = self.successors
        return Terms(self.code, self.layout, state, successors.tables)(successors.uses.turn).value

    def _drawn(self) -> Value:
        return lot(Variable(self.code, self._slot(LOT)))

    def _news(self, entry: Value) -> list[Value]:
        """What is there, by words, that the entry with this number and 1 more has not met."""
        code = self.code
        at = code.at(code["met"], (entry - 1) * self.row)
        met = [code.load(code.at(at, word)) for word in range(self.row)]
        return [one.get() & (known ^ -1) for one, known in zip(self.there, met, strict=True)]

    def _chosen(self, moves: Value) -> Value:
        """One of so many ``moves``: mostly one of those that are new."""
        code, fresh = self.code, self._fresh(moves)
        guided = ((self._drawn() & 255) < GUIDED) & fresh.differs(0)
        left = code.variable(code.scaled(self._drawn(), code.choose(guided, fresh, moves)))
        which = code.variable(0)
        with code.loop() as (_, found):
            is_new = code.load(code.at(code["out"], which.get() * self.width + self.words + FRESH))
            good = is_new.differs(0) | (guided ^ code.truth(True))
            code.leave(found, good & left.get().equals(0))
            left.set(left.get() - code.widened(good))
            which.set(which.get() + 1)
        return code.at(code["out"], which.get() * self.width)

    def _fresh(self, moves: Value) -> Value:
        """How many of so many ``moves`` are new; it is noted behind each."""
        code = self.code
        fresh, is_new = code.variable(0), code.variable(0)
        with code.each(0, moves) as move:
            said = code.at(code["out"], move * self.width + self.words)
            place = code.load(code.at(said, PLACE))
            is_new.set(code.widened(code.load(code.at(code["taken"], place)).equals(0)))
            entry = code.load(code.at(said, USE))
            with code.when(entry.differs(0)):
                is_new.set(is_new.get() | code.widened(_any(self._news(entry))))
            code.store(is_new.get(), code.at(said, FRESH))
            fresh.set(fresh.get() + is_new.get())
        return fresh.get()

    def _use(self, entry: Value) -> None:
        """Let the entry with this number and 1 more be used, if it is one."""
        code = self.code
        with code.when(entry.differs(0)):
            bits, own = self._news(entry), entry - 1
            with code.when(_any(bits)):
                self._meet(bits, own)
            for word, one in enumerate(self.used):
                bit = code.choose((own >> 6).equals(word), code.number(1) << (own & 63), 0)
                one.set(one.get() | bit)

    def _meet(self, bits: Sequence[Value], own: Value) -> None:
        """Note that the entry ``own`` meets those of ``bits``, and count them."""
        code, found = self.code, self.code.variable(0)
        seen = [code.variable(one) for one in bits]
        with code.each(0, len(self.successors.uses.entries)) as other:
            for word, one in enumerate(seen):
                with code.when((other >> 6).equals(word)):
                    found.set((one.get() >> (other & 63)) & 1)
            with code.when(found.get().differs(0)):
                code.store(code.load(self._slot(NEW)) + 1, self._slot(NEW))
                for entry, partner in ((own, other), (other, own)):
                    at = code.at(code["met"], entry * self.row + (partner >> 6))
                    code.store(code.load(at) | (code.number(1) << (partner & 63)), at)

    def _count(self, was: Value) -> None:
        """Count the transition of which the word ``was`` says whether it was taken, the first time."""
        code = self.code
        with code.when(code.load(was).equals(0)):
            code.store(1, was)
            code.store(code.load(self._slot(NEW)) + 1, self._slot(NEW))


def _any(bits: Sequence[Value]) -> Value:
    """Whether any of ``bits`` is set."""
    joined = bits[0]
    for one in bits[1:]:
        joined = joined | one
    return joined.differs(0)
