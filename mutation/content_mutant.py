"""A mutant of content: a pack with one small mistake, with an id that is the same in every run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass, replace
from typing import Any, TypeVar

Place = tuple[str | int, ...]
"""Where in a pack: the names of fields, keys and numbers on the way there."""
AnyPack = TypeVar("AnyPack")
"""The content of some game."""


@dataclass(frozen=True)
class Mistake:
    """One mistake: its operator, what it is in words, and what stands there instead."""

    operator: str
    says: str
    value: Any


def one_off(name: str, value: int, says: str, most: int | None = None) -> Iterator[Mistake]:
    """``value`` one up and one down, where there is a number at all."""
    for word, new in (("plus", value + 1), ("minus", value - 1)):
        if value and (most is None or new <= most):
            yield Mistake(f"{name}-{word}-one", f"{says}: {value} is read as {new}", new)


@dataclass(frozen=True)
class ContentMutant:
    """A pack with one mistake: what stands at ``places`` becomes ``value``.

    ``owner`` is a hero, or ``common``, ``status`` or ``companion``; ``entry`` the ability, card and so on. In
    Dice Masters they are a card and a part of it.
    """

    id: str
    owner: str
    entry: str
    operator: str
    says: str
    places: tuple[Place, ...]
    value: Any
    rules: tuple[str, ...] = ()

    def planted(self, pack: AnyPack) -> AnyPack:
        """``pack`` with the mistake."""
        for place in self.places:
            pack = _put(pack, place, self.value)
        return pack


def _put(whole: Any, place: Place, value: Any) -> Any:
    """``whole`` with ``value`` at ``place``."""
    if not place:
        return value
    key, rest = place[0], place[1:]
    if isinstance(whole, Mapping):
        return {**whole, key: _put(whole[key], rest, value)}
    if is_dataclass(whole) and not isinstance(whole, type):
        return replace(whole, **{str(key): _put(getattr(whole, str(key)), rest, value)})
    assert isinstance(key, int)
    return (*whole[:key], _put(whole[key], rest, value), *whole[key + 1 :])
