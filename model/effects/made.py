"""What is made of declared words: sentences, a JSON Schema, a page of documentation, and mistakes in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from dicelaw.model.effects.lines import patterns, readable
from dicelaw.model.effects.words import PLACEHOLDER, WHOM, Argument, Condition, Cost, Word

Say = Callable[[str, str], str]
"""Says the argument of a name; the second is how, which may be nothing."""


def sentence(word: Word, arguments: Mapping[str, int]) -> str:
    """``word`` with these ``arguments`` as a sentence without its full stop."""

    def say(name: str, how: str) -> str:
        value = arguments[name]
        text = word.argument(name).said(value)
        singular, _, plural = how.partition("|")
        return f"{text} {singular if value == 1 else plural or singular}" if how else text

    return said(word, say)


def said(word: Word, say: Say) -> str:
    """The sentence of ``word``, in which ``say`` says the arguments, with how long it holds."""

    def put(found: re.Match[str]) -> str:
        if found["name"] == WHOM and word.target is not None:
            return word.target.shown
        return say(found["name"], found["as"] or "")

    says = PLACEHOLDER.sub(put, word.says)
    return f"{says}, {word.lasts.says}" if word.lasts is not None else says


def in_general(word: Word) -> str:
    """What ``word`` does, whatever its arguments are, and whether that is a cost."""

    def say(name: str, how: str) -> str:
        singular, _, plural = how.partition("|")
        space = "" if how.startswith("'") else " "
        return f"{name.upper()}{space}{plural or singular}".rstrip()

    return f"a cost: {said(word, say)}" if isinstance(word, Cost) else said(word, say)


def json_schema(words: Sequence[Word], tail: Callable[[Word], str] = lambda _: "") -> dict[str, Any]:
    """The JSON Schema of a line of ``words``, each with what the regular expression ``tail`` has after it."""
    lines = [
        {"pattern": f"^(?:{unnamed(pattern.pattern)}){tail(word)}$", "description": in_general(word)}
        for word in words
        for pattern in patterns(word)
    ]
    return {"type": "string", "anyOf": lines}


def unnamed(pattern: str) -> str:
    """``pattern`` without the names of groups, which not all dialects of regular expressions have."""
    return re.sub(r"\(\?P<\w+>", "(?:", pattern).replace(r"\ ", " ")


def table(words: Sequence[Word], places: Mapping[str, str], points: Mapping[str, str]) -> str:
    """The words as a table of Markdown: how each is written, what it does to whom, and when a place uses it.

    ``places`` and ``points`` have what these are called.
    """
    rows = [["line", "what it does", "to whom", *(f"as a {name}" for name in places.values())]]
    rows.append(["---"] * len(rows[0]))
    for word in words:
        lines = " or ".join(f"`{text}`" for text in readable(word))
        limits = [f"{one.name.upper()} is {one.limits}" for one in word.arguments if not one.names]
        used = ["no" if place not in word.uses else _when(word.uses[place], points) for place in places]
        whom = word.target.described if word.target else "as it says"
        rows.append([lines, "; ".join([in_general(word), *limits]), whom, *used])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def declarations(
    words: Sequence[Word],
    columns: Mapping[str, Callable[[Word], str]],
    kinds: Mapping[str, str],
    unsaid: Callable[[Argument], str] = lambda _: "nothing",
    called: str = "word",
) -> str:
    """The declarations as a table of Markdown: lines, arguments, and what each of the ``columns`` says.

    ``kinds`` has what some arguments are called that the page explains, and ``unsaid`` what one means that
    may be left out. The words are ``called`` so.
    """

    def argument(one: Argument) -> str:
        explained = one.targets and one.name in kinds
        names = "" if explained else ", ".join(f"`{name}`" for name in one.names)
        what = names or kinds.get(one.name) or one.limits
        return f"{one.name}: {what}" + ("" if one.usual is None else f", else {unsaid(one)}")

    rows = [[called, "lines", "arguments", *columns]]
    rows.append(["---"] * len(rows[0]))
    for word in words:
        lines = " or ".join(f"`{text}`" for text in word.lines) or "none"
        arguments = "; ".join(map(argument, word.arguments)) or "none"
        rows.append([word.name, lines, arguments, *(say(word) for say in columns.values())])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def conditions_table(conditions: Sequence[Condition]) -> str:
    """The conditions as a table of Markdown: how each is written, and what has to be the case."""
    rows = [["line", "what it asks"], ["---"] * 2]
    for one in conditions:
        lines = " or ".join(f"`... if {text}`" for text in readable(one))
        limits = [f"{each.name.upper()} is {each.limits}" for each in one.arguments if not each.names]
        rows.append([lines, "; ".join([in_general(one), *limits])])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _when(at: Sequence[str], points: Mapping[str, str]) -> str:
    *others, last = [points[point] for point in at] or ["by itself"]
    return f"{', '.join(others)} or {last}" if others else last


def mistakes(
    word: Word, arguments: Mapping[str, int], words: Sequence[Word] = ()
) -> Iterator[tuple[str, Word, dict[str, int]]]:
    """What a writer of cards may take the effect for: a number one off, another name, another of ``words``.

    Each is an effect that the language can say, and none is the effect itself.
    """
    for one in (one for one in word.arguments if not one.free):
        value = arguments[one.name]
        if one.names:
            others = one.values
            new = others[(others.index(value) + 1) % len(others)]
            if new != value:
                yield f"other-{one.name}", word, {**arguments, one.name: new}
            continue
        for name, new in (("plus", value + 1), ("minus", value - 1)):
            if one.least <= new <= one.most:
                yield f"{one.name}-{name}-one", word, {**arguments, one.name: new}
    for other in words:
        if other != word and other.arguments == word.arguments:
            yield f"read-as-{other.name}", other, dict(arguments)
