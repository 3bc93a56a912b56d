"""The shapes of messages that each game has of its own, put together: positions and players of any game."""

from __future__ import annotations

from functools import reduce
from operator import or_
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Discriminator, Tag

from dicelaw.model.games import FIRST, GAMES
from dicelaw.oracle.message import SetupMessage

FORMATS = "formats"
"""The module in the folder of a game that has its shapes."""
_OF = {
    game.family: game.part("oracle", FORMATS)
    for game in GAMES.values()
    if game.modelled and game.has("oracle", FORMATS)
}
"""By game without the edition."""


def every(name: str) -> list[Any]:
    """What the modules of all games have in their list ``name``."""
    return [one for module in _OF.values() for one in getattr(module, name)]


def _which(setup: object) -> str:
    """The family whose shape ``setup`` is to have, by the game that it names."""
    game = str(setup.get("game") if isinstance(setup, dict) else getattr(setup, "game", None))
    family = game.partition("@")[0]
    return family if family in _OF else FIRST


def _tagged(family: str, module: ModuleType) -> Any:
    return Annotated[module.Setup, Tag(family)]


if TYPE_CHECKING:
    AnySetup = SetupMessage
    Player = list[Any]
    Part = str
else:
    AnySetup = Annotated[reduce(or_, (_tagged(*one) for one in _OF.items())), Discriminator(_which)]
    Player = reduce(or_, (list[shape] for shape in every("PLAYERS")))
    Part = Literal[tuple(every("PARTS"))]
__all__ = ["AnySetup", "Part", "Player", "every"]
