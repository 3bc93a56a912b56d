"""The examples of the rules of Lantern."""

from __future__ import annotations

from functools import cache

from dicelaw.specs.rulings import Rulings, Subject
from dicelaw.specs.rulings_file import own

SUBJECT = Subject("lantern", ("lantern",), ("health", "hand"), {}, {"lantern": ()}, seats=3)


@cache
def load() -> Rulings:
    """All of them."""
    return own(SUBJECT)
