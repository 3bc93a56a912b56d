"""Plays whose result hangs on a reading: what is decided and rolled comes to something else under another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from dicelaw.model.kernel.likeness import ByNames
from dicelaw.model.kernel.watched import Watched
from dicelaw.model.open_points import OpenPoint
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files import scenario_runner as walk
from dicelaw.oracle.fuzz.arena import Arena
from dicelaw.oracle.fuzz.differing import alike
from dicelaw.oracle.fuzz.faults import READING, Fault
from dicelaw.oracle.fuzz.trail import Recorder, Trail, played
from dicelaw.oracle.games.games import open_points
from dicelaw.oracle.games.observation import standing
from dicelaw.oracle.games.session import Session
from dicelaw.specs.property import Property

MOST = 12
"""How many claims are made of one open point at the most."""


class Readings:
    """Asks of plays in ``arena`` what they come to under other readings than the usual ones."""

    def __init__(self, arena: Arena, recorder: Recorder) -> None:
        self.arena, self.recorder = arena, recorder
        self._points = {
            one.id: one for one in open_points(arena.machine.name) if one.id in arena.machine.readings
        }
        self._claimed: dict[str, Sequence[Property]] = {}
        self._others: dict[tuple[str, str], tuple[Arena, Recorder]] = {}

    def near(self, setup: Mapping[str, Any], trail: Trail, met: Set[str] = frozenset()) -> list[str]:
        """The open points under another answer to which the rules say anything else of a play.

        That is of ``trail``, which begins in ``setup``, and of how its last phase ends. Those that were
        ``met`` are not asked for.
        """
        watched = Watched(self.recorder.reader)
        for before, move, _ in trail.steps:
            watched.enabled(before)
            watched.step(before, move)
        session = self.arena.session(trail.end)
        session.reader = watched
        usual = _comes_to(session)
        start, structures = self.arena.state(setup), ByNames()

        def differs(other: Arena, recorder: Recorder) -> bool:
            return (
                not watched.agrees(recorder.reader, structures)
                or other.state(setup) != start
                or standing(other.session(session.state)) != usual
            )

        return [
            id
            for id, point in self._points.items()
            if id not in met and any(differs(*under) for under in self._under(point))
        ]

    def claims(self, met: Set[str] = frozenset()) -> list[Property]:
        """That no step goes otherwise under another answer to an open point, but for those that were ``met``.

        Each is called as what hangs on the point. Nothing is claimed of one by which many transitions differ:
        by no more than the addresses of programs, mostly.
        """
        return [claim for id in self._points if id not in met for claim in self._claims(id)]

    def _claims(self, point: str) -> Sequence[Property]:
        if point not in self._claimed:
            machine, structures = self.arena.machine, ByNames()
            others = (other.machine for other, _ in self._under(self._points[point]))
            claims = [claim for other in others for claim in alike(machine, other, structures)]
            self._claimed[point] = [
                Property(f"{READING}/{point}", self._points[point].asks, claim)
                for claim in (claims if len(claims) <= MOST else ())
            ]
        return self._claimed[point]

    def hangs(
        self, point: str, setup: Mapping[str, Any], decisions: Sequence[Mapping[str, Any]], trail: Trail
    ) -> Fault | None:
        """That the play of ``decisions`` hangs on ``point``, if it does; ``trail`` is what it is here."""
        usual = _comes_to(self.arena.session(trail.end))
        for other, recorder in self._under(self._points[point]):
            found = played(other, recorder, other.state(setup), decisions)
            if found is None or _comes_to(other.session(found.end)) != usual:
                return Fault(READING, point, self._points[point].asks, len(trail.steps))
        return None

    def _under(self, point: OpenPoint) -> Iterator[tuple[Arena, Recorder]]:
        """Where plays go by the other answers to ``point``."""
        for answer in point.answers:
            if answer == point.default:
                continue
            if (point.id, answer) not in self._others:
                other = self.arena.under(point.id, answer)
                self._others[point.id, answer] = other, Recorder(other)
            yield self._others[point.id, answer]


def _comes_to(session: Session) -> Mapping[str, Any]:
    """How it stands at the end of the phase that ``session`` is in, or where something is open in it."""
    try:
        walk.finish(session)
    except UserError as endless:
        return {"endless": endless.message}
    return standing(session)
