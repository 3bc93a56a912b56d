"""Plays whose result hangs on a reading: what is decided and rolled comes to something else under another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dicelaw.model.kernel.state import State
from dicelaw.model.open_points import OpenPoint
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files import scenario_runner as walk
from dicelaw.oracle.fuzz.arena import Arena
from dicelaw.oracle.fuzz.faults import READING, Fault
from dicelaw.oracle.fuzz.trail import Recorder, Trail, played
from dicelaw.oracle.games.games import open_points
from dicelaw.oracle.games.observation import standing


class Readings:
    """Asks of plays in ``arena`` what they come to under other readings than the usual ones."""

    def __init__(self, arena: Arena, recorder: Recorder) -> None:
        self.arena, self.recorder = arena, recorder
        self._points = {
            one.id: one for one in open_points(arena.machine.name) if one.id in arena.machine.readings
        }
        self._others: dict[tuple[str, str], tuple[Arena, Recorder]] = {}

    def near(self, trail: Trail) -> list[str]:
        """The open points that a rule is about which decided a step of ``trail``."""
        reader = self.recorder.reader
        rules = {rule for before, move, _ in trail.steps for rule in reader.deciding(before, move)}
        return [id for id, point in self._points.items() if rules & {*point.statements}]

    def hangs(
        self, point: str, setup: Mapping[str, Any], decisions: Sequence[Mapping[str, Any]], trail: Trail
    ) -> Fault | None:
        """That the play of ``decisions`` hangs on ``point``, if it does; ``trail`` is what it is here."""
        usual = _comes_to(self.arena, trail.end)
        for other, recorder in self._under(self._points[point]):
            found = played(other, recorder, other.state(setup), decisions)
            if found is None or _comes_to(other, found.end) != usual:
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


def _comes_to(arena: Arena, state: State) -> Mapping[str, Any]:
    """How it stands at the end of the phase that begins in ``state``, or where something is open in it."""
    session = arena.session(state)
    try:
        walk.finish(session)
    except UserError as endless:
        return {"endless": endless.message}
    return standing(session)
