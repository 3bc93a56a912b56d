"""A campaign: plays steered to pairs of entries that have not met, and what is found wrong on the way."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from dicelaw.oracle.fuzz.arena import Arena, Fuzzing, Pairing
from dicelaw.oracle.fuzz.blame import at_fault
from dicelaw.oracle.fuzz.corpus import Corpus, Done
from dicelaw.oracle.fuzz.faults import READING, Fault
from dicelaw.oracle.fuzz.find import Find, made
from dicelaw.oracle.fuzz.meetings import Meetings, met_in
from dicelaw.oracle.fuzz.shrink import Player, Shown, shrunk
from dicelaw.oracle.fuzz.trail import Trail, decisions_of

ROUND = 200
"""How many plays in a row are of one pairing, as each is a machine of its own."""
ASKED = 6
"""How many plays of a round in which something new has met are asked whether they hang on a reading."""
SAVING = 5.0
"""After how many seconds the end of a round is saved."""


@dataclass(frozen=True)
class Bounds:
    """How long a campaign goes on: up to so many plays in all, or for so many seconds."""

    plays: int | None = None
    seconds: float | None = None


@dataclass
class Tally:
    """What a run has come to. ``known`` counts how often each find that was known was met again."""

    finds: list[Find] = field(default_factory=list)
    again: list[Find] = field(default_factory=list)
    gone: list[Find] = field(default_factory=list)
    hanging: list[Find] = field(default_factory=list)
    """What hangs on a reading, by the entries that it takes."""
    known: Counter[tuple[str, tuple[str, ...]]] = field(default_factory=Counter)
    plays: int = 0
    new: int = 0
    """How many pairs met for the first time in this run."""

    @property
    def known_finds(self) -> list[Find]:
        """All that is known, with what hangs on readings."""
        return [*self.all, *self.hanging]

    @property
    def all(self) -> list[Find]:
        """All that is wrong."""
        return [*self.again, *self.finds]


class Campaign:
    """Plays of ``fuzzing`` from a seed; ``done`` says how far it has come, and ``corpus`` keeps that."""

    def __init__(
        self, fuzzing: Fuzzing, done: Done, bounds: Bounds, corpus: Corpus | None = None,
        wanted: frozenset[str] = frozenset(), tell: Callable[[Campaign], None] = lambda _: None,
    ) -> None:  # fmt: skip
        self.fuzzing, self.done, self.bounds, self.corpus, self.tell = fuzzing, done, bounds, corpus, tell
        self.meetings = Meetings(fuzzing, wanted or fuzzing.own, done.met, done.vain)
        self.tally = Tally()
        self._before: list[Find] = []
        self.begun = self._saved = time.monotonic()

    @property
    def over(self) -> bool:
        """Whether its bounds are reached."""
        if self.bounds.plays is not None and self.done.plays >= self.bounds.plays:
            return True
        late = self.bounds.seconds
        return late is not None and time.monotonic() - self.begun >= late

    def corpus_has(self, find: Find) -> bool:
        """Whether ``find`` was there before this run."""
        return find in self._before

    def run(self) -> Iterator[Find]:
        """Each find as it is made: those of the corpus that are still there, then new ones."""
        if self.corpus is not None:
            self._before = self.corpus.finds()
            yield from self._again(self._before)
        while not self.over:
            yield from self._round()
        self._save(last=True)

    def _again(self, finds: list[Find]) -> Iterator[Find]:
        """Those of ``finds`` that show once more."""
        players: dict[Pairing, Player] = {}
        for find in finds:
            if find.pairing not in self.fuzzing.pairings:
                self.tally.gone.append(find)
                continue
            if find.pairing not in players:
                players = {find.pairing: Player(self.fuzzing.arena(find.pairing))}
            player = players[find.pairing]
            if player.shown(find.setup, find.decisions, find.fault) is None:
                self.tally.gone.append(find)
            else:
                (self.tally.hanging if find.is_known else self.tally.again).append(find)
                yield find

    def _round(self) -> Iterator[Find]:
        """Some plays of one pairing."""
        done = self.done
        pairing = self.meetings.pairing(done.visits)
        draw = Random(f"{done.seed}/{done.rounds}")
        arena = self.fuzzing.arena(pairing)
        player = Player(arena)
        pairs, asked = self.meetings.steered(pairing, draw), 0
        for _ in range(ROUND):
            if self.over:
                break
            pair = next(pairs)
            setup = arena.play(pair, player.recorder, draw)
            trail = player.recorder.trail
            done.plays += 1
            self.tally.plays += 1
            new = self.meetings.count_in(pair, met_in(arena, trail))
            self.tally.new += new
            faults = [*player.faults.of(trail)]
            if new and asked < ASKED and not faults:
                asked += 1
                faults += self._hanging(arena, player, setup, trail)
            for fault in faults:
                find = self._found(arena, player, pairing, Shown(setup, (), trail, fault))
                if find is not None:
                    yield find
            self.tell(self)
        done.rounds += 1
        done.visits[pairing] += 1
        self._save()

    def _hanging(
        self, arena: Arena, player: Player, setup: Mapping[str, Any], trail: Trail
    ) -> Iterator[Fault]:
        """The readings on which a play hangs, of those that are near."""
        decisions = decisions_of(arena, trail)
        for point in player.readings.near(trail):
            fault = player.readings.hangs(point, setup, decisions, trail)
            if fault is not None:
                yield fault

    def _found(self, arena: Arena, player: Player, pairing: Pairing, met: Shown) -> Find | None:
        """What comes of a fault that a play shows: a find that is new, or None for one that is known."""
        trail, fault = met.trail.cut(met.fault.steps), met.fault
        if (known := self._known(arena, trail, fault)) is not None:
            self.tally.known[known.key] += 1
            return None
        decisions = decisions_of(arena, trail)
        whole = player.shown(met.setup, decisions, fault) or Shown(met.setup, decisions, trail, fault)
        least = shrunk(arena, whole)
        find = made(least, at_fault(arena, least), pairing, self.done.plays)
        if any(self._same(find, other) for other in self.tally.known_finds):
            self.tally.known[find.key] += 1
            return None
        (self.tally.hanging if find.is_known else self.tally.finds).append(find)
        if find.is_known and self.fuzzing.own.isdisjoint(find.entries):
            return None
        if self.corpus is not None:
            self.corpus.keep(find, arena)
        return find

    def _same(self, one: Find, other: Find) -> bool:
        own = self.fuzzing.own
        return (one.fault.id, one.core(own)) == (other.fault.id, other.core(own))

    def _known(self, arena: Arena, trail: Trail, fault: Fault) -> Find | None:
        used = {entry for _, move, after in trail.steps for entry in arena.used(move, after)}
        if trail.last is not None:
            used.update(arena.used(trail.last[1], trail.last[0]))
        for state in (trail.start, *(after for *_, after in trail.steps)):
            used |= arena.lying(state)
        if fault.kind == READING and not self.fuzzing.own:  # of our content one play of each is enough
            used.update(*(find.entries for find in self.tally.hanging))
        return next(
            (find for find in self.tally.known_finds if find.covers(fault, used, self.fuzzing.own)), None
        )

    def _save(self, *, last: bool = False) -> None:
        """Keep how far it has come, now and then and at the end."""
        if self.corpus is not None and (last or time.monotonic() - self._saved >= SAVING):
            self.corpus.save(self.done)
            self._saved = time.monotonic()
