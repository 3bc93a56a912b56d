"""Random plays by compiled code: each step takes one of the legal moves, all alike."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from dicelaw.checker.search.assembly import Function, Value, Variable
from dicelaw.checker.search.bit_fields import ALL
from dicelaw.checker.search.counterexample import leaves, played, played_out
from dicelaw.checker.search.layout import Layout
from dicelaw.checker.search.native import Code, Word, signed
from dicelaw.checker.search.search import counted
from dicelaw.checker.search.successors import EXPAND, Successors
from dicelaw.checker.verdicts import Witness
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State

AT_ONCE = 1 << 22
"""About how many steps are taken before Python has a say again."""
_STRIDE, _MIX = 0x9E3779B97F4A7C15, (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
_SHIFTS, _LAST = (30, 27), 31


@dataclass(frozen=True)
class Walked:
    """What random plays came upon. What was not met may still be reachable.

    There is a play to each watched condition that was met, one to a state in which play is stuck, and one
    that ends with a step that leaves a domain. ``offered`` counts the moves that were legal on the way by
    transition, ``reached`` the states that were passed by timing point.
    """

    plays: int
    steps: int
    met: Mapping[str, Witness] = field(default_factory=dict)
    stuck: Witness | None = None
    outside: Witness | None = None
    offered: Mapping[str, int] = field(default_factory=dict)
    reached: Mapping[str, int] = field(default_factory=dict)


class Walker:
    """A machine compiled for random plays of at most ``length`` steps.

    With ``quickly`` it is there sooner, and plays slower: of use for less than some 100 million steps.
    Raises NotInstalled without the compiler, and TooWide for a machine whose numbers don't fit words.
    """

    def __init__(
        self,
        machine: Machine,
        watched: Mapping[str, Expr] | None = None,
        *,
        length: int = 1000,
        quickly: bool = False,
    ) -> None:
        self.machine = machine
        self.watched = dict(watched or {})
        self.layout = Layout.of(machine, len(self.watched))
        self.length = length
        successors = Successors(machine, self.layout, tuple(self.watched.values())).text()
        self._code = Code(f"{successors}\n{_walk_text(self.layout.words)}", ("walk",), quickly=quickly)
        self._walk = self._code.function("walk", 8)
        self._out = (Word * (max(self.layout.fan, 1) * self.layout.words))()
        self._trail = (Word * ((length + 1) * self.layout.words))()

    def walk(
        self,
        plays: int,
        seed: int = 0,
        *,
        start: State | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Walked:
        """What ``plays`` random plays from ``start`` come upon, the same for the same ``seed``.

        ``progress`` is told now and then how many plays are done.
        """
        begin = self.machine.start if start is None else start
        tally, steps, done = [0] * self.layout.tally, 0, 0
        for first, count in shares(plays, self.length):
            more, counts = self.counted(begin, seed, first, count)
            tally, steps, done = self.joined(tally, counts), steps + more, done + count
            if progress is not None:
                progress(done)
        return self.seen(plays, steps, begin, seed, tally)

    def counted(self, start: State, seed: int, first: int, count: int) -> tuple[int, tuple[int, ...]]:
        """The steps of ``count`` plays from number ``first`` on, and their tally as :class:`Layout` says."""
        tally = (Word * (self.layout.tally + self.layout.noted))()
        return self._run(start, tally, seed, first, count), tuple(tally[: self.layout.tally])

    def joined(self, one: Sequence[int], later: Sequence[int]) -> list[int]:
        """The tally of some plays and of others that come ``later``."""
        both = [*zip(one, later, strict=True)]
        hits = self.layout.hits
        return [a + b for a, b in both[:hits]] + [a or b for a, b in both[hits:]]

    def _run(self, start: State, tally: ctypes.Array[Word], seed: int, first: int, count: int) -> int:
        """Make ``count`` plays from number ``first`` on; their steps. The last of them stays in the trail."""
        words = (Word * self.layout.words)(*signed(self.layout.pack(start)))
        places = [ctypes.addressof(array) for array in (words, self._out, tally, self._trail)]
        return self._walk(*places, seed, first, count, self.length)

    def packed(self, start: State, seed: int, number: int) -> memoryview:
        """The packed states of play ``number``, one after another; only until the next play is made."""
        length = self._run(start, (Word * (self.layout.tally + self.layout.noted))(), seed, number, 1)
        return memoryview(self._trail).cast("B").cast("q")[: (length + 1) * self.layout.words]

    def _path(self, start: State, seed: int, number: int) -> Iterator[State]:
        """The states of play ``number``, one after another; only until the next play is made."""
        words, width = self.packed(start, seed, number), self.layout.words
        for at in range(0, len(words), width):
            yield self.layout.unpack([word & ALL for word in words[at : at + width]])

    def seen(self, plays: int, steps: int, start: State, seed: int, tally: Sequence[int]) -> Walked:
        """What ``plays`` with this ``tally`` came upon."""
        layout, reader = self.layout, Concrete(self.machine)

        def path(hit: int, ends: Callable[[State], object]) -> list[State]:
            """The states of the play in which ``hit`` was met first, up to the one that ``ends`` it."""
            states: list[State] = []
            for state in self._path(start, seed, tally[hit] - 1):
                states.append(state)
                if ends(state):
                    return states
            raise RuntimeError("the play that was made again came upon something else")

        def meets(condition: Expr) -> Callable[[State], object]:
            return lambda state: reader.value(condition, state)

        met = {
            name: played(reader, path(hit, meets(condition)))
            for hit, (name, condition) in enumerate(self.watched.items(), layout.hits)
            if tally[hit]
        }
        stuck = path(layout.stuck, lambda state: not reader.enabled(state)) if tally[layout.stuck] else None
        outside = path(layout.outside, lambda state: leaves(reader, state)) if tally[layout.outside] else None
        return Walked(
            plays,
            steps,
            met,
            None if stuck is None else played(reader, stuck),
            None if outside is None else played_out(reader, outside),
            counted(self.machine.transitions, tally),
            counted(self.machine.points, tally[layout.transitions :]),
        )


def shares(plays: int, length: int) -> Iterator[tuple[int, int]]:
    """The first number and the count of plays that are made in one go, in order."""
    most = max(1, AT_ONCE // length)
    for first in range(0, plays, most):
        yield first, min(most, plays - first)


def seeded(seed: int, number: int) -> int:
    """What the lots of play ``number`` are drawn from."""
    return (seed + number * _MIX[1]) * _MIX[0] & ALL


def lots(seed: int, number: int) -> Iterator[int]:
    """The lots of play ``number``, one for each step: any numbers of 64 bits."""
    random = seeded(seed, number)
    while True:
        random = mixed = random + _STRIDE & ALL
        for shift, factor in zip(_SHIFTS, _MIX, strict=True):
            mixed = (mixed ^ mixed >> shift) * factor & ALL
        yield mixed ^ mixed >> _LAST


def lot(random: Variable) -> Value:
    """The next of :func:`lots`, drawn from ``random``."""
    mixed = random.get() + _STRIDE
    random.set(mixed)
    for shift, factor in zip(_SHIFTS, _MIX, strict=True):
        mixed = (mixed ^ (mixed >> shift)) * factor
    return mixed ^ (mixed >> _LAST)


def _walk_text(words: int) -> str:
    """The function ``walk``, which makes plays and gives the number of their steps."""
    code = Function("walk", ["start", "out", "tally", "trail"], ["seed", "first", "count", "length"])
    steps = code.variable(0)

    def copy(source: Value, target: Value) -> None:
        for word in range(words):
            code.store(code.load(code.at(source, word)), code.at(target, word))

    with code.each(code["first"], code["first"] + code["count"]) as number:
        random = code.variable((code["seed"] + number * _MIX[1]) * _MIX[0])  # as seeded says
        copy(code["start"], code["trail"])
        taken = code.variable(0)
        with code.loop() as (_, end):
            here = code.at(code["trail"], taken.get() * words)
            names = f"ptr {here.name}, ptr %out, ptr %tally, i64 {number.name}"
            moves = code.result(f"call i64 @{EXPAND}({names})")
            code.leave(end, moves.equals(0))
            code.leave(end, taken.get().equals(code["length"]))
            which = code.scaled(lot(random), moves)
            taken.set(taken.get() + 1)
            copy(code.at(code["out"], which * words), code.at(code["trail"], taken.get() * words))
        steps.set(steps.get() + taken.get())
    code.give(steps.get())
    return code.text
