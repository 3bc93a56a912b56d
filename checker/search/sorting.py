"""Sorting in generated code: blocks of a state in ascending order, and the dice of a roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from dicelaw.checker.search.assembly import Function, Value
from dicelaw.checker.search.bit_fields import ALL, Words, read_slot
from dicelaw.checker.search.layout import Layout
from dicelaw.checker.search.symmetry import Block
from dicelaw.model.kernel.pools import Pool


def exchanges(count: int) -> Iterator[tuple[int, int]]:
    """Batcher's network: pairs to be put in order, one after another, so that all ``count`` are."""
    step = 1
    while step < count:
        gap = step
        while gap:
            for first in range(gap % step, count - gap, 2 * gap):
                for one in range(first, min(first + gap, count - gap)):
                    if one // (2 * step) == (one + gap) // (2 * step):
                        yield one, one + gap
            gap //= 2
        step *= 2


def in_order(code: Function, layout: Layout, words: Sequence[Value], blocks: Sequence[Block]) -> list[Value]:
    """The words of a state with its ``blocks`` sorted, the first slot of a block counting most."""
    keys = [_key(code, layout, words, block) for block in blocks]
    for one, two in exchanges(len(keys)):
        falling = keys[two] < keys[one]
        low, high = code.choose(falling, keys[two], keys[one]), code.choose(falling, keys[one], keys[two])
        keys[one], keys[two] = low, high
    masks, added = [0] * len(words), [code.number(0)] * len(words)
    for block, key in zip(blocks, keys, strict=True):
        rest = key
        for slot in reversed(block):
            mask = (1 << layout.slots[slot].bits) - 1
            word, shift = layout.places[slot]
            masks[word] |= mask << shift
            added[word] = added[word] | ((rest & mask) << shift)
            rest = rest >> layout.slots[slot].bits
    return [
        (word & (ALL ^ mask)) | more if mask else word
        for word, mask, more in zip(words, masks, added, strict=True)
    ]


def dice_in_order(code: Function, layout: Layout, words: Sequence[Value], pool: Pool) -> list[Value]:
    """The words of a state with the dice of ``pool`` as :meth:`Pools.canonical` has them."""
    pending = read_slot(layout, words, pool.pending).value
    rolling = read_slot(layout, words, pool.live).value.equals(pool.roll)
    coming = code.choose(rolling, pending, 0)
    faces, there = [], []
    for place, slot in enumerate(pool.dice):
        face = read_slot(layout, words, slot).value
        waits = ((coming >> place) & 1).differs(0)
        faces.append(code.choose(waits, 0, face))
        there.append(face.differs(0) | waits)
    for one, two in combinations(range(len(faces)), 2):
        rising = (faces[one] < faces[two]) & there[one] & there[two]
        high, low = code.choose(rising, faces[two], faces[one]), code.choose(rising, faces[one], faces[two])
        faces[one], faces[two] = high, low
    waiting = code.number(0)
    for place, face in enumerate(faces):
        waiting = waiting | code.choose(there[place] & face.equals(0), 1 << place, 0)
    after = Words(code, layout, words)
    for slot, face in zip(pool.dice, faces, strict=True):
        after.put(slot, face)
    after.put(pool.pending, code.choose(rolling, waiting, pending))
    if pool.unlike is None:
        return after.finished()
    unlike = read_slot(layout, words, pool.unlike).value.differs(0)
    return [code.choose(unlike, one, two) for one, two in zip(words, after.finished(), strict=True)]


def _key(code: Function, layout: Layout, words: Sequence[Value], block: Block) -> Value:
    """The slots of ``block`` as one number."""
    key = code.number(0)
    for slot in block:
        word, shift = layout.places[slot]
        bits = layout.slots[slot].bits
        key = (key << bits) | ((words[word] >> shift) & ((1 << bits) - 1))
    return key
