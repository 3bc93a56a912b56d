"""Sorting in generated code: the blocks of a state in ascending order, by a network of exchanges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicelaw.checker.explicit.assembly import Function, Value
from dicelaw.checker.explicit.layout import Layout
from dicelaw.checker.explicit.symmetry import Block
from dicelaw.checker.explicit.words import ALL


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


def _key(code: Function, layout: Layout, words: Sequence[Value], block: Block) -> Value:
    """The slots of ``block`` as one number."""
    key = code.number(0)
    for slot in block:
        word, shift = layout.places[slot]
        bits = layout.slots[slot].bits
        key = (key << bits) | ((words[word] >> shift) & ((1 << bits) - 1))
    return key
