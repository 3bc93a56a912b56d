"""The games that recorded vectors are about, and their positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicelaw.model.dice_throne.modes import DUEL, KING_OF_THE_HILL, THREE_EACH, THREE_TEAMS, TWO_TEAMS
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

PLAYED: Mapping[str, Sequence[tuple[str, ...]]] = {
    DUEL.id: DUELS,
    KING_OF_THE_HILL.id: (
        ("barbarian", "paladin", "monk"),
        ("moon-elf", "pyromancer", "treant", "ninja"),
    ),
    TWO_TEAMS.id: (
        ("barbarian", "paladin", "monk", "moon-elf"),
        ("shadow-thief", "seraph", "huntress", "gunslinger"),
    ),
    THREE_EACH.id: (("barbarian", "paladin", "monk", "moon-elf", "pyromancer", "treant"),),
    THREE_TEAMS.id: (("samurai", "vampire-lord", "tactician", "ninja", "artificer", "cursed-pirate"),),
}
"""By mode the heroes of the games that recorded vectors are about."""


def opening(heroes: tuple[str, ...], mode: str = DUEL.id) -> dict[str, Any]:
    """The beginning of a game between ``heroes`` in ``mode``."""
    players = [{"hero": hero} for hero in heroes]
    return {"game": GAME, "players": players, **named(mode), "turn": "1", "start": "setup"}


def named(mode: str) -> dict[str, str]:
    """What a ``Setup`` says of ``mode``: nothing of the usual one."""
    return {} if mode == DUEL.id else {"mode": mode}


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
