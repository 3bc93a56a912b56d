"""What is wrong with a play: a broken property, a limit that is met, a round for free, or no end to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dicelaw.checker.walks.breaches import Breaches
from dicelaw.model.kernel.graph import Kind
from dicelaw.oracle.fuzz.arena import Arena
from dicelaw.oracle.fuzz.citing import Citing
from dicelaw.oracle.fuzz.cycles import Cycles
from dicelaw.oracle.fuzz.trail import ENDLESS, OUTSIDE, Recorder, Trail

PROPERTY, STUCK, LIMIT, FOREVER, CYCLE = "property", "stuck", "limit", "endless", "cycle"
READING, ORDER, READERS, COMPILED = "reading", "order", "readers", "compiled"
UNCITED = "uncited"
DEPARTS = "departs"
KINDS: Mapping[str, str] = {
    PROPERTY: "a property is broken",
    STUCK: "play is stuck",
    LIMIT: "a value leaves what the model counts",
    FOREVER: "the rules go on by themselves without an end",
    CYCLE: "a round can be repeated at no loss and with a gain",
    READING: "the result hangs on a reading",
    READERS: "the symbolic reader of the rules differs from the concrete one",
    COMPILED: "the compiled reader of the rules differs from the concrete one",
    UNCITED: "a step writes by no statement that the model carries",
    ORDER: "the result hangs on an order that no rule gives",
    DEPARTS: "the implementation departs from the rules",
}
"""What is looked for, in words."""


@dataclass(frozen=True)
class Fault:
    """Something wrong: its kind, what tells it from others of the kind, and after how many steps it shows."""

    kind: str
    about: str
    says: str
    steps: int

    @property
    def id(self) -> str:
        """What tells it from other faults, wherever it shows."""
        return f"{self.kind}/{self.about}" if self.about else self.kind


class Faults:
    """Looks for what is wrong with plays in ``arena``; with ``only`` for faults with this id alone."""

    def __init__(self, arena: Arena, recorder: Recorder, only: str = "") -> None:
        self.arena, self.recorder, self.only = arena, recorder, only
        self._finals = {place for place, one in enumerate(arena.machine.points) if one.kind is Kind.FINAL}
        self._cycles, self._citing = Cycles(arena, recorder), Citing(recorder.reader)
        stated = arena.properties if self._seeks(PROPERTY) else ()
        told = [one for one in stated if only in ("", f"{PROPERTY}/{one.id}")]
        self._breaches = Breaches(recorder.reader, told)

    def _seeks(self, kind: str) -> bool:
        """Whether faults of ``kind`` are looked for."""
        return not self.only or self.only.partition("/")[0] == kind

    def of(self, trail: Trail) -> Iterator[Fault]:
        """Each thing that is wrong with ``trail``, once; a cycle comes before what it leads to."""
        yield from self._broken(trail)
        if self._seeks(CYCLE):
            yield from (Fault(CYCLE, "", says, steps) for says, steps in self._cycles.of(trail))
        yield from (one for one in self._plain(trail) if not self.only or one.id == self.only)

    def _plain(self, trail: Trail) -> Iterator[Fault]:
        """What is wrong with citations, and with how ``trail`` ends."""
        if self._seeks(UNCITED):
            yield from (Fault(UNCITED, *wrong) for wrong in self._citing.of(trail))
        yield from self._ends(trail)

    def _ends(self, trail: Trail) -> Iterator[Fault]:
        """What is wrong with how ``trail`` ends."""
        if trail.ended == OUTSIDE:
            name = trail.says.partition(" ")[0].partition("[")[0]
            yield Fault(LIMIT, name, trail.says, len(trail.steps))
        elif trail.ended == ENDLESS:
            yield Fault(FOREVER, "", trail.says, len(trail.steps))
        elif trail.end[0] not in self._finals and not self.recorder.reader.enabled(trail.end):
            point = self.arena.machine.point_of(trail.end)
            yield Fault(STUCK, point.id, f"nothing is legal at {point.id}", len(trail.steps))

    def _broken(self, trail: Trail) -> Iterator[Fault]:
        """The properties that ``trail`` breaks, but for what does not hold where it begins."""
        says = self._breaches.says
        if says:
            found = {*self._breaches.at(trail.start)}
            for number, step in enumerate(trail.steps, 1):
                for id in self._breaches.of(*step):
                    if id not in found:
                        found.add(id)
                        yield Fault(PROPERTY, id, says[id], number)
