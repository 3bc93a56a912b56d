"""The games that can be verified, by name, and where each has its port."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from dicelaw.specs.port import Port

if TYPE_CHECKING:
    from dicelaw.checker.content_row import ContentRow
    from dicelaw.checker.matchups import Duels
    from dicelaw.specs.property import Property

_PORTS: Mapping[str, str] = {
    "fragments": "dicelaw.specs.fragments.port",
    "dice-throne": "dicelaw.specs.dice_throne.port",
    "dice-throne-modes": "dicelaw.specs.dice_throne.modes.port",
    "dice-masters@2016": "dicelaw.specs.dice_masters.edition_2016.port",
    "dice-masters@2018": "dicelaw.specs.dice_masters.edition_2018.port",
    "dice-conquest": "dicelaw.specs.dice_conquest.port",
}
GAMES = tuple(_PORTS)
"""Everything that can be verified, in order; the fragments are what the games are made of."""


_CONTENT: Mapping[str, str] = {"dice-throne": "dicelaw.checker.dice_throne.own_content"}
"""Where content of the user's own is checked beside ours, by game."""


class ContentChecks(Protocol):
    """What is checked of content of the user's own."""

    TABLES: tuple[str, ...]
    """The ids of the rows about all content at once."""

    def new_heroes(self, content: Path) -> tuple[str, ...]:
        """The ids of the heroes in the folder ``content``."""
        ...

    def rows_of(self, hero: str, stated: Sequence[Property]) -> tuple[str, ...]:
        """The ids of all that is found of ``hero``, where ``stated`` is what has to hold of every game."""
        ...

    def of_tables(self, content: Path | None) -> list[ContentRow]:
        """What is found of all content in the folder at once, or of all of ours."""
        ...

    def of_hero(self, content: Path, hero: str) -> list[ContentRow]:
        """What is found of ``hero``, which is one of those in the folder ``content``."""
        ...


_PLAYERS: Mapping[str, str] = {"dice-throne": "dicelaw.checker.dice_throne.strength"}
"""Where there are players who decide sensibly, by game."""


class Players(Protocol):
    """Players who decide sensibly, and so measure who wins."""

    POLICY: str
    """How they decide, in a phrase."""

    def heroes(self, content: Path | None) -> tuple[str, ...]:
        """All heroes, those in the folder ``content`` too."""
        ...

    def duels(
        self, content: Path | None, one: str, other: str, *, first: int, count: int, seed: int
    ) -> Duels:
        """What comes of ``count`` duels of ``one`` with ``other`` from number ``first`` on."""
        ...


def players(game: str) -> Players:
    """The players of ``game``. Raises KeyError for one that has none."""
    found: Any = import_module(_PLAYERS[game])
    those: Players = found
    return those


def with_players() -> tuple[str, ...]:
    """The games that have players."""
    return tuple(_PLAYERS)


def takes_content(game: str) -> bool:
    """Whether content of the user's own is checked beside ours of ``game``."""
    return game in _CONTENT


def content_checks(game: str) -> ContentChecks:
    """What checks content of ``game``. Raises KeyError for one that takes none."""
    found: Any = import_module(_CONTENT[game])
    checks: ContentChecks = found
    return checks


@cache
def port(game: str) -> Port:
    """The port of ``game``; of other games nothing is loaded. Raises KeyError for an unknown game."""
    found = import_module(_PORTS[game]).PORT
    if not isinstance(found, Port):
        raise TypeError(f"{_PORTS[game]}: PORT is no port")
    return found
