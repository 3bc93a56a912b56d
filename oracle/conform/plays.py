"""Plays of the oracle: from a setup and decisions to a case, and back to the state behind any step of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dicelaw.model.content.document import Document
from dicelaw.model.foreign.shown import quoted
from dicelaw.model.kernel.concrete import Illegal, Move
from dicelaw.oracle.conform.cases import Case, Sight
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.codec import decision, expected, move_of
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.scenario_runner import settle
from dicelaw.oracle.games.session import Session

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
    return open_scenario(loaded(Document("setup", dict(setup)), setup["game"]))


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
            raise UserError(f"{quoted(made['text'])}: {refused}") from None
        settle(session)
    return Moment(session, since)


def built(
    id: str, setup: Mapping[str, Any], decisions: Iterable[Mapping[str, Any]], last: Iterable[Any] = (),
    seen: Callable[[Session], dict[str, Any]] = expected,
) -> Case | None:  # fmt: skip
    """The case in which ``decisions`` are made from ``setup``, as the oracle has it; None where it can't be.

    Where one is not legal at once, those who may pass do so before it. After the last, the decisions in
    ``last`` must be refused; where one of them is legal, there is no such case. ``seen`` says what must be
    seen at each moment.
    """
    try:
        session = open_setup(setup)
    except UserError:
        return None
    settle(session)
    sights, made = [seen(session)], []
    for wanted in decisions:
        for _ in range(MOST_PASSES):
            move = legal_move(session, wanted)
            passing = move is None
            move = move or legal_move(session, PASS)
            if move is None:
                return None
            made.append(decision(session, move))
            session.apply(move)
            settle(session)
            sights.append(seen(session))
            if not passing:
                break
        else:
            return None
    illegal = [dict(one) for one in last]
    if illegal:
        if not sights[-1].get("legal") or any(legal_move(session, one) is not None for one in illegal):
            return None
        sights[-1]["illegal"] = illegal
    steps = tuple((one, Sight(sight)) for one, sight in zip(made, sights[1:], strict=True))
    return Case(id, (), "", setup, Sight(sights[0]), steps)


def legal_move(session: Session, wanted: Mapping[str, Any]) -> Move | None:
    """The legal move that is ``wanted`` now, if there is one; any pass for :data:`PASS`."""
    if wanted is PASS:
        return next((one for one in session.legal() if session.is_pass(one)), None)
    if wanted["transition"] not in session.machine.transition_index:
        return None
    try:
        move = move_of(session, wanted["transition"], wanted["choices"])
    except UserError:
        return None
    return move if move in session.legal() else None


def told(case: Case) -> Sequence[str]:
    """What is done in ``case``, a line a step."""
    return [f"{one['actor']}: {one['text']}  [{one['transition']}]" for one in case.decisions]
