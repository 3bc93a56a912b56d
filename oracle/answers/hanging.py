"""Whether an answer hangs on a reading: what it is under each of the other answers to open points.

Only answers under which the rules differ where play came by are played again, so that the question costs
little. A refusal may come from elsewhere: one by a rule that an open point is about is asked again, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.likeness import ByNames, differ_in
from dicelaw.model.kernel.watched import Watched
from dicelaw.model.open_points import OpenPoint
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
    refused_by: Collection[str] = (),
) -> list[Hanging]:
    """The open points on which the answer to ``scenario`` hangs, other than those that ``readings`` decide.

    ``session`` is the play as it was answered, of which a reader that is :class:`Watched` knows all that was
    asked: where another machine says the same of that, ``ask`` is not asked again. ``ask`` plays
    ``scenario`` in a session and says what comes of it. ``refused_by`` has the rules that stand in the way of
    what is asked.
    """
    decided, structures = {*readings, *scenario.readings}, ByNames()
    reader = session.reader
    plain = reader.plain if isinstance(reader, Watched) else reader
    offered, tried = plain.offered, plain.tried
    usual: list[Answer] = []
    found = []

    def differs(point: OpenPoint, answer: str) -> bool:
        other = open_scenario(scenario, {**readings, point.id: answer}, content)
        if not differ_in(offered, tried, session.machine, other.machine, structures):
            return False
        if not isinstance(reader, Watched) or other.start != session.start:
            return True
        return not reader.agrees(Concrete(other.machine, plain), structures)

    for point in open_points(session.name):
        if point.id not in session.machine.readings or point.id in decided:
            continue
        followed = session.machine.readings.get(point.id, point.default)
        others = [answer for answer in point.answers if answer != followed]
        near = not {*refused_by}.isdisjoint(point.statements)
        if not (near or any(differs(point, answer) for answer in others)):
            continue
        answers = {}
        for answer in point.answers:
            if answer == followed and usual:
                answers[answer] = usual[0]
                continue
            answers[answer] = _asked(scenario, {**readings, point.id: answer}, content, plain, ask)
            usual += [answers[answer]] * (answer == followed)
        if any(answer != answers[followed] for answer in answers.values()):
            found.append(Hanging(point.id, point.asks, followed, answers))
    return found


def _asked(
    scenario: Position,
    readings: Mapping[str, str],
    content: OwnContent | None,
    reader: Concrete,
    ask: Callable[[Session], Answer],
) -> Answer:
    """What comes of ``scenario`` under ``readings``: the answer, or why there is none.

    What does not differ from what ``reader`` reads is not compiled anew.
    """
    try:
        other = open_scenario(scenario, readings, content)
        if other.machine is not reader.machine:
            other.reader = Concrete(other.machine, reader)
        return ask(other)
    except UserError as refused:
        return refused.lines[0]
