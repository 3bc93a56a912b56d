"""What was written in version 1 of the formats, in the form of today: seats are text, winners are listed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

OLDER = 1
"""The version that is still read."""
SEATS = ("seat", "turn", "first")
"""The fields that had the number of a seat."""
ALL = "the heroes"
"""What all players together were called where they had won."""


def standing_of_1(found: Mapping[str, Any]) -> dict[str, Any]:
    """A ``Standing`` or an ``Observation``."""
    made = _with_seats(found)
    if isinstance(players := made.get("players"), list):
        made["players"] = players = [_with_seats(one) if isinstance(one, dict) else one for one in players]
    if isinstance(winner := made.pop("winner", None), str):
        made["winners"] = [one["seat"] for one in players or () if _has_won(one, winner)]
    return made


def setup_of_1(found: Mapping[str, Any]) -> dict[str, Any]:
    """A ``Setup`` of any game."""
    return _with_seats(found)


def vector_of_1(found: Any) -> Any:
    """A ``Vector`` or a ``DamageCase``; what has not their shape stays as it is, for whoever checks that."""
    if not isinstance(found, dict):
        return found
    made = {**found, "format": OLDER + 1}
    if isinstance(setup := found.get("setup"), dict):
        made["setup"] = setup_of_1(setup)
    if "begin" in found:
        made["begin"] = _expected(found["begin"])
    for name in ("steps", "accepts"):
        if isinstance(rows := found.get(name), list):
            made[name] = [_row(row) for row in rows]
    return made


def _row(found: Any) -> Any:
    """A ``VectorStep`` or an ``Alternative``."""
    if not isinstance(found, dict):
        return found
    made = {**found, "expect": _expected(found["expect"])} if "expect" in found else {**found}
    if isinstance(steps := found.get("steps"), list):
        made["steps"] = [_row(one) for one in steps]
    return made


def _expected(found: Any) -> Any:
    seen = found.get("observation") if isinstance(found, dict) else None
    return {**found, "observation": standing_of_1(seen)} if isinstance(seen, dict) else found


def _with_seats(found: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: str(value) if name in SEATS and type(value) is int else value for name, value in found.items()
    }


def _has_won(player: Any, winner: str) -> bool:
    """Whether ``player`` is among those whom ``winner`` names, as heroes or by their seats."""
    seat, hero = (player.get("seat"), player.get("hero")) if isinstance(player, dict) else (None, None)
    return winner == ALL or any(one in winner.split(" and ") for one in (hero, f"player {seat}"))
