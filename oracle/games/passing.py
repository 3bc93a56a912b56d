"""Who may act at a timing point once those before have passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.model.kernel.state import State

if TYPE_CHECKING:
    from dicelaw.oracle.games.session import Session


def as_they_pass(session: Session) -> list[tuple[State, tuple[int, ...]]]:
    """The states of the present timing point as one seat after another passes, each with those that have.

    The first is the present state, in which nobody has.
    """
    reader, state, here = session.reader, session.state, session.at
    passed: tuple[int, ...] = ()
    found: dict[State, tuple[int, ...]] = {}
    while state not in found and session.machine.point_of(state).id == here:
        found[state] = passed
        passing = next((move for move in reader.enabled(state) if _gives_way(session, move)), None)
        if passing is None:
            break
        actor = reader.actor(state, passing)
        if isinstance(actor, int):
            passed = (*passed, actor)
        state = reader.step(state, passing)
    return [*found.items()]


def _gives_way(session: Session, move: Move) -> bool:
    """Whether ``move`` leaves it to another seat to act at this timing point."""
    transition = session.transition(move)
    passes = session.is_pass(move) or transition.actor is Agent.RULES
    return passes and transition.target == transition.source
