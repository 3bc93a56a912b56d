"""Plays by compiled code in which a policy decides, and chance falls evenly."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from dicelaw.checker.search.assembly import UNLIKELY, Function, Value, Variable
from dicelaw.checker.search.bit_fields import ALL, Term
from dicelaw.checker.search.layout import Layout
from dicelaw.checker.search.native import Code, Word, signed
from dicelaw.checker.search.policy import Policy
from dicelaw.checker.search.random_plays import lot, seeded
from dicelaw.checker.search.successors import EXPAND, Successors
from dicelaw.checker.search.terms import Terms
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.lookups import Lookup
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.state import State

SCORE, ENTRY, BESIDE = 0, 1, 2
"""What lies behind each successor: its score, the entry of ``used`` that it raises or -1; how many words."""
KEY, WANTED, TAKEN, TURNS, LOT, MEMORY = range(6)
"""What a play remembers: for which key tables are filled, and 1 more than that for which they are wanted, or
0; the steps taken, the turns, and the number that lots are drawn from."""


class End(IntEnum):
    """How a play ended."""

    OVER = 0
    OUTSIDE = 1
    """A number left its domain by the step that was decided on."""
    LONG = 2
    ASKS = 3
    """It has not: tables are wanted."""


@dataclass(frozen=True)
class Decided:
    """A play that is over: its last state, its steps, and the turns that it took."""

    end: End
    last: State
    steps: int
    turns: int


class DecidedPlays:
    """A machine compiled for plays of at most ``length`` steps in which ``policy`` decides.

    Raises NotInstalled without the compiler, and TooWide for a machine whose numbers don't fit words.
    """

    def __init__(self, machine: Machine, policy: Policy, *, length: int) -> None:
        self.machine, self.policy, self.length = machine, policy, length
        self.layout = Layout.of(machine, 0)
        names = {id(policy.used): "@used", **{id(one): f"@own{n}" for n, one in enumerate(policy.tables)}}
        successors = _Scored(machine, self.layout, policy, names)
        own = [
            f"{names[id(one)]} = global [{len(one)} x i64] zeroinitializer"
            for one in (policy.used, *policy.tables)
        ]
        text = "\n".join([*own, successors.text(), _play_text(policy, successors)])
        self._code = Code(text, ("play",), quickly=True)
        self._play = self._code.function("play", 6)
        self._tables = [
            (Word * len(one)).from_address(self._code.address(names[id(one)][1:])) for one in policy.tables
        ]
        self._filled: dict[int, list[ctypes.Array[Word]]] = {}
        width = self.layout.words
        self._memory = (Word * MEMORY)(-1)
        self._out = (Word * (max(self.layout.fan, 1) * (width + BESIDE)))()
        self._tally = (Word * (self.layout.tally + self.layout.noted))()
        self._trail = (Word * ((length + 1) * width))()
        self._start = (Word * width)(*signed(self.layout.pack(machine.start)))

    def play(self, seed: int, number: int) -> Decided:
        """Play ``number`` of those that ``seed`` decides, from the start; that falls to its moves in turn."""
        memory = self._memory
        ctypes.memmove(self._trail, self._start, ctypes.sizeof(self._start))
        memory[TAKEN], memory[TURNS], memory[LOT] = 0, 1, signed([seeded(seed, number)])[0]
        places = [ctypes.addressof(one) for one in (self._trail, self._out, self._tally, memory)]
        while (end := End(self._play(*places, number, self.length))) is End.ASKS:
            self._fill(memory[WANTED] - 1)
        steps = memory[TAKEN]
        return Decided(end, self._state(steps), steps, memory[TURNS])

    def path(self) -> list[State]:
        """The states of the last play."""
        return [self._state(step) for step in range(self._memory[TAKEN] + 1)]

    def back(self) -> Iterator[State]:
        """The same, from the last one on."""
        return map(self._state, range(self._memory[TAKEN], -1, -1))

    def _state(self, step: int) -> State:
        width = self.layout.words
        return self.layout.unpack([word & ALL for word in self._trail[step * width : (step + 1) * width]])

    def _fill(self, key: int) -> None:
        if key not in self._filled:
            self._filled[key] = [(Word * len(entries))(*entries) for entries in self.policy.filled(key)]
        for table, entries in zip(self._tables, self._filled[key], strict=True):
            ctypes.memmove(table, entries, ctypes.sizeof(table))
        self._memory[KEY], self._memory[WANTED] = key, 0


class _Scored(Successors):
    """Successors with what the policy says of each behind it.

    One whose numbers would leave a domain is there too, as words that are 0.
    """

    beside = BESIDE
    parameters = ("memory",)

    def __init__(self, machine: Machine, layout: Layout, policy: Policy, names: dict[int, str]) -> None:
        super().__init__(machine, layout, ())
        self.policy, self.names = policy, names
        self._said: list[Value | int] = [0, -1]
        self._parts: dict[int, Term] = {}

    def text(self) -> str:
        """See :class:`Successors`."""
        parts = [self._part(number, one) for number, one in enumerate(self.policy.shared)]
        return "\n".join([*parts, super().text()])

    def _part(self, number: int, part: Expr) -> str:
        """A function that computes the shared ``part`` with this ``number``."""
        code = Function(f"part{number}", ["state"], own=True)
        words = [code.load(code.at(code["state"], word)) for word in range(self.layout.words)]
        found = Terms(code, self.layout, words, self.tables)(part)
        self._parts[number] = found
        code.give(found.value)
        return code.text

    def _step(self, transition: Transition, terms: Terms) -> None:
        number = self.machine.transition_index[transition.id]
        score, entry = self.policy.scores.get(number), self.policy.uses.get(number)
        self._said = [0, -1]
        if score is not None:
            if number in self.policy.consulting:
                self._consult(terms)
            self._read(terms, score)
            self._said[SCORE] = terms(score).value
        if entry is not None:
            self._said[ENTRY] = terms(entry).value
        super()._step(transition, terms)

    def _consult(self, terms: Terms) -> None:
        """Ask for tables where those that are filled are for another key."""
        code, key = self.code, terms(self.policy.key).value
        with code.when(code.load(code.at(code["memory"], KEY)).differs(key), UNLIKELY):
            code.store(key + 1, code.at(code["memory"], WANTED))

    def _read(self, terms: Terms, score: Expr) -> None:
        """Compute the shared parts of ``score``, and what is in the tables of the policy now."""
        nodes = [*walk(score)]
        read = {*map(id, nodes)}
        for number, part in enumerate(self.policy.shared):
            if id(part) in read and not terms.knows(part):
                found = self.code.result(f"call i64 @part{number}(ptr %state)")
                terms.bind(part, Term(found, self._parts[number].lo, self._parts[number].hi))
        for node in nodes:
            if isinstance(node, Lookup) and id(node.entries) in self.names and not terms.knows(node):
                assert node.is_inside
                table = Value(self.code, self.names[id(node.entries)], "ptr")
                found = self.code.load(self.code.at(table, terms(node.index).value))
                terms.bind(node, Term(found, node.lo or 0, node.hi or 0))

    def _beside(self) -> Sequence[Value | int]:
        return self._said

    def _leave(self, leaving: int) -> None:
        super()._leave(leaving)
        self._write([self.code.number(0)] * self.layout.words)


def _play_text(policy: Policy, successors: Successors) -> str:
    """The function ``play``, which goes on with a play to its end, or until tables are wanted."""
    layout = successors.layout
    words, width = layout.words, layout.words + BESIDE
    code = Function("play", ["trail", "out", "tally", "memory"], ["number", "length"])

    def slot(place: int) -> Value:
        return code.at(code["memory"], place)

    def turn(at: Value) -> Value:
        state = [code.load(code.at(at, word)) for word in range(words)]
        return Terms(code, layout, state, successors.tables)(policy.turn).value

    def end_where(test: Value, how: End) -> None:
        with code.when(test, UNLIKELY):
            code.give(how)

    with code.loop():
        taken = code.load(slot(TAKEN))
        here = code.at(code["trail"], taken * words)
        names = f"ptr {here.name}, ptr %out, ptr %tally, ptr %memory, i64 %number"
        moves = code.result(f"call i64 @{EXPAND}({names})")
        end_where(code.load(slot(WANTED)).differs(0), End.ASKS)
        end_where(moves.equals(0), End.OVER)
        end_where(taken.equals(code["length"]), End.LONG)
        most, equals = code.variable(-(1 << 62)), code.variable(0)
        with code.each(0, moves) as move:
            score = code.load(code.at(code["out"], move * width + words + SCORE))
            with code.when(most.get() < score):
                most.set(score)
                equals.set(0)
            equals.set(equals.get() + code.widened(most.get().equals(score)))
        drawn = lot(Variable(code, slot(LOT)))
        first = code.binary("urem", code["number"], moves)
        left = code.variable(code.choose(taken.equals(0), first, code.scaled(drawn, equals.get())))
        which = code.variable(0)
        with code.loop() as (_, end):
            score = code.load(code.at(code["out"], which.get() * width + words + SCORE))
            good = score.equals(most.get())
            code.leave(end, good & left.get().equals(0))
            left.set(left.get() - code.widened(good))
            which.set(which.get() + 1)
        chosen = code.at(code["out"], which.get() * width)
        end_where(code.load(chosen).equals(0), End.OUTSIDE)
        entry = code.load(code.at(chosen, words + ENTRY))
        used = Value(code, "@used", "ptr")
        with code.when(code.number(-1) < entry):
            counter = code.at(used, entry)
            code.store(code.load(counter) + 1, counter)
        after = code.at(here, words)
        for word in range(words):
            code.store(code.load(code.at(chosen, word)), code.at(after, word))
        code.store(taken + 1, slot(TAKEN))
        with code.when(turn(here).differs(turn(after)), UNLIKELY):
            with code.each(0, len(policy.used)) as place:
                code.store(0, code.at(used, place))
            late = code.widened(code.number(0) < taken)
            code.store(code.load(slot(TURNS)) + late, slot(TURNS))
    return code.text
