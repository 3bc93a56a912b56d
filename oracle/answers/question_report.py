"""A question about a position that was answered, as a document: the play, its rules, and who can force it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from dicelaw.oracle.answers.narration import told
from dicelaw.oracle.answers.question import Answer
from dicelaw.oracle.games.session import Session

NOBODY = "nobody decides"


def reported(
    session: Session, answer: Answer, goal: str, points: Sequence[str], nevers: Sequence[str]
) -> dict[str, Any]:
    """``answer`` to the question in words about ``session``, which then stands where its play ends."""
    begun, rules = len(session.events), list[str]()
    for move in answer.play or ():
        rules += session.reader.decisive(session.state, move)
        session.apply(move)
    steps = session.events[begun:]
    played = None if answer.play is None else [asdict(session.reader.decision(one)) for one in answer.play]
    return {
        "goal": goal,
        "until": list(points),
        "never": list(nevers),
        "possible": answer.possible,
        "states": answer.states,
        "passed": answer.passed,
        "complete": answer.complete,
        "wished": answer.wished,
        "play": played,
        "shortest": answer.shortest,
        "told": list(told(session, steps)),
        "rules": sorted(set(rules)),
        "forces": {
            _who(session, seat): {"least": least.value, "most": most.value}
            for seat, (least, most) in answer.forces.items()
        },
    }


def _who(session: Session, seat: int | None) -> str:
    return NOBODY if seat is None else session.machine.seats[seat]
