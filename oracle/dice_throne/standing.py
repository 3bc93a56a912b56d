"""How a duel stands: what players would read off their dials, boards and hands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.kernel.state import State
from dicelaw.oracle.games.games import KEPT


def standing(opened: DuelMachine, state: State) -> dict[str, Any]:
    """The timing point, each player's counts, and who has won where the game is over."""
    point = opened.machine.point_of(state)
    found: dict[str, Any] = {
        "at": point.id,
        "players": [_player(opened, state, seat) for seat in opened.machine.seats.numbers],
    }
    if point.kind.value == "final":
        found["winners"] = [player["seat"] for player in found["players"] if player["health"]]
    return found


def lines(found: Mapping[str, Any]) -> list[str]:
    """``found`` in words, a line a player."""
    rows = []
    for player in found["players"]:
        parts = [f"{player['health']} health", f"{player['cp']} CP", f"{player['hand']} in hand"]
        parts += [f"{name} {count}" for name, count in player["tokens"].items()]
        if "companion" in player:
            parts.append(f"companion {player['companion']}" + " (down)" * (not player["companion_active"]))
        rows.append(f"{player['seat']} {player['hero']}: {', '.join(parts)}")
    if "winners" in found:
        won = [player["hero"] for player in found["players"] if player["seat"] in found["winners"]]
        rows.append(f"the game is over; winner: {' and '.join(won) or 'nobody: a draw'}")
    return rows


@lru_cache(maxsize=KEPT)
def _places(d: Duel, seat: int) -> tuple[dict[str, int], dict[str, int]]:
    """Where a state has what is read off for ``seat``: by name, and its tokens by status effect."""
    arrays = {
        "cp": d.cp, "hand": d.hand, "deck": d.library, "discard": d.pile,
        "has_companion": d.has_companion, "companion": d.companion, "companion_active": d.companion_up,
    }  # fmt: skip
    tokens = d.tokens[seat * d.kinds : (seat + 1) * d.kinds]
    kinds = zip(d.statuses[1:], tokens, strict=True)
    places = {name: array[seat].place for name, array in arrays.items()}
    return (
        {"health": d.health[d.seats.side(seat)].place, **places},
        {status.id: cell.place for status, cell in kinds},
    )


def _player(opened: DuelMachine, state: State, seat: int) -> dict[str, Any]:
    places, tokens = _places(opened.duel, seat)
    row: dict[str, Any] = {
        "seat": str(seat + 1),
        "hero": opened.machine.seats[seat],
        "health": state[places["health"]],
        "cp": state[places["cp"]],
        "tokens": {status: state[place] for status, place in tokens.items() if state[place]},
        "hand": state[places["hand"]],
        "deck": state[places["deck"]],
        "discard": state[places["discard"]],
    }
    if state[places["has_companion"]]:
        row["companion"] = state[places["companion"]]
        row["companion_active"] = bool(state[places["companion_active"]])
    return row
