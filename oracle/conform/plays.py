"""Plays of the oracle: from a setup and decisions to a case, and back to the state behind any step of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dicelaw.model.content.document import Document
from dicelaw.model.dice_throne.duel_state import DISCARD, HAND, SLOTS
from dicelaw.model.dice_throne.tables import TableContent
from dicelaw.model.kernel.concrete import Illegal, Move
from dicelaw.oracle.conform.cases import Case, Sight
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.position import open_scenario
from dicelaw.oracle.scenario import STARTS, of_document
from dicelaw.oracle.session import Session
from dicelaw.oracle.standing import standing
from dicelaw.oracle.walk import settle
from dicelaw.oracle.wire import decision, expected, move_of

PASS: Mapping[str, Any] = {"transition": "pass", "choices": {}}
"""Whatever pass can be made."""
MOST_PASSES = 12
"""More passes than there are between two decisions of one phase."""


@dataclass(frozen=True)
class Moment:
    """The oracle at some step of a case; ``since`` counts its events before the last decision."""

    session: Session
    since: int


def open_setup(setup: Mapping[str, Any]) -> Session:
    """A session in the position ``setup``. Raises UserError where it cannot be set up."""
    return open_scenario(of_document(Document("setup", dict(setup)), setup["game"]))


def replayed(case: Case, steps: int) -> Moment:
    """The oracle after so many ``steps`` of ``case``. Raises UserError where one is not legal."""
    session, since = open_setup(case.setup), 0
    settle(session)
    for made in case.decisions[:steps]:
        since = len(session.events)
        move = move_of(session, made["transition"], made["choices"])
        try:
            session.apply(move)
        except Illegal as refused:
            raise UserError(f"{made['text']!r}: {refused}") from None
        settle(session)
    return Moment(session, since)


def built(
    id: str, setup: Mapping[str, Any], decisions: Iterable[Mapping[str, Any]], last: Iterable[Any] = ()
) -> Case | None:
    """The case in which ``decisions`` are made from ``setup``, as the oracle has it; None where it can't be.

    Where one is not legal at once, those who may pass do so before it. After the last, the decisions in
    ``last`` must be refused; where one of them is legal, there is no such case.
    """
    try:
        session = open_setup(setup)
    except UserError:
        return None
    settle(session)
    sights, made = [expected(session)], []
    for wanted in decisions:
        for _ in range(MOST_PASSES):
            move = _legal_move(session, wanted)
            passing = move is None
            move = move or _legal_move(session, PASS)
            if move is None:
                return None
            made.append(decision(session, move))
            session.apply(move)
            settle(session)
            sights.append(expected(session))
            if not passing:
                break
        else:
            return None
    illegal = [dict(one) for one in last]
    if illegal:
        if not sights[-1].get("legal") or any(_legal_move(session, one) is not None for one in illegal):
            return None
        sights[-1]["illegal"] = illegal
    steps = tuple((one, Sight(sight)) for one, sight in zip(made, sights[1:], strict=True))
    return Case(id, (), "", setup, Sight(sights[0]), steps)


def _legal_move(session: Session, wanted: Mapping[str, Any]) -> Move | None:
    if wanted is PASS:
        return next((one for one in session.legal() if session.is_pass(one)), None)
    if wanted["transition"] not in session.machine.transition_index:
        return None
    try:
        move = move_of(session, wanted["transition"], wanted["choices"])
    except UserError:
        return None
    return move if move in session.legal() else None


def setup_of(session: Session, setup: Mapping[str, Any]) -> dict[str, Any] | None:
    """The setup of the present position, if one can begin here; what a setup cannot say is left out.

    ``setup`` is the one that the play began in.
    """
    if session.at not in STARTS:
        return None
    rows = zip(setup["players"], standing(session)["players"], strict=True)
    players = [_player(session, seat, before["hero"], row) for seat, (before, row) in enumerate(rows)]
    turn = session.machine.value(session.state, "turn") + 1
    return {**setup, "players": players, "turn": turn, "start": session.at}


def _player(session: Session, seat: int, hero: str, row: Mapping[str, Any]) -> dict[str, Any]:
    d, content = session.opened.duel, session.opened.content
    assert d.zone is not None
    assert isinstance(content, TableContent)
    cells = [d.zone[seat * d.deck + place] for place in range(d.deck)]
    zones = list(zip(content.card_names(seat), (session.state[cell.args[0]] for cell in cells), strict=True))
    slots = content.heroes[seat].slots
    levels = {slot: session.state[d.level[seat * SLOTS + at].args[0]] for at, slot in enumerate(slots)}
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


def told(case: Case) -> Sequence[str]:
    """What is done in ``case``, a line a step."""
    return [f"{one['actor']}: {one['text']}  [{one['transition']}]" for one in case.decisions]
