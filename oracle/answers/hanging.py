"""Whether an answer hangs on a reading: what it is under the other answers to the points that are near.

A point is near where a rule that it is about made a difference in the play, or stands in the way of what is
asked. Only such are played again, so that the question costs little.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dicelaw.model.kernel.concrete import Concrete
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.games.games import open_points

if TYPE_CHECKING:
    from dicelaw.oracle.games.own_content import OwnContent
    from dicelaw.oracle.games.ports import Position
    from dicelaw.oracle.games.session import Session

Answer = Any
"""What comes out, as plain values that can be compared."""


@dataclass(frozen=True)
class Hanging:
    """An open point on which an answer hangs: what it asks, and the answer under each reading of it.

    ``followed`` is the reading under which the answer was given.
    """

    point: str
    asks: str
    followed: str
    answers: Mapping[str, Answer]

    def as_json(self) -> dict[str, Any]:
        """This as plain values."""
        return {"point": self.point, "asks": self.asks, "followed": self.followed, "answers": self.answers}


def hanging(
    scenario: Position,
    readings: Mapping[str, str],
    content: OwnContent | None,
    session: Session,
    ask: Callable[[Session], Answer],
    further: Iterable[str] = (),
) -> list[Hanging]:
    """The open points on which the answer to ``scenario`` hangs, other than those that ``readings`` decide.

    ``session`` is the play as it was answered; ``ask`` plays ``scenario`` in a session and says what comes of
    it. ``further`` has rules that are near besides those that made a difference in the play.
    """
    near = {*further, *_decisive(session)}
    usual: list[Answer] = []
    decided = {*readings, *scenario.readings}
    found = []
    for point in open_points(session.name):
        asked = point.id in session.machine.readings and point.id not in decided
        if not asked or not near & {*point.statements}:
            continue
        followed = session.machine.readings.get(point.id, point.default)
        answers = {}
        for answer in point.answers:
            if answer == followed and usual:
                answers[answer] = usual[0]
                continue
            answers[answer] = _asked(scenario, {**readings, point.id: answer}, content, session, ask)
            usual += [answers[answer]] * (answer == followed)
        if any(answer != answers[followed] for answer in answers.values()):
            found.append(Hanging(point.id, point.asks, followed, answers))
    return found


def _decisive(session: Session) -> Collection[str]:
    return {rule for step in session.events for rule in session.reader.decisive(step.before, step.move)}


def _asked(
    scenario: Position,
    readings: Mapping[str, str],
    content: OwnContent | None,
    session: Session,
    ask: Callable[[Session], Answer],
) -> Answer:
    """What comes of ``scenario`` under ``readings``: the answer, or why there is none.

    What does not differ from ``session`` is not compiled anew.
    """
    try:
        other = open_scenario(scenario, readings, content)
        if other.machine is not session.machine:
            other.reader = Concrete(other.machine, session.reader)
        return ask(other)
    except UserError as refused:
        return refused.lines[0]
