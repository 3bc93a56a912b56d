"""The games that can be verified, by name, and where each has its port."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from dicelaw.specs.port import Port

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


@cache
def port(game: str) -> Port:
    """The port of ``game``; of other games nothing is loaded. Raises KeyError for an unknown game."""
    found = import_module(_PORTS[game]).PORT
    if not isinstance(found, Port):
        raise TypeError(f"{_PORTS[game]}: PORT is no port")
    return found
