"""What is asked of each play of a campaign: whether something is wrong with it by the rules themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from random import Random
from typing import Any, Protocol

from dicelaw.checker.search.native import is_installed
from dicelaw.oracle.fuzz.arena import Arena, Fuzzing, Pairing
from dicelaw.oracle.fuzz.blame import at_fault
from dicelaw.oracle.fuzz.faults import COMPILED, READING, Fault
from dicelaw.oracle.fuzz.find import Find, made
from dicelaw.oracle.fuzz.readers import Readers
from dicelaw.oracle.fuzz.shrink import Player, Shown, shrunk
from dicelaw.oracle.fuzz.tally import Tally
from dicelaw.oracle.fuzz.trail import Recorder, Trail, decisions_of
from dicelaw.specs.property import Property

ROUND, SHORT = 200, 16
"""How many plays in a row are of one pairing, a machine of its own; and where many more are compiled."""
ASKED = 6
"""How many plays of a thorough round are asked whether they hang on a reading."""
ORDERED = 30
"""How many of these are laid out the other way round, and taken by the symbolic reader."""
REPLAYED = 1
"""How many of these the compiled reader makes as well."""


class Judging(Protocol):
    """Says what is wrong with plays of one pairing."""

    arena: Arena
    pairing: Pairing
    recorder: Recorder
    plays: int
    """How many plays in a row are of this pairing."""
    thorough: bool
    """Whether some plays are also asked what takes long, which hangs on the round."""
    alone: bool
    """Whether it judges by itself, so that plays of compiled code count as well."""

    def shows(self, find: Find) -> bool:
        """Whether the play of ``find`` shows it now."""
        ...

    def heard(self, setup: Mapping[str, Any], trail: Trail) -> Trail:
        """``trail``, a play that begins in ``setup``, as far as it can be judged."""
        ...

    def finds(self, number: int, shown: Set[str] = frozenset(), /) -> Iterator[Find]:
        """What is wrong with the play heard last, the one with this ``number``, that was not known.

        So much was ``shown`` in it by compiled code, as :class:`~dicelaw.oracle.fuzz.beside.Judged` has it.
        All that is wrong is counted.
        """
        ...

    def watched(self) -> Sequence[Property]:
        """What plays of compiled code are asked at each step in a thorough round."""
        ...


@lru_cache(maxsize=1)
def _player(arena: Arena) -> Player:
    """What plays in ``arena``, with all that it has compiled; the last one is kept for the next round."""
    return Player(arena)


def in_a_row() -> int:
    """How many plays in a row are of one pairing where they are judged by the rules."""
    return min(ROUND, SHORT) if is_installed() else ROUND


def is_thorough(seed: str, before: int) -> bool:
    """Whether the round drawn from ``seed``, with so many ``before`` it, is asked what takes long.

    The first one is, and of the others, by lot, about one for each ``ROUND`` plays.
    """
    return not before or Random(f"{seed}/thorough").random() * ROUND < in_a_row()


class ByRules:
    """A :class:`Judging` by the properties of the rules, and by what no play should come to."""

    alone = True

    def __init__(self, fuzzing: Fuzzing, pairing: Pairing, tally: Tally) -> None:
        self.pairing, self.own, self.tally = pairing, fuzzing.own, tally
        self.arena = fuzzing.arena(pairing)
        self.player, self._readers = _player(self.arena), Readers(self.arena.machine)
        self.recorder, self.plays = self.player.recorder, in_a_row()
        self.thorough, self._asked = True, 0

    def shows(self, find: Find) -> bool:
        """See Judging."""
        return self.player.shown(find.setup, find.decisions, find.fault) is not None

    def heard(self, setup: Mapping[str, Any], trail: Trail) -> Trail:
        """All of it."""
        self._setup, self._trail = setup, trail
        return trail

    def finds(self, number: int, shown: Set[str] = frozenset(), /) -> Iterator[Find]:
        """See Judging."""
        faults = [*self.player.faults.of(self._trail)]
        if self.thorough and self._asked < ORDERED and not faults:
            self._asked += 1
            differs = self._readers.sampled(self._trail)
            turned = self.player.orders.hangs(self._setup, self._trail)
            again = self.player.compiled.replayed(self._trail) if self._asked <= REPLAYED else None
            faults += [one for one in (differs, again, turned) if one is not None]
            faults += self._hanging() if self._asked <= ASKED else []
        faults += self._shown(shown)
        for fault in faults:
            find = self._found(Shown(self._setup, (), self._trail, fault), number)
            if find is not None:
                yield find

    def _shown(self, shown: Set[str]) -> Iterator[Fault]:
        """What comes of what compiled code has ``shown``, beside broken properties."""
        for kind, _, about in sorted(id.partition("/") for id in shown):
            if kind == READING:
                yield from self._hanging_on([about])
            elif kind == COMPILED and (differs := self.player.compiled.first(self._trail, about)) is not None:
                yield differs

    def watched(self) -> Sequence[Property]:
        """See Judging: the properties, and that nothing goes otherwise under another reading."""
        return [*self.arena.properties, *self.player.readings.claims(self._met)]

    @property
    def _met(self) -> frozenset[str]:
        """The readings that are not asked for any more: of our content those that were met."""
        return frozenset(find.about for find in self.tally.hanging if not self.own)

    def _hanging(self) -> Iterator[Fault]:
        """The readings on which the play hangs, of those that are near; of our content the unmet ones."""
        return self._hanging_on(self.player.readings.near(self._setup, self._trail, self._met))

    def _hanging_on(self, points: Iterable[str]) -> Iterator[Fault]:
        """Those of ``points`` on which the play hangs."""
        decisions = decisions_of(self.arena, self._trail)
        for point in points:
            fault = self.player.readings.hangs(point, self._setup, decisions, self._trail)
            if fault is not None:
                yield fault

    def _found(self, met: Shown, number: int) -> Find | None:
        """What comes of a fault that a play shows: a find that is new, or None for one that is known."""
        trail, fault = met.trail.cut(met.fault.steps), met.fault
        if (known := self._known(trail, fault)) is not None:
            self.tally.known[known.key] += 1
            return None
        decisions = decisions_of(self.arena, trail)
        if fault.kind == READING and not self.own:  # nobody is told by what
            whole = Shown(met.setup, decisions, trail, fault)
            self.tally.keep(made(whole, (), self.pairing, number))
            return None
        whole = self.player.shown(met.setup, decisions, fault) or Shown(met.setup, decisions, trail, fault)
        least = shrunk(self.arena, whole)
        find = made(least, at_fault(self.arena, least), self.pairing, number)
        if any(find.is_like(other, self.own) for other in self.tally.known_finds):
            self.tally.known[find.key] += 1
            return None
        self.tally.keep(find)
        return None if find.is_known and self.own.isdisjoint(find.entries) else find

    def _known(self, trail: Trail, fault: Fault) -> Find | None:
        used = {entry for _, move, after in trail.steps for entry in self.arena.used(move, after)}
        if trail.last is not None:
            used.update(self.arena.used(trail.last[1], trail.last[0]))
        for state in (trail.start, *(after for *_, after in trail.steps)):
            used |= self.arena.lying(state)
        if fault.kind == READING and not self.own:  # of our content one play of each is enough
            used.update(*(find.entries for find in self.tally.hanging))
        return next((find for find in self.tally.known_finds if find.covers(fault, used, self.own)), None)
