"""What a situation comes to, as plain values: how it begins, each step with its arithmetic, the results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicelaw.oracle.answers.odds import Result
from dicelaw.oracle.answers.odds import as_json as results_as_json
from dicelaw.oracle.files.trace import step_of
from dicelaw.oracle.games.departures import departures
from dicelaw.oracle.games.observation import standing
from dicelaw.oracle.games.ports import port
from dicelaw.oracle.games.session import Session


def as_json(session: Session, found: Sequence[Result], determined: bool) -> dict[str, Any]:
    """The steps of ``session`` and the results ``found``; where all is ``determined``, how it stands now."""
    steps = []
    for number, step in enumerate(session.events, 1):
        row: dict[str, Any] = {**step_of(session, number, step), "says": session.sentence(step)}
        row["decided_by"] = session.reader.decisive(step.before, step.move)
        accounts = port(session.name).accounts(session, step)
        if accounts is not None:
            row["damage"] = [account.model_dump() for account in accounts]
        steps.append(row)
    answer: dict[str, Any] = {"start": standing(session, session.start), "steps": steps}
    answer["results"] = comes_to(session, found, determined)
    answer["not_as_printed"] = departures(session)
    return answer


def comes_to(session: Session, found: Sequence[Result], determined: bool) -> list[dict[str, Any]]:
    """The results ``found``; where all is ``determined``, how ``session`` stands now."""
    if determined:
        return [{"choices": [], "chance": "1", "standing": standing(session)}]
    return results_as_json(found)
