"""Names of cards as they are compared: how they are written makes no difference."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_UNSEEN = "Cf"
"""The Unicode category of what stands in a text and is not seen, as a space of no width."""


@lru_cache(maxsize=4096)
def plain_name(name: str) -> str:
    """``name`` without regard to letter case, white space and Unicode form: equal for one name."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(one for one in folded if unicodedata.category(one) != _UNSEEN).split())
