"""Targets: whom or what a word is done to, how these are found, and how lines and sentences call them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any


class Found(Enum):
    """How it is settled who is meant; the value says it to a reader."""

    SELF = "always"
    OPPONENT = "the opponent"
    CHOSEN = "chosen"
    EACH = "each"


@dataclass(frozen=True)
class Aim:
    """Who may be meant in a game: ``whom`` a word is done to, and what is demanded of that.

    ``whom`` is an expression, or of what is chosen the choice, or of several each with whether it is meant.
    """

    whom: Any
    demands: Sequence[tuple[Any, str]] = ()


@dataclass(frozen=True)
class Target:
    """Whom or what a word is done to.

    ``name`` is how lines call it, ``number`` what the machine calls it, and ``says`` what sentences call it,
    by default its name. ``found`` is how it is settled who is meant, of whom there are ``most`` at most, one
    after another. ``aim`` is made of the rules of a game.
    """

    name: str
    number: int = 0
    says: str = ""
    found: Found = Found.CHOSEN
    most: int = 1
    aim: Callable[..., Any] | None = field(default=None, compare=False)

    @property
    def shown(self) -> str:
        """What sentences call it."""
        return self.says or self.name

    @property
    def described(self) -> str:
        """It as documentation has it, with how it is found."""
        if self.found is not Found.CHOSEN:
            return self.shown
        many = f", up to {self.most} one by one" if self.most > 1 else ""
        return f"{self.shown}, {self.found.value}{many}"


def named(targets: Iterable[Target]) -> dict[str, Target]:
    """``targets`` by their names. Raises ValueError where two that differ have one name."""
    found: dict[str, Target] = {}
    for one in targets:
        if found.setdefault(one.name, one) != one:
            raise ValueError(f"two targets are called {one.name}: each needs a name of its own")
    return found
