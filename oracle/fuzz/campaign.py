"""A campaign: plays steered to pairs of entries that have not met, and what is found wrong on the way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from dicelaw.oracle.fuzz.arena import Fuzzing, Pairing
from dicelaw.oracle.fuzz.corpus import Corpus, Done
from dicelaw.oracle.fuzz.find import Find
from dicelaw.oracle.fuzz.judging import ByRules, Judging
from dicelaw.oracle.fuzz.meetings import PAIR, Meetings
from dicelaw.oracle.fuzz.tally import Tally

SAVING = 5.0
"""After how many seconds the end of a round is saved."""
OFTEN, FEWEST = 3, 40
"""How many plays of one pairing in a row there are for each pair of it that has not met, and at the least."""
Judge = Callable[[Fuzzing, Pairing, Tally], Judging]


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
        self.tally = Tally()
        self._before: list[Find] = []
        self.begun = self._saved = time.monotonic()

    @property
    def over(self) -> bool:
        """Whether its bounds are reached, or it cannot go on."""
        if self.tally.ended or (self.bounds.plays is not None and self.done.plays >= self.bounds.plays):
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

    def _round(self) -> Iterator[Find]:
        """Some plays of one pairing."""
        done = self.done
        pairing = self.meetings.pairing(done.visits)
        draw = Random(f"{done.seed}/{done.rounds}")
        judging = self.judge(self.fuzzing, pairing, self.tally)
        arena, pairs = judging.arena, self.meetings.steered(pairing, draw)
        waiting = self.meetings.waiting_in(pairing)
        for _ in range(max(min(judging.plays, OFTEN * waiting), min(judging.plays, FEWEST))):
            if self.over:
                break
            pair = next(pairs)
            setup = arena.play(pair, judging.recorder, draw)
            trail = judging.heard(setup, judging.recorder.trail)
            done.plays += 1
            self.tally.plays += 1
            new = self.meetings.count_in(pair, self.meetings.met_in(arena, trail))
            self.tally.new += new
            for find in judging.finds(done.plays, new):
                if self.corpus is not None:
                    self.corpus.keep(find, arena)
                yield find
            self.tell(self)
        done.rounds += 1
        done.visits[pairing] += 1
        self._save()

    def _save(self, *, last: bool = False) -> None:
        """Keep how far it has come, now and then and at the end."""
        if self.corpus is not None and (last or time.monotonic() - self._saved >= SAVING):
            self.corpus.save(self.done)
            self._saved = time.monotonic()
