"""A campaign: plays steered to pairs of entries that have not met, and what is found wrong on the way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from dicelaw.oracle.fuzz.arena import Fuzzing, Pairing
from dicelaw.oracle.fuzz.corpus import Corpus, Done
from dicelaw.oracle.fuzz.faults import READING
from dicelaw.oracle.fuzz.find import Find
from dicelaw.oracle.fuzz.judging import ByRules, Judging, is_thorough
from dicelaw.oracle.fuzz.meetings import PAIR, Meetings
from dicelaw.oracle.fuzz.rounds import Judge, Played, Players, Round, here
from dicelaw.oracle.fuzz.tally import Tally
from dicelaw.oracle.fuzz.ways import READINGS

SAVING = 5.0
"""How many seconds pass between two times that how far it has come is saved."""
SHARE = 20
"""Of the time between them, one part in so many is for saving at the most."""
WAVE = 8
"""So many rounds, of as many pairings, are made by what was known before the first of them."""


@dataclass(frozen=True)
class Bounds:
    """How long a campaign goes on: up to so many plays in all, or for so many seconds."""

    plays: int | None = None
    seconds: float | None = None


class Campaign:
    """Plays of ``fuzzing`` from a seed; ``done`` says how far it has come, and ``corpus`` keeps that.

    ``judge`` says what is wrong with a play: something in the rules, if it is not given. ``size`` is how many
    entries are to meet.
    """

    def __init__(
        self, fuzzing: Fuzzing, done: Done, bounds: Bounds, corpus: Corpus | None = None,
        wanted: frozenset[str] = frozenset(), tell: Callable[[Campaign], None] = lambda _: None,
        judge: Judge = ByRules, size: int = PAIR,
    ) -> None:  # fmt: skip
        self.fuzzing, self.done, self.bounds, self.corpus, self.tell = fuzzing, done, bounds, corpus, tell
        self.judge = judge
        self.meetings = Meetings(fuzzing, wanted or fuzzing.own, done.met, done.vain, size)
        self.players: Players = here(fuzzing, self.meetings, judge)
        """Who makes its rounds; what comes of them does not hang on it."""
        self.tally = Tally()
        self._before: list[Find] = []
        self._kept = done.plays
        self.begun = time.monotonic()
        self._due = self.begun + SAVING

    @property
    def over(self) -> bool:
        """Whether its bounds are reached, or it cannot go on."""
        late = self.bounds.seconds
        return self._full or (late is not None and time.monotonic() - self.begun >= late)

    @property
    def _full(self) -> bool:
        """Whether it has had all its plays, or cannot go on."""
        return bool(self.tally.ended) or (
            self.bounds.plays is not None and self.done.plays >= self.bounds.plays
        )

    @property
    def unkept(self) -> int:
        """How many plays the corpus does not know of, so that the next run makes them again."""
        return 0 if self.corpus is None else self.done.plays - self._kept

    def corpus_has(self, find: Find) -> bool:
        """Whether ``find`` was there before this run."""
        return find in self._before

    def run(self) -> Iterator[Find]:
        """Each find as it is made: those of the corpus that are still there, then new ones."""
        self.begun = time.monotonic()
        if self.corpus is not None:
            self._before = self.corpus.finds()
            yield from self._again(self._before)
        while not self.over:
            yield from self._wave()
        self._save(last=True)

    def _again(self, finds: list[Find]) -> Iterator[Find]:
        """Those of ``finds`` that show once more."""
        judging: Judging | None = None
        for find in finds:
            if find.pairing not in self.fuzzing.pairings:
                self.tally.gone.append(find)
                continue
            if judging is None or judging.pairing != find.pairing:
                judging = self.judge(self.fuzzing, find.pairing, self.tally)
            if not judging.shows(find):
                self.tally.gone.append(find)
            else:
                (self.tally.hanging if find.is_known else self.tally.again).append(find)
                yield find

    def _wave(self) -> Iterator[Find]:
        """Some plays of each of several pairings."""
        rounds = self._rounds()
        for asked, plays in zip(rounds, self.players(rounds), strict=True):
            for number, one in enumerate(plays):
                if not number:  # so that no other round begins as this one does, wherever it is broken off
                    self.done.rounds += 1
                    self.done.visits[asked.pairing] += 1
                yield from self._count(asked.pairing, one)
                self._save()
                self.tell(self)
                if self._full:
                    break
            if self._full:
                break

    def _rounds(self) -> list[Round]:
        """The rounds that are next, which know nothing of each other."""
        done, bounds, found = self.done, self.bounds, list[Round]()
        visits, most = done.visits.copy(), None if bounds.plays is None else bounds.plays - done.plays
        until = None if bounds.seconds is None else self.begun + bounds.seconds
        while len(found) < WAVE:
            pairing = self.meetings.pairing(visits)
            if any(pairing == one.pairing for one in found):
                break
            visits[pairing] += 1
            groups = self.meetings.groups(pairing)
            met, vain = done.met.intersection(groups), {one: done.vain[one] for one in groups}
            seed, known = f"{done.seed}/{done.rounds + len(found)}", tuple(self.tally.known_finds)
            gone = frozenset(done.gone)
            thorough = is_thorough(seed, done.rounds + len(found))
            found.append(Round(seed, pairing, frozenset(met), vain, known, gone, most, until, thorough))
        return found

    def _count(self, pairing: Pairing, play: Played) -> Iterator[Find]:
        """Count what came of ``play``; what it found that was not known."""
        self.done.plays += 1
        self.tally.plays += 1
        self.tally.beside += play.beside
        self.tally.ended = play.ended
        self.tally.new += self.meetings.note(play.missed, play.met)
        self.tally.known.update(play.known)
        self.done.there_are |= play.there_are
        self.done.gone |= play.gone
        ids = [*(one.fault.id for one in play.finds), *(id for id, _ in play.known)]
        hangs = (id.partition("/") for id in ids)
        self.done.gone |= {(READINGS, about) for kind, _, about in hangs if kind == READING}
        for one in play.finds:
            find = replace(one, number=self.done.plays)
            if any(find.is_like(other, self.fuzzing.own) for other in self.tally.known_finds):
                self.tally.known[find.key] += 1
                continue
            self.tally.keep(find)
            if not find.is_known or not self.fuzzing.own.isdisjoint(find.entries):
                if self.corpus is not None:
                    self.corpus.keep(find, self.fuzzing.arena(pairing))
                yield find

    def _save(self, *, last: bool = False) -> None:
        """Keep how far it has come, now and then and at the end."""
        begun = time.monotonic()
        if self.corpus is not None and (last or begun >= self._due):
            self.corpus.save(self.done)
            self._kept = self.done.plays
            ended = time.monotonic()
            self._due = ended + max(SAVING, SHARE * (ended - begun))
