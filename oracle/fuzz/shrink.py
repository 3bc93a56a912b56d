"""The smallest play found that shows the same fault: fewer decisions, a plainer position, fewer entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.oracle.conform.shrink import plainer
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.fuzz.arena import Arena
from dicelaw.oracle.fuzz.compiled import Compiled
from dicelaw.oracle.fuzz.faults import COMPILED, ORDER, READERS, READING, Fault, Faults
from dicelaw.oracle.fuzz.orders import Orders
from dicelaw.oracle.fuzz.readers import Readers
from dicelaw.oracle.fuzz.readings import Readings
from dicelaw.oracle.fuzz.trail import Recorder, Trail, decisions_of, played
from dicelaw.oracle.games.description import description

TRIES = 400
"""How many plays are tried for one fault."""
LAST = 4
"""How many last decisions may be the whole play."""
Decisions = Sequence[Mapping[str, Any]]
Way = tuple[Mapping[str, Any], Decisions]
"""A setup, and what is decided from it on."""


@dataclass(frozen=True)
class Shown:
    """A play of ``decisions`` from ``setup``, the last of which shows ``fault``."""

    setup: Mapping[str, Any]
    decisions: Decisions
    trail: Trail
    fault: Fault

    @property
    def size(self) -> tuple[int, int]:
        """How long the play is, and how much its position says."""
        return len(self.decisions), len(str(self.setup))


class Player:
    """Plays decisions in ``arena`` and says whether they show a fault, that with the id ``only`` if given."""

    def __init__(self, arena: Arena, only: str = "") -> None:
        self.arena = arena
        self.recorder = Recorder(arena)
        self.faults = Faults(arena, self.recorder, only)
        self.readings = Readings(arena, self.recorder)
        self.orders, self.readers = Orders(arena), Readers(arena.machine)
        self.compiled = Compiled(self.recorder.reader)

    def shown(self, setup: Mapping[str, Any], decisions: Decisions, fault: Fault) -> Shown | None:
        """The play of ``decisions`` from ``setup`` up to where it shows ``fault``, if it does."""
        try:
            state = self.arena.state(setup)
        except UserError:
            return None
        trail = played(self.arena, self.recorder, state, decisions)
        if trail is None:
            return None
        if fault.kind == READING:
            seen = self.readings.hangs(fault.about, setup, decisions, trail)
        elif fault.kind == READERS:
            seen = self.readers.first(trail, fault.about)
        elif fault.kind == COMPILED:
            seen = self.compiled.first(trail, fault.about)
        elif fault.kind == ORDER:
            seen = self.orders.hangs(setup, trail)
        else:
            seen = next((one for one in self.faults.of(trail) if one.id == fault.id), None)
        if seen is None:
            return None
        cut = trail.cut(seen.steps)
        return Shown(setup, decisions_of(self.arena, cut), cut, seen)


class Showing(Protocol):
    """Plays decisions and says whether they show a fault."""

    def shown(self, setup: Mapping[str, Any], decisions: Decisions, fault: Fault) -> Shown | None:
        """The play of ``decisions`` from ``setup`` up to where it shows ``fault``, if it does."""
        ...


def shrunk(arena: Arena, whole: Shown, player: Showing | None = None) -> Shown:
    """The smallest play found that shows what ``whole`` does, as ``player`` has it."""
    search = _Search(arena, whole, player or Player(arena, whole.fault.id))
    search.run()
    return search.best


class _Search:
    """Tries smaller plays, and keeps the best that still shows the fault."""

    def __init__(self, arena: Arena, first: Shown, player: Showing) -> None:
        self.arena, self.best, self.left = arena, first, TRIES
        self.player = player

    def run(self) -> None:
        """Go on until nothing helps any more, or the tries are used up."""
        size = None
        while size != self.best.size and self.left > 0:
            size = self.best.size
            self._first(_anew) or self._first(_later)
            self._shorter()
            while self._first(_plainer):
                pass

    def _better(self, setup: Mapping[str, Any], decisions: Decisions) -> bool:
        """Whether ``decisions`` from ``setup`` show the fault by less; then they are kept."""
        if self.left <= 0:
            return False
        self.left -= 1
        found = self.player.shown(setup, decisions, self.best.fault)
        if found is None or found.size >= self.best.size:
            return False
        self.best = found
        return True

    def _first(self, ways: Callable[[Arena, Shown], Iterator[Way]]) -> bool:
        """Whether one of ``ways`` is better."""
        return any(self._better(*way) for way in ways(self.arena, self.best))

    def _shorter(self) -> None:
        """Leave out decisions: halves, then smaller runs, each alone last."""
        size = max(len(self.best.decisions) // 2, 1)
        while size >= 1:
            begin = len(self.best.decisions) - size
            while begin >= 0:
                decisions = self.best.decisions
                self._better(self.best.setup, [*decisions[:begin], *decisions[begin + size :]])
                begin = min(begin, len(self.best.decisions)) - size
            size //= 2


def _anew(arena: Arena, best: Shown) -> Iterator[Way]:
    """The last decisions alone, from what there was before them."""
    decided = [before for before, move, _ in best.trail.steps if not _by_rules(arena, move)]
    decided += [best.trail.last[0]] if best.trail.last is not None else []
    for count in range(1, min(LAST, len(decided) - 1) + 1):
        for setup in arena.like(decided[-count], best.setup):
            yield setup, best.decisions[-count:]


def _by_rules(arena: Arena, move: Move) -> bool:
    return arena.machine.transitions[move[0]].actor is Agent.RULES


def _later(arena: Arena, best: Shown) -> Iterator[Way]:
    """Begin at a later moment of the play at which one can begin, the last one first."""
    session = arena.session(best.trail.start)
    game = description(session.name)
    made, found = 0, []
    for _, move, after in best.trail.steps:
        made += not _by_rules(arena, move)
        session.state = after
        if made and (setup := game.setup_here(session, best.setup)) is not None:
            found.append((setup, best.decisions[made:]))
    yield from reversed(found)


def _plainer(_arena: Arena, best: Shown) -> Iterator[Way]:
    """The same decisions in a plainer position."""
    yield from ((setup, best.decisions) for setup in plainer(best.setup))
