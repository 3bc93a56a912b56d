"""Programs of an effect language: lines done one after another, under conditions, at a cost, or by choice.

A line is a word, perhaps with "if" and a condition after it, and perhaps with "or" and another way. A program
is one line or a list of them. All of it is made of declared words, so that nothing is said of it twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from dicelaw.model.effects import lines, made
from dicelaw.model.effects.words import Condition, Cost, Word
from dicelaw.model.foreign.shown import quoted

IF, OR = " if ", " or "


@dataclass(frozen=True)
class Line:
    """A word with its ``arguments``, perhaps under a condition with its ``bounds``.

    It is done after the line before it, or, if it is the ``other`` way, instead of that.
    """

    word: Word
    arguments: Mapping[str, int] = field(default_factory=dict, hash=False)
    condition: Condition | None = None
    bounds: Mapping[str, int] = field(default_factory=dict, hash=False)
    other: bool = False


Program = tuple[Line, ...]


@dataclass(frozen=True)
class Grammar:
    """What the programs of one place are made of: words, conditions, and how many lines at the most.

    Words ``alone`` work by themselves, so that a program with one has no other line. Raises ValueError for a
    word or a condition whose lines have in them what parts lines.
    """

    words: tuple[Word, ...]
    conditions: tuple[Condition, ...] = ()
    most: int = 1
    alone: tuple[Word, ...] = ()

    def __post_init__(self) -> None:
        for word in (*self.words, *self.conditions) if self.most > 1 else ():
            if any(part in f" {text} " for text in word.lines for part in (IF, OR)):
                raise ValueError(f"the lines of {word.name} have an `if` or an `or`, which part lines")


def read(said: str | Sequence[str], grammar: Grammar) -> tuple[Program, list[tuple[int | None, str]]]:
    """The program that ``said`` says, with what is wrong with it: in which line, or in none, and why."""
    texts = [said] if isinstance(said, str) else said
    program: list[Line] = []
    wrong: list[tuple[int | None, str]] = []
    for place, text in enumerate(texts):
        ways = text.split(OR) if grammar.most > 1 else [text]
        for other, way in enumerate(ways):
            line = _line(" ".join(way.split()), grammar, other=other > 0)
            if isinstance(line, Line):
                program.append(line)
            else:
                wrong.append((None if isinstance(said, str) else place, line))
    return tuple(program), wrong or [(None, one) for one in _misjoined(program, grammar)]


def written(program: Program) -> tuple[str, ...]:
    """The lines of ``program`` as a content file has them; :func:`read` of them gives it back."""
    texts: list[str] = []
    for line in program:
        text = lines.written(line.word, line.arguments)
        if line.condition is not None:
            text += IF + lines.written(line.condition, line.bounds)
        if line.other:
            texts[-1] += OR + text
        else:
            texts.append(text)
    return tuple(texts)


def sentence(program: Program) -> str:
    """``program`` as a sentence without its full stop."""
    parts: list[str] = []
    for line in program:
        text = made.sentence(line.word, line.arguments)
        if line.condition is not None:
            text += f" if {made.sentence(line.condition, line.bounds)}"
        if line.other:
            parts[-1] = f"either {parts[-1]}, or {text}"
        else:
            parts.append(text + (", and for that" if isinstance(line.word, Cost) else ""))
    return "; then ".join(parts).replace("and for that; then ", "and for that ")


def json_schema(grammar: Grammar) -> dict[str, Any]:
    """The JSON Schema of a program: a line, or a list of lines."""
    line = made.json_schema(grammar.words)
    whole = "|".join(one["pattern"][1:-1] for one in line["anyOf"])
    tests = "|".join(one["pattern"][1:-1] for one in made.json_schema(grammar.conditions)["anyOf"])
    under = f"(?:{IF}(?:{tests}))?" if tests else ""
    if grammar.most > 1:
        for one in line["anyOf"]:
            one["pattern"] = f"^{one['pattern'][1:-1]}{under}(?:{OR}(?:{whole}){under})?$"
    rows = {"type": "array", "minItems": 1, "maxItems": grammar.most, "items": line}
    return {"anyOf": [line, rows]} if grammar.most > 1 else line


def mistakes(program: Program, grammar: Grammar) -> Iterator[tuple[str, Program]]:
    """What a writer of cards may take ``program`` for: each can be said, and none is the program itself."""
    for place, line in enumerate(program):
        where = f"line-{place + 1}-" if len(program) > 1 else ""
        before, rest = program[:place], program[place + 1 :]
        found = [(name, (*before, one, *rest)) for name, one in _mistaken(line, grammar)]
        if len(program) > 1:
            found.append(("left-out", (*before, *rest)))
        if line.other:
            found.append(("as-well", (*before, replace(line, other=False), *rest)))
        for name, changed in found:
            if not any(_misjoined(changed, grammar)):
                yield where + name, changed


def _mistaken(line: Line, grammar: Grammar) -> Iterator[tuple[str, Line]]:
    """What one line may be taken for."""
    for name, word, arguments in made.mistakes(line.word, line.arguments, grammar.words):
        yield name, replace(line, word=word, arguments=arguments)
    if line.condition is None:
        return
    yield "always", replace(line, condition=None, bounds={})
    for name, condition, bounds in made.mistakes(line.condition, line.bounds, grammar.conditions):
        if isinstance(condition, Condition):
            yield f"if-{name}", replace(line, condition=condition, bounds=bounds)


def _line(text: str, grammar: Grammar, *, other: bool = False) -> Line | str:
    """The line that ``text`` says, or what is told of it if it says none."""
    body, _, condition = text.partition(IF) if grammar.conditions else (text, "", "")
    found = lines.read(body, grammar.words)
    if found is None:
        return lines.wrong(body, grammar.words)
    if not condition:
        return Line(*found, other=other)
    test = lines.read(condition, grammar.conditions)
    if test is None:
        return lines.wrong(condition, grammar.conditions, "a condition")
    assert isinstance(test[0], Condition)
    return Line(*found, test[0], test[1], other)


def _misjoined(program: Sequence[Line], grammar: Grammar) -> Iterator[str]:
    """What keeps lines from being a program of which each is right."""
    if not program:
        yield "[] is empty; allowed: at least one effect line"
    if len(program) > grammar.most:
        yield f"{len(program)} lines and ways are too many; allowed: {grammar.most} at most"
    for line in program if len(program) > 1 else ():
        if line.word in grammar.alone:
            said = quoted(lines.written(line.word, line.arguments))
            yield f"{said} works by itself; allowed: no other line"
    if program and program[0].other:
        yield "the first line is another way; allowed: one before it"
    for place, line in enumerate(program):
        if isinstance(line.word, Cost):
            said = quoted(lines.written(line.word, line.arguments))
            if line.other or place + 1 == len(program) or program[place + 1].other:
                yield f"{said} is a cost; allowed: a line of its own, with what it is paid for after it"
    ways = [line.other for line in program]
    if any(one and two for one, two in pairwise(ways)):
        yield "a line has more than two ways; allowed: one `or`"
