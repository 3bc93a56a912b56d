"""Whether an answer hangs on a reading: what it is under each of the other answers to open points.

Only answers under which the rules differ where play came by are played again, so that the question costs
little. A refusal may come from elsewhere: one by a rule that an open point is about is asked again, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.likeness import ByNames, differ_in
from dicelaw.model.kernel.watched import Watched
from dicelaw.model.open_points import OpenPoint
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.games.games import open_points
from dicelaw.oracle.games.observation import standing

if TYPE_CHECKING:
    from dicelaw.oracle.answers.kept_readings import KeptReadings
    from dicelaw.oracle.games.own_content import OwnContent
    from dicelaw.oracle.games.ports import Position
    from dicelaw.oracle.games.session import Session

Answer = Any
"""What comes out, as plain values that can be compared."""


@dataclass(frozen=True)
class Hanging:
    """An open point on which an answer hangs: what it asks, and the answer under each reading of it.

    ``followed`` is the reading under which the answer was given. ``stands`` has the timing point at which
    play then stands under each reading under which that is another one.
    """

    point: str
    asks: str
    followed: str
    answers: Mapping[str, Answer]
    stands: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """This as plain values."""
        return {
            "point": self.point, "asks": self.asks, "followed": self.followed,
            "answers": self.answers, "stands": self.stands,
        }  # fmt: skip

    def which(self, answer: str) -> str:
        """``answer``, whether it is the one followed, and where play stands if that is elsewhere."""
        at = f" (play then stands at {self.stands[answer]})" if answer in self.stands else ""
        return f"{answer}{' (as here)' * (answer == self.followed)}{at}"


@dataclass(frozen=True)
class Beginning:
    """Where play began: ``opened`` opens it by other readings, and the points ``decided`` have theirs."""

    opened: Callable[[Mapping[str, str]], Session]
    decided: Collection[str]


def beginning(
    scenario: Position,
    readings: Mapping[str, str],
    content: OwnContent | None = None,
    *,
    any_hands: bool = False,
) -> Beginning:
    """Where ``scenario`` begins by ``readings``. Hands may be left open where ``any_hands`` are meant."""
    opening = partial(open_scenario, scenario, content=content, any_hands=any_hands)
    return Beginning(lambda other: opening({**readings, **other}), {*readings, *scenario.readings})


class Others:
    """The sessions that begin as ``session`` did, by other readings than it follows.

    What its ``reader`` has compiled serves the others where they are alike; of the rest ``known`` has the
    code, where that is kept.
    """

    def __init__(
        self, begun: Beginning, session: Session, reader: Concrete, known: KeptReadings | None = None
    ) -> None:
        self.plain = reader.plain if isinstance(reader, Watched) else reader
        self.structures = ByNames()
        self._session, self._begun, self._known = session, begun, known
        self._readers = {self.plain.machine: self.plain}

    def points(self) -> Iterator[tuple[OpenPoint, str]]:
        """The open points of the machine that nothing decides, each with the answer that it follows."""
        decided, followed = self._begun.decided, self._session.machine.readings
        for point in open_points(self._session.name):
            if point.id in followed and point.id not in decided:
                yield point, followed[point.id]

    def opened(self, point: OpenPoint, answer: str) -> Session:
        """A session at the beginning in which ``point`` has this ``answer``."""
        other = self._begun.opened({point.id: answer})
        if other.machine not in self._readers:
            code = None if self._known is None else self._known.code_of(other.machine)
            self._readers[other.machine] = Concrete(other.machine, self.plain, code)
        other.reader = self._readers[other.machine]
        return other


def hanging(
    begun: Beginning,
    session: Session,
    ask: Callable[[Session], Answer],
    usual: Answer,
    refused_by: Collection[str] = (),
    known: KeptReadings | None = None,
) -> list[Hanging]:
    """The open points on which the answer hangs, other than those that are decided as play has ``begun``.

    ``session`` is the play as it was answered, of which a reader that is :class:`Watched` knows all that was
    asked: where another machine says the same of that, ``ask`` is not asked again. ``ask`` plays on
    in a session that has just begun, and says what comes of it, as ``usual`` here. ``refused_by`` has the
    rules that stand in the way of what is asked. ``known`` is what was kept of the machine under others.
    """
    others = Others(begun, session, session.reader, known)
    reader, plain, structures = session.reader, others.plain, others.structures
    offered, tried, here = plain.offered, plain.tried, standing(session)
    found = []

    def differs(point: OpenPoint, answer: str) -> bool:
        under = None if known is None else known.under(point, answer, plain, others)
        alike = None if under is None else under.alike(reader, offered, tried)
        if alike is not None:
            return not alike
        other = others.opened(point, answer)
        if other.machine.slots == plain.machine.slots and standing(other, session.state) != here:
            return True
        if not differ_in(offered, tried, session.machine, other.machine, structures):
            return False
        if not isinstance(reader, Watched) or other.start != session.start:
            return True
        return not reader.agrees(other.reader, structures)

    def asked(point: OpenPoint, answer: str) -> tuple[Answer, str]:
        other = others.opened(point, answer)
        try:
            return ask(other), other.at
        except UserError as refused:
            return refused.lines[0], session.at

    for point, followed in others.points():
        near = not {*refused_by}.isdisjoint(point.statements)
        if not (near or any(differs(point, answer) for answer in point.answers if answer != followed)):
            continue
        answers, stands = {}, {}
        for answer in point.answers:
            answers[answer], at = (usual, session.at) if answer == followed else asked(point, answer)
            if at != session.at:
                stands[answer] = at
        if any(answer != answers[followed] for answer in answers.values()):
            found.append(Hanging(point.id, point.asks, followed, answers, stands))
    return found
