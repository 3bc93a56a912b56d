"""Vocabularies: the words in the files of a folder, each with the number that a machine calls it by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from enum import IntEnum
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Self, TypeVar

from dicelaw.model.effects.words import Word, numbered


class Numbers(IntEnum):
    """What a machine calls words: members for those that its rules name, and more for any further word."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        found = _FURTHER.get((cls, value))
        return found if isinstance(found, cls) else None

    @classmethod
    def of(cls, word: Word) -> Self:
        """What the machine calls ``word``."""
        with suppress(ValueError):
            return cls(word.number)
        made = int.__new__(cls, word.number)
        made._name_ = word.name.upper().replace("-", "_").replace(" ", "_")
        made._value_ = word.number
        _FURTHER[cls, word.number] = made
        return made


Some = TypeVar("Some", bound=Word)
_FURTHER: dict[tuple[type[Numbers], object], Numbers] = {}
"""The numbers of words that have a file of their own, and no rule that names them."""


def in_files(folder: ModuleType) -> Iterator[Word]:
    """Every word that a file of the package ``folder`` names, once each."""
    names = sorted(f"{folder.__name__}.{one.name}" for one in iter_modules(folder.__path__))
    found = [one for name in names for one in vars(import_module(name)).values() if isinstance(one, Word)]
    yield from {id(one): one for one in found}.values()


def counted(words: Iterable[Some], first: int = 1) -> Sequence[Some]:
    """``words`` by their numbers. Raises ValueError unless these go on without a gap from ``first``."""
    found = tuple(numbered(words).values())
    for place, word in enumerate(found, first):
        if word.number != place:
            raise ValueError(f"the word {word.name} has the number {word.number}; allowed: {place}, the next")
    return found
