"""How many questions all processes of a run have answered, for whoever waits."""

from __future__ import annotations

from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized

_total: Synchronized[int] | None = None


def counter() -> Synchronized[int]:
    """A number that processes may share."""
    return get_context().Value("i", 0)


def count_in(total: Synchronized[int]) -> None:
    """Add what this process answers to ``total`` from now on."""
    global _total  # noqa: PLW0603 (a process answers for one run)
    _total = total


def answered(number: int) -> None:
    """Count ``number`` more questions as answered."""
    if _total is not None:
        with _total.get_lock():
            _total.value += number
