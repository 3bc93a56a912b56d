"""The smallest play found that shows the same fault: fewer decisions, a plainer position, fewer entries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.oracle.conform.shrink import plainer
from dicelaw.oracle.description import description
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.fuzz.arena import Arena
from dicelaw.oracle.fuzz.faults import Fault, Faults
from dicelaw.oracle.fuzz.trail import Recorder, Trail, decisions_of, played

TRIES = 400
"""How many plays are tried for one fault."""
LAST = 4
"""How many last decisions may be the whole play."""
Decisions = Sequence[Mapping[str, Any]]


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

    def shown(self, setup: Mapping[str, Any], decisions: Decisions, fault: Fault) -> Shown | None:
        """The play of ``decisions`` from ``setup`` up to where it shows ``fault``, if it does."""
        try:
            state = self.arena.state(setup)
        except UserError:
            return None
        trail = played(self.arena, self.recorder, state, decisions)
        seen = None
        if trail is not None:
            seen = next((one for one in self.faults.of(trail) if one.id == fault.id), None)
        if trail is None or seen is None:
            return None
        cut = trail.cut(seen.steps)
        return Shown(setup, decisions_of(self.arena, cut), cut, seen)


def shrunk(arena: Arena, whole: Shown) -> Shown:
    """The smallest play found that shows what ``whole`` does."""
    player, best, left = Player(arena, whole.fault.id), whole, TRIES
    attempts = _attempts(arena, best)
    while left > 0 and (tried := next(attempts, None)) is not None:
        left -= 1
        found = player.shown(*tried, best.fault)
        if found is not None and found.size < best.size:
            best, attempts = found, _attempts(arena, found)
    return best


def _attempts(arena: Arena, best: Shown) -> Iterator[tuple[Mapping[str, Any], Decisions]]:
    """What may show the same as ``best`` by less, what may save most first."""
    yield from _anew(arena, best)
    yield from _later(arena, best)
    yield from _shorter(best)
    yield from ((setup, best.decisions) for setup in plainer(best.setup))


def _anew(arena: Arena, best: Shown) -> Iterator[tuple[Mapping[str, Any], Decisions]]:
    """The last decisions alone, from what there was before them."""
    decided = [before for before, move, _ in best.trail.steps if not _by_rules(arena, move)]
    decided += [best.trail.last[0]] if best.trail.last is not None else []
    for count in range(1, min(LAST, len(decided) - 1) + 1):
        for setup in arena.like(decided[-count], best.setup):
            yield setup, best.decisions[-count:]


def _by_rules(arena: Arena, move: Move) -> bool:
    return arena.machine.transitions[move[0]].actor is Agent.RULES


def _later(arena: Arena, best: Shown) -> Iterator[tuple[Mapping[str, Any], Decisions]]:
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


def _shorter(best: Shown) -> Iterator[tuple[Mapping[str, Any], Decisions]]:
    """Fewer decisions: all but the last ones, then without halves, then without smaller runs."""
    size = max(len(best.decisions) // 2, 1)
    while size >= 1:
        for begin in range(len(best.decisions) - size, -1, -size):
            yield best.setup, [*best.decisions[:begin], *best.decisions[begin + size :]]
        size //= 2
