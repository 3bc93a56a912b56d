"""The words for the values of look-ups and choices that have no labels of their own.

A game declares them once, when its package is loaded: the numbers of an enumeration mean nothing to a reader.
"""

from __future__ import annotations

from collections.abc import Iterable

_WORDS: dict[str, tuple[str, ...]] = {}


def name_values(of: str, words: Iterable[str]) -> None:
    """The values from 0 up of the table or choice called ``of`` are called by ``words``."""
    _WORDS[of] = tuple(words)


def value_word(of: str, value: int) -> str:
    """What ``value`` of the table or choice called ``of`` is called: its word, else its digits."""
    words = _WORDS.get(of, ())
    return words[value] if 0 <= value < len(words) else str(value)
