"""Rounds: plays of one pairing in a row, by what was known before them, the same whoever makes them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from dicelaw.oracle.fuzz.arena import Fuzzing, Group, Pairing
from dicelaw.oracle.fuzz.beside import Beside, beside
from dicelaw.oracle.fuzz.find import Find
from dicelaw.oracle.fuzz.judging import ByRules, Judging, in_a_row
from dicelaw.oracle.fuzz.meetings import PAIR, Meetings
from dicelaw.oracle.fuzz.tally import Tally
from dicelaw.oracle.fuzz.ways import Way, places_gone, unmet, ways_by, ways_in, ways_of
from dicelaw.oracle.games.own_content import OwnContent

OFTEN, FEWEST = 3, 40
"""How many plays of one pairing in a row there are for each pair of it that has not met, and at the least."""
FIRST = 4
"""How many plays of a round there are before code is compiled for more."""
Judge = Callable[[Fuzzing, Pairing, Tally], Judging]


@dataclass(frozen=True)
class Round:
    """Plays of ``pairing``, drawn from ``seed``: ``most`` at the most, and none after the time ``until``.

    Where it is ``thorough``, plays are also asked what takes long. ``met``, ``vain``, ``known`` and the ways
    ``gone`` are what is known before them.
    """

    seed: str
    pairing: Pairing
    met: frozenset[Group]
    vain: Mapping[Group, int]
    known: tuple[Find, ...]
    gone: frozenset[Way] = frozenset()
    most: int | None = None
    until: float | None = None
    thorough: bool = True


@dataclass(frozen=True)
class Played:
    """What a play has come to: what ``met`` for the first time, and what it was steered to and ``missed``.

    ``known`` are the keys of what was known before, and ``ended`` why no more can be played, if that is so.
    Of the ways that ``there_are``, which the first play of a round says, it went some that were not ``gone``.
    """

    met: frozenset[Group]
    missed: Group | None
    finds: tuple[Find, ...]
    known: tuple[tuple[str, tuple[str, ...]], ...]
    ended: str = ""
    gone: frozenset[Way] = frozenset()
    there_are: frozenset[Way] = frozenset()
    beside: int = 0
    """How many plays of compiled code were made beside it."""


Players = Callable[[Sequence[Round]], Iterator[Iterator[Played]]]
"""Make rounds; what each comes to, play by play, in order."""


def played(fuzzing: Fuzzing, meetings: Meetings, judge: Judge, asked: Round) -> Iterator[Played]:
    """The plays of the round that is ``asked`` for."""
    tally = Tally()
    for find in asked.known:
        (tally.hanging if find.is_known else tally.again).append(find)
    hanging = len(tally.hanging)
    now = meetings.at({*asked.met}, Counter(asked.vain))
    draw, judging = Random(asked.seed), judge(fuzzing, asked.pairing, tally)
    judging.thorough = asked.thorough
    pairs, waiting = now.steered(asked.pairing, draw), now.waiting_in(asked.pairing)
    machine, gone = judging.arena.machine, {*asked.gone}
    more: Beside | None = None
    there_are = ways_in(machine)
    for number in range(_count(waiting, judging.plays, asked.most)):
        if tally.ended or (asked.until is not None and time.monotonic() >= asked.until):
            return
        pair, before = next(pairs), {*now.met}
        judging.recorder.sought = unmet(machine, gone) if number % 2 else frozenset()
        setup = judging.arena.play(pair, judging.recorder, draw)
        trail = judging.heard(setup, judging.recorder.trail)
        found = now.met_in(judging.arena, trail)
        fresh = ways_of(machine, trail) - gone
        gone |= fresh
        now.note(None if pair in found else pair, found)
        for _ in judging.finds(number + 1):
            pass
        if number == FIRST and judging.alone and now.size == PAIR:
            entries = fuzzing.entries(asked.pairing)
            claims = judging.watched() if asked.thorough else ()
            more = beside(judging.arena, entries, judging.recorder, claims)
        others = 0
        if more is not None:
            left = [one for one in now.groups(asked.pairing) if one not in now.met]
            came = more.of(trail.start, left, places_gone(machine, gone), draw)
            others, also = came.plays, ways_by(machine, came.taken) - gone
            fresh, gone = fresh | also, gone | also
            now.note(None, came.met)
            for one in came.trails:
                judging.heard(setup, one.trail)
                for _ in judging.finds(number + 1, one.shows):
                    pass
        finds = (*tally.finds, *tally.hanging[hanging:])
        known = tuple(tally.known.elements())
        missed = None if pair in now.met else pair
        yield Played(frozenset(now.met - before), missed, finds, known, tally.ended, fresh, there_are, others)
        there_are = frozenset()
        tally.again += tally.finds
        tally.finds.clear()
        tally.known.clear()
        hanging = len(tally.hanging)


def _count(waiting: int, usual: int, most: int | None) -> int:
    """How many plays a round has in which so many pairs are ``waiting`` to meet."""
    count = max(min(usual, OFTEN * waiting), min(usual, FEWEST))
    return count if most is None else min(count, most)


def here(fuzzing: Fuzzing, meetings: Meetings, judge: Judge) -> Players:
    """Rounds that are made in this process, one after another."""
    return lambda rounds: (played(fuzzing, meetings, judge, one) for one in rounds)


@dataclass(frozen=True)
class Subject:
    """What a campaign plays: a game in a ``mode``, with the user's own ``content``, if there is any."""

    game: str
    content: OwnContent | None
    mode: str


def among(executor: Executor, subject: Subject, meetings: Meetings) -> Players:
    """Rounds that the workers of ``executor`` make, several at once, judged by the rules.

    It returns once a worker has what it needs for them.
    """
    executor.submit(_ready, subject, meetings.wanted, meetings.size).result()

    def players(rounds: Sequence[Round]) -> Iterator[Iterator[Played]]:
        about, most = (subject, meetings.wanted, meetings.size), rounds[0].most
        running = []
        for one in rounds:  # none that is too late for the plays that are left
            if most is None or most > 0:
                running.append(executor.submit(_made, *about, replace(one, most=most)))
            if most is not None:
                most -= _count(meetings.waiting_in(one.pairing), in_a_row(), None)
        for made in running:
            yield iter(made.result())
        yield from (iter(()) for _ in rounds[len(running) :])

    return players


def _ready(subject: Subject, wanted: frozenset[str], size: int) -> None:
    _known(subject, wanted, size)


def _made(subject: Subject, wanted: frozenset[str], size: int, asked: Round) -> list[Played]:
    fuzzing, meetings = _known(subject, wanted, size)
    return [*played(fuzzing, meetings, ByRules, asked)]


@lru_cache(maxsize=1)
def _known(subject: Subject, wanted: frozenset[str], size: int) -> tuple[Fuzzing, Meetings]:
    from dicelaw.oracle.games.description import description

    fuzzing = description(subject.game).fuzzing(subject.game, subject.content, subject.mode)
    return fuzzing, Meetings(fuzzing, wanted, size=size)
