"""How a play stands: what players would read off their dials, boards, hands and dice."""

from __future__ import annotations

from typing import Any

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_throne.duel_state import HAND, SEATS
from dicelaw.model.dice_throne.tables import TableContent
from dicelaw.model.kernel.state import State
from dicelaw.oracle.dice_masters import standing as dice_masters
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


def _player(session: Session, state: State, seat: int) -> dict[str, Any]:
    d = session.opened.duel

    def worth(place: Any) -> int:
        return int(state[place.args[0]])

    tokens = {
        status.id: worth(d.tokens[seat * d.kinds + kind])
        for kind, status in enumerate(d.statuses[1:])
        if worth(d.tokens[seat * d.kinds + kind])
    }
    row: dict[str, Any] = {
        "seat": seat + 1,
        "hero": session.machine.seats[seat],
        "health": worth(d.health[seat]),
        "cp": worth(d.cp[seat]),
        "tokens": tokens,
        "hand": worth(d.hand[seat]),
        "deck": worth(d.library[seat]),
        "discard": worth(d.pile[seat]),
    }
    if worth(d.has_companion[seat]):
        row["companion"] = worth(d.companion[seat])
        row["companion_active"] = bool(worth(d.companion_up[seat]))
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
