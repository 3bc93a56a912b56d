"""The games by name: the one table of them. Each layer has its part of a game in a folder of the game's own.

A game of another package is a game like ours once that package is installed and has an entry point of the
group ``dicelaw.games``, which is a :class:`Game`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

GROUP = "dicelaw.games"
"""The group of entry points that name games of other packages."""


class NoPart(LookupError):
    """A game that does not have a part; the text is a sentence that names it."""


@dataclass(frozen=True)
class Game:
    """A game under one profile. ``modelled`` says whether there is a machine of it that can be played."""

    name: str
    title: str
    modelled: bool = True
    content: frozenset[str] = frozenset()
    """What a content file of its own may have besides its source."""
    home: str = "dicelaw.{layer}.{folder}"
    """What its package in each layer is called."""
    also: Mapping[str, str] = field(default_factory=dict)
    """What of it is verified by a name of its own, with the room in its folder that says how."""

    @property
    def is_made(self) -> bool:
        """Whether its machine is there already: a game that is being made has a name first."""
        return self.modelled and self.has("model", "machine")

    @property
    def family(self) -> str:
        """The game without its edition."""
        return self.name.partition("@")[0]

    @property
    def edition(self) -> str:
        """The edition, where there are several."""
        return self.name.partition("@")[2]

    @property
    def verified(self) -> Mapping[str, str]:
        """What is verified by name, with the room in its folder that says how; the game itself is first."""
        return {self.name: f"edition_{self.edition}" if self.edition else "", **self.also}

    def package(self, layer: str) -> str:
        """The name of its package in ``layer``."""
        return self.home.format(layer=layer, folder=self.family.replace("-", "_"))

    def has(self, layer: str, part: str) -> bool:
        """Whether it has the module ``part`` in ``layer``; it is not loaded."""
        try:
            return find_spec(f"{self.package(layer)}.{part}") is not None
        except ModuleNotFoundError as error:
            if _is_in(self.package(layer), error.name):
                return False
            raise

    def folder(self, layer: str) -> Traversable:
        """The folder of its package in ``layer``. Raises NoPart where there is none."""
        try:
            return files(self.package(layer))
        except ModuleNotFoundError as error:
            if _is_in(self.package(layer), error.name):
                raise NoPart(f"{self.name} lacks a folder in {layer}, which this needs") from None
            raise

    def part(self, layer: str, part: str = "port", room: str = "") -> ModuleType:
        """The module ``part`` of its package in ``layer``, loaded now. Raises NoPart where there is none."""
        within = f"{room}.{part}" if room else part
        if not self.has(layer, within):
            what = f"the part {part} in {layer}" if part != "port" else f"a port in {layer}"
            raise NoPart(f"{self.name} lacks {what}, which this needs")
        return import_module(f"{self.package(layer)}.{within}")


def _is_in(package: str, missing: str | None) -> bool:
    """Whether the ``missing`` module is ``package`` or holds it, and not something that it imports."""
    return missing is not None and f"{package}.".startswith(f"{missing}.")


_THRONE = frozenset({"hero", "statuses", "common", "companions", "blocks"})
_MASTERS = frozenset({"cards", "teams"})
_CONQUEST = frozenset({"heroes", "creatures", "traps"})
_OURS = {
    game.name: game
    for game in (
        Game("dice-throne", "Dice Throne", content=_THRONE, also={"dice-throne-modes": "modes"}),
        Game("dice-masters@2016", "Dice Masters, Faerûn Under Siege (2016)", content=_MASTERS),
        Game("dice-masters@2018", "Dice Masters, X-Men Forever (2018)", content=_MASTERS),
        Game("dice-conquest", "Dice Conquest", content=_CONQUEST),
        Game("diceland", "Diceland: Dragons", modelled=False),
    )
}
FIRST = next(iter(_OURS))
"""The game that is meant where none is named."""


@cache
def installed() -> Mapping[str, Game]:
    """The games of other packages, looked for once."""
    from importlib.metadata import entry_points

    found = (entry.load() for entry in entry_points(group=GROUP))
    return {game.name: game for game in found if isinstance(game, Game) and game.name not in _OURS}


class _Games(Mapping[str, Game]):
    """Ours first; for others it is looked only where they are asked for."""

    def __getitem__(self, name: str) -> Game:
        found = _OURS.get(name)
        return installed()[name] if found is None else found

    def __iter__(self) -> Iterator[str]:
        yield from _OURS
        yield from installed()

    def __len__(self) -> int:
        return len(_OURS) + len(installed())


GAMES: Mapping[str, Game] = _Games()
"""Every game by its name, those of other packages after ours."""


def game_of(name: str) -> Game:
    """The game called ``name``, with or without its edition. Raises KeyError where there is none."""
    for known in (_OURS, GAMES):  # others are looked for last
        found = known.get(name) or next((game for game in known.values() if game.family == name), None)
        if found is not None:
            return found
    raise KeyError(name)
