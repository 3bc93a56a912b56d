"""Names of cards as they are compared: how they are written makes no difference."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_UNSEEN = "Cf"
"""The Unicode category of what stands in a text and is not seen, as a space of no width."""
_MARKS = dict.fromkeys(map(ord, "\u2122\u00ae\u00a9\u2120"))
"""The signs of trademarks and rights, which some printings have beside a name."""
_JOINS, _PUNCTUATION = ("Pd", "Pc"), "P"
"""The categories of what joins two words, as a hyphen, and of all punctuation."""


@lru_cache(maxsize=4096)
def plain_name(name: str) -> str:
    """``name`` without regard to letter case, white space, punctuation, trademarks and Unicode form.

    It is equal for one name, and empty for what is none. A name of nothing but punctuation keeps that.
    """
    unmarked = unicodedata.normalize("NFKC", name.translate(_MARKS))
    folded = unicodedata.normalize("NFKC", unmarked.casefold())
    seen = "".join(one for one in folded if unicodedata.category(one) != _UNSEEN)
    return " ".join("".join(map(_part, seen)).split()) or " ".join(seen.split())


def _part(one: str) -> str:
    """What the character ``one`` is in a name: itself, a space, or nothing."""
    kind = unicodedata.category(one)
    return " " if kind in _JOINS else "" if kind.startswith(_PUNCTUATION) else one
