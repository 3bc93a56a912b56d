"""The duels that recorded vectors are about, and their positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dicelaw.oracle.dice_throne.opening import GAME
from dicelaw.oracle.dice_throne.scenario import Player, Scenario

DUELS = (
    ("barbarian", "paladin"),
    ("cursed-pirate", "artificer"),
    ("huntress", "ninja"),
    ("monk", "treant"),
    ("gunslinger", "tactician"),
    ("seraph", "vampire-lord"),
    ("shadow-thief", "samurai"),
    ("moon-elf", "pyromancer"),
    ("barbarian", "pyromancer"),
)
"""The duels that recorded vectors are about: each of our heroes is in one, and one who wards off tokens meets
one whose attacks inflict some."""


def opening(heroes: tuple[str, ...]) -> dict[str, Any]:
    """The beginning of a duel between ``heroes``."""
    return {"game": GAME, "players": [{"hero": hero} for hero in heroes], "turn": "1", "start": "setup"}


def setup_of(scenario: Scenario, answers: Mapping[str, str]) -> dict[str, Any]:
    """``scenario`` as a ``Setup`` with ``answers`` to open points."""
    setup: dict[str, Any] = {
        "game": GAME,
        "players": [_player(one) for one in scenario.players],
        "turn": str(scenario.turn + 1),
        "start": scenario.start,
    }
    more: dict[str, Any] = {"readings": dict(answers)} if answers else {}
    if scenario.mode is not None:
        more["mode"] = scenario.mode
    return {**setup, **more, "edition": scenario.edition}


def _player(one: Player) -> dict[str, Any]:
    values = {name: getattr(one, name) for name in one.__dataclass_fields__}
    listed = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
    return {
        name: dict(value) if isinstance(value, Mapping) else value
        for name, value in listed.items()
        if value is not None and (value or isinstance(value, int))
    }
