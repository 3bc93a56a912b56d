"""How a play stands: what players would read off their dials, boards, hands and dice."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_throne.duel_state import HAND, SEATS, Duel
from dicelaw.model.dice_throne.tables import TableContent
from dicelaw.model.kernel.state import State
from dicelaw.oracle.dice_masters import standing as dice_masters
from dicelaw.oracle.games import KEPT
from dicelaw.oracle.session import Session


def standing(session: Session, state: State | None = None) -> dict[str, Any]:
    """The timing point, each player's counts, and who has won where the game is over."""
    now = session.state if state is None else state
    opened = session.game
    if isinstance(opened, TableMachine):
        return dice_masters.standing(opened, session.reader, now)
    machine = session.machine
    point = machine.point_of(now)
    found: dict[str, Any] = {
        "at": point.id,
        "players": [_player(session, now, seat) for seat in range(SEATS)],
    }
    if point.kind.value == "final":
        alive = [player["hero"] for player in found["players"] if player["health"]]
        found["winner"] = alive[0] if len(alive) == 1 else "nobody: a draw"
    return found


@lru_cache(maxsize=KEPT)
def _places(d: Duel, seat: int) -> tuple[dict[str, int], dict[str, int]]:
    """Where a state has what is read off for ``seat``: by name, and its tokens by status effect."""
    arrays = {
        "health": d.health, "cp": d.cp, "hand": d.hand, "deck": d.library, "discard": d.pile,
        "has_companion": d.has_companion, "companion": d.companion, "companion_active": d.companion_up,
    }  # fmt: skip
    tokens = d.tokens[seat * d.kinds : (seat + 1) * d.kinds]
    kinds = zip(d.statuses[1:], tokens, strict=True)
    return (
        {name: array[seat].args[0] for name, array in arrays.items()},
        {status.id: cell.args[0] for status, cell in kinds},
    )


def _player(session: Session, state: State, seat: int) -> dict[str, Any]:
    places, tokens = _places(session.opened.duel, seat)
    row: dict[str, Any] = {
        "seat": seat + 1,
        "hero": session.machine.seats[seat],
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


def hand(session: Session, seat: int) -> list[str]:
    """The cards in the hand of ``seat``."""
    if isinstance(session.game, TableMachine):
        return []
    d, content = session.opened.duel, session.opened.content
    if d.zone is None or not isinstance(content, TableContent):
        return []
    cells = [d.zone[seat * d.deck + place] for place in range(d.deck)]
    names = content.card_names(seat)
    return [name for name, cell in zip(names, cells, strict=True) if session.state[cell.args[0]] == HAND]


def lines(found: dict[str, Any]) -> list[str]:
    """``found`` in words, a line a player."""
    if "turn" in found:
        return dice_masters.lines(found)
    rows = []
    for player in found["players"]:
        parts = [f"{player['health']} health", f"{player['cp']} CP", f"{player['hand']} in hand"]
        parts += [f"{name} {count}" for name, count in player["tokens"].items()]
        if "companion" in player:
            parts.append(f"companion {player['companion']}" + " (down)" * (not player["companion_active"]))
        rows.append(f"{player['seat']} {player['hero']}: {', '.join(parts)}")
    if "winner" in found:
        rows.append(f"the game is over; winner: {found['winner']}")
    return rows
