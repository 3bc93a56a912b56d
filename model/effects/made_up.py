"""Lines that nobody has written: words with arguments at random, weighted to the odd."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from dicelaw.model.effects.words import PLACEHOLDER, Argument, Word

Named = Callable[[Argument], str]
"""What content may name as an argument that is free, or what an amount may be counted by."""
FEW = 3
"""What is a small number; half of all are."""
LEFT_OUT, WITHOUT_ENDING, COUNTED = 0.7, 0.5, 0.25
"""How often what may be left out is, and how often an amount is counted."""


def line(word: Word, draw: Random, named: Named) -> str:
    """One of the lines of ``word``; it may still name what its place does not allow.

    Each number is one of a few small ones, the least, the most, or any that is allowed.
    """

    def put(found: re.Match[str]) -> str:
        one = word.argument(found["name"])
        if one.usual is not None and draw.random() < LEFT_OUT:
            return ""
        return f"{one.before}{_value(one, draw, named)}{one.after}"

    text = PLACEHOLDER.sub(put, draw.choice(word.lines))
    ending = "" if draw.random() < WITHOUT_ENDING else r"\1"
    return re.sub(r"\[([^]]*)\]", ending, text)


def _value(one: Argument, draw: Random, named: Named) -> str:
    if one.free:
        return named(one)
    if one.names:
        return draw.choice([*one.names])
    number = str(_number(one.least, one.most, draw))
    if one.counted is not None and draw.random() < COUNTED:
        return f"{number} per {named(one)}"
    return number


def _number(least: int, most: int, draw: Random) -> int:
    way = draw.random()
    if way < 1 / 2:
        return draw.randint(least, min(most, least + FEW))
    if way < 3 / 4:
        return draw.choice((least, most))
    return draw.randint(least, most)
