"""Lines that nobody has written: words with arguments at random, weighted to the odd."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from dicelaw.model.content.made_up import number
from dicelaw.model.effects.programs import IF, OR, Grammar, read
from dicelaw.model.effects.words import PLACEHOLDER, Argument, Word

Named = Callable[[Argument], str]
"""What content may name as an argument that is free, or what an amount may be counted by."""
LEFT_OUT, WITHOUT_ENDING = 0.7, 0.5
"""How often what may be left out is."""
COUNTED, WHOLE, PART = 0.25, 0.1, 0.25
"""How often an amount is counted, how often it is all of something, and how often each part of it is said.

So often too a line has a condition, or another way."""


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


def program(grammar: Grammar, draw: Random, named: Named) -> list[str]:
    """A program that ``grammar`` allows: lines one after another, under conditions, and other ways."""
    while True:
        texts = [_way(grammar, draw, named) for _ in range(number(1, grammar.most, draw))]
        if grammar.most > 1:
            texts = [
                OR.join((text, _way(grammar, draw, named))) if draw.random() < PART else text
                for text in texts
            ]
        if not read(texts, grammar)[1]:
            return texts


def _way(grammar: Grammar, draw: Random, named: Named) -> str:
    text = line(draw.choice(grammar.words), draw, named)
    if grammar.conditions and draw.random() < PART:
        text += IF + line(draw.choice(grammar.conditions), draw, named)
    return text


def _value(one: Argument, draw: Random, named: Named) -> str:
    if one.free:
        return named(one)
    if one.names:
        return draw.choice([*one.names])
    if one.counted is not None and draw.random() < COUNTED:
        return _counted(one, draw, named)
    return str(number(one.least, one.most, draw))


def _counted(one: Argument, draw: Random, named: Named) -> str:
    """An amount of so many for each of something, or of all of it."""
    assert one.counted is not None
    if one.counted.whole and draw.random() < WHOLE:
        return " ".join(draw.choice(part.split("|")) for part in one.counted.whole_shown.split())
    half = "half of " if draw.random() < PART else ""
    plus = f"{number(one.least, one.most, draw)} + " if draw.random() < PART else ""
    most = f" at most {number(0, one.counted.counted_most, draw)}" if draw.random() < PART else ""
    return f"{half}{plus}{number(one.least, one.most, draw)} per {named(one)}{most}"
