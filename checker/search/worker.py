"""What a worker does in a spread search: pure functions of their items, made fast by what it still holds.

A worker answers None where it holds too little for an item; with a :class:`Supply` it has all it needs.
"""

from __future__ import annotations

import ctypes
import pickle
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

from dicelaw.checker.search.assembly import Function, Value
from dicelaw.checker.search.frontier import Frontier
from dicelaw.checker.search.kernel import Kernel
from dicelaw.checker.search.memory import WORD
from dicelaw.checker.search.native import Lasting, Word
from dicelaw.checker.search.random_plays import Walker
from dicelaw.model.kernel.state import State

_MIX = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)


@dataclass(frozen=True)
class Supply:
    """What a worker may lack: a pickled function that compiles the job, and what a part has ``known``.

    ``known`` has the packed states that were new to the part, layer by layer.
    """

    program: bytes
    known: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class Layer:
    """The packed states that ``arrived`` for one of so many ``parts``, which has taken in ``number`` layers.

    No more than ``most`` states are wanted in all.
    """

    job: str
    part: int
    parts: int
    most: int
    number: int
    arrived: tuple[bytes, ...]


@dataclass(frozen=True)
class Expanded:
    """Those states of a layer that were ``new``, and what came of them.

    ``leaving`` has the successors for each part, each once, and ``tally`` what :class:`Layout` says. Where it
    is not ``whole`` there are more than the wanted states.
    """

    new: bytes
    leaving: tuple[bytes, ...]
    tally: tuple[int, ...]
    whole: bool


@dataclass(frozen=True)
class Plays:
    """So many random plays from number ``first`` on."""

    job: str
    start: State
    seed: int
    first: int
    count: int


@dataclass
class _Held:
    """What this process holds of the job that it worked for last."""

    job: str = ""
    kernel: Kernel | None = None
    walker: Walker | None = None
    tables: dict[int, tuple[int, Frontier]] = field(default_factory=dict)


_held = _Held()


def expand(layer: Layer, supply: Supply | None = None) -> Expanded | None:
    """What becomes of ``layer``; None where this worker lacks something and there is no ``supply``."""
    held = _holding(layer.job)
    kernel = held.kernel
    if kernel is None:
        if supply is None:
            return None
        kernel = held.kernel = pickle.loads(supply.program)()
        assert isinstance(kernel, Kernel)
    number, table = held.tables.pop(layer.part, (-1, None))  # nobody else may use it meanwhile
    if number != layer.number or table is None:
        if table is not None:
            table.close()
        if supply is None and layer.number:
            return None
        table = Frontier(kernel, most=layer.most)
        for known in () if supply is None else supply.known:
            table.take(known)
    room = table.take(b"".join(layer.arrived))
    new = table.packed()
    held.tables[layer.part] = (layer.number + 1, table)
    scratch = Frontier(kernel, most=layer.most)
    try:
        whole = room and scratch.take(new) and scratch.advance()
        leaving = divided(scratch.packed(), layer.parts, kernel.layout.words)
        return Expanded(new, leaving, tuple(scratch.tally()), whole)
    finally:
        scratch.close()


def play(plays: Plays, supply: Supply | None = None) -> tuple[int, tuple[int, ...]] | None:
    """The steps of ``plays`` and their tally; None where this worker lacks something."""
    held = _holding(plays.job)
    walker, held.walker = held.walker, None  # nobody else may use it meanwhile
    if walker is None:
        if supply is None:
            return None
        walker = pickle.loads(supply.program)()
        assert isinstance(walker, Walker)
    made = walker.counted(plays.start, plays.seed, plays.first, plays.count)
    held.walker = walker
    return made


def forget(job: str) -> None:
    """Hold nothing more for ``job``."""
    if _held.job == job:
        _holding("")


def _holding(job: str) -> _Held:
    """What is held for ``job``; what was held for another is given up."""
    global _held
    if _held.job != job:
        given_up, _held = _held, _Held(job)
        while given_up.tables:
            given_up.tables.popitem()[1][1].close()
    return _held


def divided(packed: bytes, parts: int, words: int) -> tuple[bytes, ...]:
    """``packed`` states by the part that each belongs to, in their order."""
    if parts == 1 or not packed:
        return (packed, *(b"" for _ in range(parts - 1)))
    out, ends = ctypes.create_string_buffer(len(packed)), (Word * (parts + 1))()
    states = ctypes.create_string_buffer(packed, len(packed))
    places = [ctypes.addressof(array) for array in (states, out, ends)]
    _divider(words)(*places, len(packed) // (words * WORD), parts)
    limits = [0, *(end * words * WORD for end in ends[:parts])]
    whole = out.raw
    return tuple(whole[first:stop] for first, stop in pairwise(limits))


@cache
def _divider(words: int) -> Lasting:
    """The function ``divide(states, out, ends, count, parts)``, which puts states of one part together.

    It writes where each part ends; ``ends`` has one place more than parts, all 0.
    """
    code = Function("divide", ["states", "out", "ends"], ["count", "parts"])

    def part(number: Value) -> Value:
        mixed = code.number(0)
        for word in range(words):
            mixed = (mixed ^ code.load(code.at(code["states"], number * words + word))) * _MIX[0]
            mixed = mixed ^ (mixed >> 29)
        return code.scaled(mixed * _MIX[1], code["parts"])

    with code.each(0, code["count"]) as number:
        place = code.at(code["ends"], part(number) + 1)
        code.store(code.load(place) + 1, place)
    with code.each(1, code["parts"] + 1) as number:
        place = code.at(code["ends"], number)
        code.store(code.load(place) + code.load(code.at(code["ends"], number - 1)), place)
    with code.each(0, code["count"]) as number:
        place = code.at(code["ends"], part(number))
        target = code.load(place)
        for word in range(words):
            value = code.load(code.at(code["states"], number * words + word))
            code.store(value, code.at(code["out"], target * words + word))
        code.store(target + 1, place)
    code.give(0)
    return Lasting(code.text, "divide", 5)
