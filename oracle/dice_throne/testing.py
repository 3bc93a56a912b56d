"""What the conformance harness has to know of a duel: what is used, where values are, and positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Any

from dicelaw.model.dice_throne.state.duel_state import DISCARD, HAND, SLOTS
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.kernel.concrete import Move
from dicelaw.oracle.dice_throne.opening import EDITIONS, duel_of, pack_of
from dicelaw.oracle.dice_throne.scenario import STARTS
from dicelaw.oracle.dice_throne.standing import standing
from dicelaw.oracle.games.session import Session

_ARRAYS = {"health": "health", "cp": "cp", "hand": "hand", "deck": "library", "discard": "pile",
           "companion": "companion", "companion_active": "companion_up"}  # fmt: skip


def used(session: Session, move: Move) -> str | None:
    """The card, token, board action or ability that ``move`` is about, if it is about one."""
    transition, content = session.transition(move), duel_of(session).content
    assert isinstance(content, TableContent)
    for choice, value in zip(transition.choices, move[1:], strict=True):
        if choice.name == "action":
            return content.action_names()[value]
        if choice.name == "ability":
            return content.ability_names(transition.id.startswith("defense/"))[value]
        if choice.name == "card" and transition.by_seat:
            return content.card_names(session.seat_of(move))[value]
    return None


def own_rules(session: Session, move: Move) -> Iterator[str]:
    """The rules that the action of ``move`` carries by itself."""
    action = used(session, move)
    for status in pack_of(EDITIONS[0]).statuses[1:]:
        for use in status.spend:
            if use.id == action:
                yield from (*use.rules, *status.rules)


def places(session: Session, subject: str, seat: int, things: Set[str]) -> set[int]:
    """The slots of the value ``subject`` of the player in ``seat``, or of the tokens ``things``."""
    if subject != "tokens":
        return {session.machine.slot_index[f"{_ARRAYS[subject]}[{seat}]"]}
    d = duel_of(session).duel
    kinds = [kind for kind, status in enumerate(d.statuses) if kind and status.id in things]
    return {d.tokens[(seat - 1) * d.kinds + kind - 1].place for kind in kinds}


def setup_here(session: Session, setup: Mapping[str, Any]) -> dict[str, Any] | None:
    """The setup of the present position, if one can begin here; what a setup cannot say is left out.

    ``setup`` is the one that the play began in.
    """
    if session.at not in STARTS:
        return None
    rows = zip(setup["players"], standing(duel_of(session), session.state)["players"], strict=True)
    players = [_player(session, seat, before["hero"], row) for seat, (before, row) in enumerate(rows)]
    turn = str(session.machine.value(session.state, "turn") + 1)
    return {**setup, "players": players, "turn": turn, "start": session.at}


def _player(session: Session, seat: int, hero: str, row: Mapping[str, Any]) -> dict[str, Any]:
    d, content = duel_of(session).duel, duel_of(session).content
    assert d.zone is not None
    assert isinstance(content, TableContent)
    cells = [d.zone[seat * d.deck + place] for place in range(d.deck)]
    zones = list(zip(content.card_names(seat), (session.state[cell.place] for cell in cells), strict=True))
    slots = content.heroes[seat].slots
    levels = {slot: session.state[d.level[seat * SLOTS + at].place] for at, slot in enumerate(slots)}
    found = {
        "hero": hero,
        "health": row["health"],
        "cp": row["cp"],
        "tokens": row["tokens"],
        "hand": [name for name, zone in zones if zone == HAND],
        "discard": [name for name, zone in zones if zone == DISCARD],
        "board": {slot: level for slot, level in levels.items() if level > 1},
    }
    kept = {name: row[name] for name in ("companion", "companion_active") if name in row}
    return {**found, **kept}
