"""The words that threads of a search share, those that each has for itself, and a hash of words."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from dicelaw.checker.search.assembly import Function, Value

ROOM = 1024
"""How many places of the queue, or numbers of parts, a thread takes at once."""
ARGUMENTS = "ptr %shared, ptr %own"
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
    PARTS = 32
    """The first number that no part of a state has, nor may get from a thread that took it."""
    VALUES = 40
    """What the part of each number is."""
    INDEX = 41
    """The numbers of parts, each at the first free place from its home on."""
    HOMES = 42
    """How many places the index has."""
    MOST_PARTS = 43
    """How many parts there may be before the loop comes back for more room."""


class Own(IntEnum):
    """The words of one thread; OUT, KEYS and HOMES have room for a batch and the successors of one more
    state."""

    OUT = 0
    """Whole states: successors, or what is to be taken in."""
    KEYS = 1
    """The same as they are stored; where that is as they are, it is OUT."""
    HOMES = 2
    TALLY = 3
    PLACE = 4
    """Where the thread's room in the queue begins."""
    ROOM = 5
    """Where it ends."""
    NUMBER = 6
    """The next number that the thread has for a part."""
    NUMBERS = 7
    """Where these end."""
    HELD = 8
    """The state that was taken apart last, with its parts."""
    NEXT = 9
    """Successors of a state that is passed through."""
    AGO = 10
    """A state that was passed through some steps ago."""
    BEGUN = 11
    """The state from which these are passed through."""
    LATELY = 12
    """States that were followed lately, each at the place that its hash says, with how many were passed."""


SHARED_WORDS, OWN_WORDS = 48, 16


def pointer(code: Function, name: Shared | Own) -> Value:
    """What ``name`` points to."""
    return code.address(code.at(code["shared" if isinstance(name, Shared) else "own"], name))


def added(code: Function, name: Shared, value: Value | int, atomically: bool) -> Value:
    """Add to a word that threads share; what it was before."""
    place = code.at(code["shared"], name)
    if atomically:
        return code.add_atomically(place, value)
    before = code.load(place)
    code.store(before + value, place)
    return before


def mixed(words: Sequence[Value]) -> Value:
    """A hash of ``words``."""
    found = words[0] * _MIX[0]
    for word in words[1:]:
        found = ((found ^ (found >> 32)) * _MIX[1]) ^ (word * _MIX[0])
    return (found ^ (found >> 32)) * _MIX[1]
