"""Lines of an effect language: reading and writing them, and what is told of a line that is none."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import cache
from itertools import islice, product

from dicelaw.model.effects.words import PLACEHOLDER, Argument, Word
from dicelaw.model.foreign.limits import DIGITS
from dicelaw.model.foreign.shown import quoted

NEAR = 0.6
"""How alike a line has to be to be called near; 1 is equal."""
MANY = 50
"""So many ways to spell a line are looked at."""
FAR = 200
"""So long a line is near to none."""
_NUMBER = re.compile(rf"\b[0-9]{{1,{DIGITS}}}\b")
_PART = re.compile(r"\{\w+\}|[\[\]]")


def patterns(word: Word) -> tuple[re.Pattern[str], ...]:
    """The regular expression of each of the lines of ``word``."""
    return tuple(pattern(word, line) for line in word.lines)


def pattern(word: Word, line: str) -> re.Pattern[str]:
    """The regular expression of ``line``, one of those of ``word``."""
    return _compiled(line, tuple((one.name, one.pattern) for one in word.arguments))


def readable(word: Word) -> tuple[str, ...]:
    """Each of the lines of ``word`` as documentation has it."""
    shown = {one.name: one.shown for one in word.arguments}
    return tuple(PLACEHOLDER.sub(lambda found: shown[found["name"]], line) for line in word.lines)


def examples(word: Word) -> tuple[str, ...]:
    """A line for each of the ways to write ``word``."""
    if word.examples:
        return word.examples
    return tuple(
        _filled(word, line, {one.name: _least(one) for one in word.arguments}) for line in word.lines
    )


def values(word: Word, parts: Mapping[str, str | None]) -> dict[str, int]:
    """The number of each argument of ``word`` but its amounts, from the groups of a match."""
    numbers = (one for one in word.arguments if one.counted is None and not one.free)
    return {one.name: one.read(parts.get(one.name)) for one in numbers}


def read(line: str, words: Iterable[Word]) -> tuple[Word, dict[str, int]] | None:
    """Which of ``words`` the ``line`` says, and its arguments; None where it says none of them."""
    for word in words:
        for pattern in patterns(word):
            if found := pattern.fullmatch(line):
                return word, values(word, found.groupdict())
    return None


def written(word: Word, arguments: Mapping[str, int | str]) -> str:
    """The first line of ``word`` with these ``arguments``; :func:`read` of it gives them back."""
    return _filled(word, word.lines[0], arguments)


def every(words: Iterable[Word]) -> str:
    """All lines of ``words`` as documentation has them."""
    return ", ".join(text for word in words for text in readable(word))


def wrong(
    line: str, words: Sequence[Word], what: str = "an effect line", *, allowed: str | None = None
) -> str:
    """What is told of ``line``, none of ``words``: the limit that it breaks, or what is near, and all.

    ``what`` is what the words are called, and ``allowed`` what is told of them all, by default their lines.
    """
    if beyond := limit(line, words):
        return beyond
    near = nearest(line, (near for word in words for near in candidates(line, word)))
    return f"{quoted(line)} is not {what}; {hint(near)}allowed: {allowed or every(words)}"


def limit(line: str, words: Iterable[Word]) -> str:
    """What is told of ``line`` if only a number keeps it from saying one of ``words``: the limit of that."""
    for word in words:
        for one, number in _beyond(line, word):
            return (
                f"{quoted(line)}: {one.name} {number} is not allowed; "
                f"allowed: {one.name} from {one.least} to {one.most}"
            )
    return ""


def hint(near: str | None) -> str:
    """The question whether the line ``near`` was meant, if there is one."""
    return f"did you mean `{near}`? " if near is not None else ""


def nearest(line: str, candidates: Iterable[str]) -> str | None:
    """The one of ``candidates`` that is most alike to ``line``, if any is near; of equals the first."""
    if len(line) > FAR:
        return None
    best, found = NEAR, None
    for one in dict.fromkeys(candidates):
        matcher = SequenceMatcher(None, one, line)
        if matcher.quick_ratio() > best and (alike := matcher.ratio()) > best:
            best, found = alike, one
    return found


def respelt(line: str, known: Collection[str]) -> Iterator[str]:
    """``line`` with its words that are not ``known`` in the nearest ways that are, or as they stand."""
    parts = line[:FAR].split(" ")
    ways = [[part] if part in known else [*get_close_matches(part, known), part] for part in parts]
    return (" ".join(way) for way in islice(product(*ways), MANY))


def with_numbers(example: str, line: str) -> str:
    """``example`` with the numbers of ``line`` in place of its own, as far as there are any."""
    numbers = iter(_NUMBER.findall(line[:FAR]))
    return _NUMBER.sub(lambda own: next(numbers, own[0]), example)


def candidates(line: str, word: Word) -> Iterator[str]:
    """The lines of ``word`` with the numbers and names of ``line``, as far as they are allowed."""
    parts = line[:FAR].split()
    for text in word.lines:
        numbers = iter(map(int, _NUMBER.findall(line[:FAR])))
        chosen = {
            found["name"]: _meant(word.argument(found["name"]), text.split(), parts, numbers)
            for found in PLACEHOLDER.finditer(text)
        }
        yield _filled(word, text, chosen)


def _meant(one: Argument, form: Sequence[str], parts: Sequence[str], numbers: Iterator[int]) -> int | str:
    """What ``one`` may be in the ``parts`` of a line of this ``form``, with the ``numbers`` not yet used.

    What is free is looked for where the form has it, if the line is as long, and else from the end.
    """
    if one.free:
        there = [part for part, slot in zip(parts, form, strict=False) if slot == f"{{{one.name}}}"]
        others = [part for part in reversed(parts) if part not in form]
        likely = [*(there if len(parts) == len(form) else ()), *others, *map(str.lower, others)]
        return next((part for part in likely if re.fullmatch(one.free, part)), one.sample)
    if one.names:
        near = _near_name(one.names, parts)
        return _least(one) if near is None else near
    number = next(numbers, None)
    if number is None and one.usual is None:
        number = 1
    return _least(one) if number is None else min(max(number, one.least), one.most)


def _near_name(names: Iterable[str], parts: Sequence[str]) -> str | None:
    """The one of ``names`` that some of ``parts`` in a row are most alike to, if any is near."""
    best, found = NEAR, None
    for name in names:
        many = len(name.split()) or 1
        rows = [" ".join(parts[at : at + many]) for at in range(len(parts) - many + 1)]
        for row in get_close_matches(name, rows, n=1, cutoff=NEAR):
            if (alike := SequenceMatcher(None, row, name).ratio()) > best:
                best, found = alike, name
    return found


def _beyond(line: str, word: Word) -> Iterator[tuple[Argument, str]]:
    """The arguments of ``word`` that keep ``line`` from saying it, with the numbers that it has for them."""
    loose = {one.name: one.pattern for one in word.arguments}
    numbers = [one for one in word.arguments if not (one.names or one.free) and one.counted is None]
    for one in numbers:
        loose[one.name] = f"{one.before}(?P<{one.name}>-?[0-9]+){one.after}"
    for text in word.lines:
        if found := _compiled(text, tuple(loose.items())).fullmatch(line):
            for one in numbers:
                number = found[one.name]
                if number is None:
                    continue
                if len(number) > DIGITS:
                    yield one, f"of {len(number)} digits"
                elif not one.least <= int(number) <= one.most:
                    yield one, number


def _least(one: Argument) -> int | str:
    if one.free:
        return one.sample
    return one.usual if one.usual is not None else one.values[0]


def _filled(word: Word, line: str, chosen: Mapping[str, int | str]) -> str:
    def put(found: re.Match[str]) -> str:
        return word.argument(found["name"]).written(chosen[found["name"]])

    return re.sub(r"\[[^]]*\]", "", PLACEHOLDER.sub(put, line))


@cache
def _compiled(line: str, arguments: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    known = dict(arguments)
    parts, at = [], 0
    for found in _PART.finditer(line):
        text = found[0]
        part = {"[": "(?:", "]": ")?"}.get(text) or known[text[1:-1]]
        parts += [re.escape(line[at : found.start()]), part]
        at = found.end()
    return re.compile("".join([*parts, re.escape(line[at:])]))
