"""Unknown names: an error that lists the names that are near."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache

from dicelaw.model.foreign.shown import quoted
from dicelaw.oracle.errors import ExitCode, UserError

_APART = re.compile(r"[^a-z0-9@/]+")
SHOWN = 12
LONGEST = 200
"""More characters than any name has."""


@lru_cache(maxsize=2**12)
def plain(text: str) -> str:
    """``text`` as names are compared: lower case, with "-" for all that is not a letter, a digit, @ or /."""
    return _APART.sub("-", text.lower()).strip("-")


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


def unknown(what: str, name: str, known: Iterable[str]) -> UserError:
    """The error that there is no ``what`` called ``name``."""
    return UserError(unknown_says(what, name, known), ExitCode.UNKNOWN_NAME)
