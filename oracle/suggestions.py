"""Unknown names: an error that lists the names that are near."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache

from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.errors import ExitCode, UserError

_APART = re.compile(r"[^a-z0-9@/%]+")
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


def meant(asked: Sequence[str], texts: Mapping[str, str]) -> list[str]:
    """The ids, of those that ``texts`` has, that ``asked`` is for, a text for each.

    That is the id that it is; else those that begin with it, part by part; else those whose id and text have
    each word of it.
    """
    whole = id_of(" ".join(asked))
    if whole in texts:
        return [whole]
    if below := [id for id in texts if id.startswith(f"{whole.rstrip('/')}/")]:
        return below
    words = [part for one in asked for part in plain(one).split("-")]
    return [id for id, text in texts.items() if all(word in plain(f"{id} {text}") for word in words)]


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
    if " " not in name and near(name, ids):
        return unknown(what, name, ids)
    return UserError(f"no {what} has {quoted(name)} in its id or its text", ExitCode.UNKNOWN_NAME)


def unknown(what: str, name: str, known: Iterable[str]) -> UserError:
    """The error that there is no ``what`` called ``name``."""
    return UserError(unknown_says(what, name, known), ExitCode.UNKNOWN_NAME)
