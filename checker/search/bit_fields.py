"""Packed states in generated code: reading a slot, and writing several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dicelaw.checker.search.assembly import Function, Value
from dicelaw.checker.search.layout import Layout, Row

ALL = (1 << 64) - 1


class Term(NamedTuple):
    """A compiled number or condition, and the interval that its values lie in."""

    value: Value
    lo: int
    hi: int


def read_slot(layout: Layout, words: Sequence[Value], place: int) -> Term:
    """The value of slot ``place`` in a state."""
    slot = layout.slots[place]
    if not slot.bits:
        return Term(words[0].code.number(slot.lo), slot.lo, slot.hi)
    word, shift = layout.places[place]
    raw = (words[word] >> shift) & ((1 << slot.bits) - 1)
    return Term(raw + slot.lo if slot.lo else raw, slot.lo, slot.hi)


def read_cell(layout: Layout, words: Sequence[Value], base: int, rows: Sequence[Row], at: Value) -> Term:
    """The value of cell ``at`` of the array that begins at slot ``base`` and lies in ``rows``."""
    code, slot = at.code, layout.slots[base]
    found = words[rows[0].word] >> _shift(rows[0], at)
    for row in rows[1:]:
        found = code.choose(at < row.first, found, words[row.word] >> _shift(row, at))
    raw = found & ((1 << slot.bits) - 1)
    return Term(raw + slot.lo if slot.lo else raw, slot.lo, slot.hi)


def _shift(row: Row, at: Value) -> Value:
    """The lowest bit of cell ``at``, which lies in ``row``."""
    return at * row.step + (row.shift - row.first * row.step)


class Words:
    """The words of a state in which some slots get another value; a later value wins."""

    def __init__(self, code: Function, layout: Layout, words: Sequence[Value]) -> None:
        self.code = code
        self.layout = layout
        self._words = list(words)
        self._pending: dict[int, Value] = {}

    def put(self, place: int, value: Value) -> None:
        """Give slot ``place`` a value of its domain."""
        self._pending[place] = value

    def put_cell(self, base: int, at: Term, rows: Sequence[Row], value: Value) -> None:
        """Give the cell ``at`` of the array that begins at slot ``base`` a value of its domain.

        It lies in ``rows``; where there are none, each cell is looked at.
        """
        if not rows:
            for place in range(at.lo, at.hi + 1):
                if not self.layout.slots[base + place].bits:
                    continue
                old = self._pending.get(base + place)
                if old is None:
                    old = read_slot(self.layout, self._words, base + place).value
                self.put(base + place, self.code.choose(at.value.equals(place), value, old))
            return
        self._write()
        slot = self.layout.slots[base]
        raw, mask = value - slot.lo, self.code.number((1 << slot.bits) - 1)
        ends = [*(row.first for row in rows[1:]), at.hi + 1]
        for row, end in zip(rows, ends, strict=True):
            shift, old = _shift(row, at.value), self._words[row.word]
            new = (old & (self.code.number(-1) ^ (mask << shift))) | (raw << shift)
            if row.first > at.lo:
                new = self.code.choose(at.value < row.first, old, new)
            if end <= at.hi:
                new = self.code.choose(at.value < end, new, old)
            self._words[row.word] = new

    def finished(self) -> list[Value]:
        """The words with everything that was put."""
        self._write()
        return self._words

    def _write(self) -> None:
        places = self.layout.places
        for number, word in enumerate(self._words):
            own = {
                place: one
                for place, one in self._pending.items()
                if places[place][0] == number and self.layout.slots[place].bits
            }
            if own:
                mask, added = 0, self.code.number(0)
                for place, value in own.items():
                    slot, (_, shift) = self.layout.slots[place], places[place]
                    mask |= ((1 << slot.bits) - 1) << shift
                    added = added | ((value - slot.lo) << shift)
                self._words[number] = (word & (ALL ^ mask)) | added
        self._pending.clear()
