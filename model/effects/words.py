"""Words of an effect language: each is declared once, and all else about it is made from that."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from dicelaw.model.effects.amounts import Counted, digits
from dicelaw.model.effects.targets import Target

PLACEHOLDER = re.compile(r"\{(?P<name>\w+)(?::(?P<as>[^}]*))?\}")
"""Where an argument stands in a line or in a sentence; in the latter perhaps with how it is said."""

WHOM = "whom"
"""What stands in a sentence for the target of a word."""


@dataclass(frozen=True)
class Argument:
    """A part of a line that differs from effect to effect: a number, a name or an amount.

    With ``names`` it is one of these, each for a number; with ``targets`` one of these; with ``counted`` an
    amount; with ``free``, a regular expression, a text that content names, such as the ``sample``.
    ``before`` and ``after`` are written with it. A line may leave it out if it has a ``usual`` number.
    """

    name: str
    least: int = 0
    most: int = 0
    names: Mapping[str, int] = field(default_factory=dict, hash=False)
    before: str = ""
    after: str = ""
    usual: int | None = None
    counted: Counted | None = None
    free: str = ""
    sample: str = ""
    targets: tuple[Target, ...] = ()

    def __post_init__(self) -> None:
        if self.targets:
            object.__setattr__(self, "names", {one.name: one.number for one in self.targets})

    @cached_property
    def pattern(self) -> str:
        """The regular expression of it, with what is written before and after it."""
        if self.counted is not None:
            return f"(?:{self.counted.amount(self.least, self.most)})"
        names = "|".join(map(re.escape, self.names))
        inner = self.free or names or digits(self.least, self.most)
        found = f"{self.before}(?P<{self.name}>{inner}){self.after}"
        return found if self.usual is None else f"(?:{found})?"

    @property
    def shown(self) -> str:
        """It as documentation has it: a name in capitals for a number, all names, in brackets if optional."""
        number = self.name.upper()
        found = f"{self.before}{'|'.join(self.names) or number}{self.after}"
        return found if self.usual is None else f"[{found}]"

    @property
    def limits(self) -> str:
        """What it may be."""
        if self.names or self.free:
            return " or ".join(self.names) or f"like {self.sample}"
        numbers = f"{self.least} to {self.most}"
        return numbers if self.counted is None else f"{numbers}, or {self.counted.described('N')}"

    @property
    def values(self) -> tuple[int, ...]:
        """Every number that it may be, in order; none where it is free."""
        if self.free:
            return ()
        if not self.names:
            return tuple(range(self.least, self.most + 1))
        usual = () if self.usual is None else (self.usual,)
        return tuple(dict.fromkeys((*usual, *self.names.values())))

    def read(self, said: str | None) -> int:
        """The number that ``said`` stands for, or that is meant if nothing is said."""
        if said is None:
            return self.usual or 0
        return self.names[said] if self.names else int(said)

    def written(self, value: int | str) -> str:
        """``value`` as a line has it."""
        if value == self.usual:
            return ""
        return f"{self.before}{self.named(value)}{self.after}"

    def named(self, value: int | str) -> str:
        """The name of ``value``, or the number itself."""
        return next((name for name, number in self.names.items() if number == value), str(value))

    def said(self, value: int) -> str:
        """``value`` as a sentence has it."""
        return next((one.shown for one in self.targets if one.number == value), self.named(value))


@dataclass(frozen=True)
class Duration:
    """How long what a word does holds, and how a sentence ``says`` it."""

    name: str
    says: str


@dataclass(frozen=True)
class Word:
    """One word of an effect language.

    ``number`` is what the machine calls it, and never used again for another. ``lines`` are the ways to write
    it: text with ``{argument}`` and ``[what may be left out]``; ``examples`` has one for each, if they are
    not to be made up. ``says`` is its sentence, with ``{argument}`` or ``{argument:one|several}``. ``uses``
    has the places that may say it, each with the timing points at which it is used; without any, it works by
    itself. ``does`` is what it adds to the rules of its game, and ``cites`` the rule ids that this rests on.
    ``does_if`` says when it does something, and ``decided`` who settles what the line leaves open. ``lasts``
    is how long it holds, if it ends. ``target`` is whom it is done to, if no line says that; its
    sentence has that as ``{whom}``.
    """

    name: str
    number: int
    lines: tuple[str, ...]
    says: str
    arguments: tuple[Argument, ...] = ()
    uses: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    does: Callable[..., Any] | None = None
    cites: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    lasts: Duration | None = None
    target: Target | None = None
    does_if: str = "always"
    decided: str = "player"

    def __post_init__(self) -> None:
        known = {argument.name for argument in self.arguments} | ({WHOM} if self.target else set())
        for text in (*self.lines, self.says):
            if unknown := {found["name"] for found in PLACEHOLDER.finditer(text)} - known:
                raise ValueError(f"the word {self.name} has no argument {', '.join(sorted(unknown))}")

    def argument(self, name: str) -> Argument:
        """The argument called ``name``. Raises StopIteration where there is none."""
        return next(one for one in self.arguments if one.name == name)


@dataclass(frozen=True)
class Condition(Word):
    """What has to be the case for a line: read, written, listed and mistaken like any word, after "if".

    ``does`` is the expression of it. Its numbers are its own, apart from those of other words.
    """


@dataclass(frozen=True)
class Cost(Word):
    """A word that is paid for what follows: whoever does not do it does nothing of the rest either."""


Some = TypeVar("Some", bound=Word)


def numbered(words: Iterable[Some]) -> dict[int, Some]:
    """``words`` by their numbers, from the lowest. Raises ValueError where two have a number or a name."""
    found: dict[int, Some] = {}
    for word in sorted(words, key=lambda one: one.number):
        other = next((one for one in found.values() if word.name == one.name), found.get(word.number))
        if other is not None:
            raise ValueError(
                f"the words {other.name} ({other.number}) and {word.name} ({word.number}) clash: "
                "each needs a name and a number of its own"
            )
        found[word.number] = word
    return found


def saying(words: Iterable[Word], place: str) -> tuple[Word, ...]:
    """Those of ``words`` that ``place`` may say."""
    return tuple(word for word in words if place in word.uses)


def bounds(words: Iterable[Word]) -> dict[str, tuple[int, int]]:
    """For open content: the least and the greatest of each argument, and of ``word``; 0 stands for none."""
    found = {"word": (0, 0)}
    for word in words:
        found["word"] = (0, max(found["word"][1], word.number))
        for one in (one for one in word.arguments if not one.free):
            found[one.name] = (0, max(found.get(one.name, (0, 0))[1], *one.values))
    return found
