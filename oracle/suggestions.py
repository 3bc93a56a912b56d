"""Unknown names: an error that lists the names that are near."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache

from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.errors import ExitCode, UserError

_APART = re.compile(r"[^a-z0-9@/%]+")
_WORD = re.compile(r"[a-z0-9%]+")
_ENDING = re.compile(r"(?<=\w{3})(?:ies|es|ed|ing|e|y)$|(?<=\w{2})(?<![su])s$")
_DOUBLED = re.compile(r"(?<=\w{2})([a-z])\1$")
BEGINNING = 3
"""So many letters of a word are enough to look for it."""
Rows = Sequence[Sequence[str]]
SHOWN = 12
LONGEST = 200
"""More characters than any name has."""


@lru_cache(maxsize=2**12)
def plain(text: str) -> str:
    """``text`` as names are compared: lower case, "-" for what is no letter, digit, @, / or %."""
    return _APART.sub("-", text.lower()).strip("-")


def id_of(name: str) -> str:
    """The id that ``name`` stands for however it is written: ``moon-elf`` for "Moon Elf".

    What is no name, such as text with control characters, stays what it is, for an error to show.
    """
    return (plain(name) if name.isprintable() else "") or name


def meant(asked: Sequence[str], texts: Mapping[str, str], spoken: Rows = ()) -> list[str]:
    """The ids that ``asked`` is for, of those that ``texts`` has a text for: by id, or else by words."""
    return by_id(asked, texts) or by_words(asked, texts, spoken)


def by_id(asked: Sequence[str], ids: Collection[str]) -> list[str]:
    """That of ``ids`` that ``asked`` is; else those that begin with it, part by part."""
    whole = id_of(" ".join(asked))
    return [whole] if whole in ids else [id for id in ids if id.startswith(f"{whole.rstrip('/')}/")]


def by_words(asked: Sequence[str], texts: Mapping[str, str], spoken: Rows = ()) -> list[str]:
    """The ids that have each word of ``asked``, or a longer one that begins so, in themselves or their text.

    The ending of a word makes no difference. Each phrase in a row of ``spoken`` is found where another one
    of that row stands.
    """
    words = _stems(" ".join(asked))
    rows = [[_stems(phrase) for phrase in row] for row in spoken]
    return [id for id, text in texts.items() if _has_all(words, _stems(f"{id} {text}"), rows)]


def _stems(text: str) -> tuple[str, ...]:
    """The words of ``text`` without what tells plural from singular, and one form of a verb from another."""
    return tuple(_DOUBLED.sub(r"\1", _ENDING.sub("", word)) for word in _WORD.findall(text.lower()))


def _has_all(words: Sequence[str], text: Sequence[str], rows: Sequence[Sequence[Sequence[str]]]) -> bool:
    """Whether ``text``, with all phrases of each of ``rows`` that it has one of, has each of ``words``."""
    whole = f" {' '.join(text)} "
    said = [row for row in rows if any(f" {' '.join(phrase)} " in whole for phrase in row)]
    found = {*text, *(word for row in said for phrase in row for word in phrase)}
    begun = {one[:size] for one in found for size in range(BEGINNING, len(one))}
    return bool(words) and found.union(begun).issuperset(words)


def near(name: str, known: Iterable[str]) -> list[str]:
    """Those of ``known`` that ``name`` may have been meant for, nearest first."""
    if len(name) > LONGEST:
        return []
    wanted = plain(name)
    by_key: dict[str, list[str]] = {}
    for one in dict.fromkeys(known):
        whole = plain(one)
        for key in (whole, whole.rpartition("/")[2], *whole.split("/")[1:-1]):
            by_key.setdefault(key, []).append(one)
    found = get_close_matches(wanted, by_key, n=6, cutoff=0.6)
    found += get_close_matches(wanted.rpartition("/")[2], by_key, n=6, cutoff=0.6)
    return list(dict.fromkeys(one for key in found for one in by_key[key]))[:5]


def unknown_says(what: str, name: str, known: Iterable[str]) -> str:
    """A sentence that there is no ``what`` called ``name``, and which ones there are."""
    names = list(dict.fromkeys(known))
    close = near(name, names)
    if close:
        return f"no {what} is called {quoted(name)}; near: {', '.join(close)}"
    shown = ", ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
    return f"no {what} is called {quoted(name)}; there are: {shown or 'none'}"


def none_meant(what: str, asked: Sequence[str], known: Iterable[str]) -> UserError:
    """The error that ``asked`` is no id of a ``what``, no beginning of one, and no words that one has."""
    name, ids = " ".join(asked), [*known]
    close = [] if " " in name else near(name, ids)
    if close and "/" in name:
        return unknown(what, name, ids)
    says = f"no {what} has {quoted(name)} in its id or its text" + f"; near: {', '.join(close)}" * bool(close)
    return UserError(says, ExitCode.UNKNOWN_NAME)


def unknown(what: str, name: str, known: Iterable[str]) -> UserError:
    """The error that there is no ``what`` called ``name``."""
    return UserError(unknown_says(what, name, known), ExitCode.UNKNOWN_NAME)
