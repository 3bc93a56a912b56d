"""A question about a position that was answered, as a document: the play, its rules, and who can force it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from dicelaw.model.kernel.concrete import Move
from dicelaw.oracle.answers.narration import told
from dicelaw.oracle.answers.question import Answer
from dicelaw.oracle.games.session import Session

NOBODY = "nobody decides"


def reported(
    session: Session, answer: Answer, goal: str, points: Sequence[str], nevers: Sequence[str]
) -> dict[str, Any]:
    """``answer`` to the question in words about ``session``, which then stands where its play ends."""
    return {
        "goal": goal,
        "until": list(points),
        "never": list(nevers),
        "possible": answer.possible,
        "states": answer.states,
        "passed": answer.passed,
        "complete": answer.complete,
        "wished": answer.wished,
        **retold(session, answer.play),
        "shortest": answer.shortest,
        "forces": forces_of(session, answer),
    }


def forces_of(session: Session, answer: Answer) -> dict[str, dict[str, str]]:
    """By each seat the least and the most that it can do for the goal."""
    return {
        _who(session, seat): {"least": least.value, "most": most.value}
        for seat, (least, most) in answer.forces.items()
    }


def retold(session: Session, play: Sequence[Move] | None) -> dict[str, Any]:
    """``play`` from where ``session`` stands, which then stands where it ends: decisions, told, its rules."""
    begun, rules = len(session.events), set[str]()
    for move in play or ():
        rules.update(session.reader.decisive(session.state, move))
        session.apply(move)
    return {
        "play": None if play is None else [asdict(session.reader.decision(move)) for move in play],
        "told": list(told(session, session.events[begun:])),
        "rules": sorted(rules),
    }


def _who(session: Session, seat: int | None) -> str:
    return NOBODY if seat is None else session.machine.seats[seat]
