"""Plays by compiled code beside those of a campaign: many more, from the same positions, judged where new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from dicelaw.checker.search.layout import TooWide
from dicelaw.checker.search.meeting_plays import MeetingPlays
from dicelaw.checker.search.native import NotInstalled
from dicelaw.model.kernel.concrete import Move, OutsideDomain
from dicelaw.model.kernel.state import State
from dicelaw.oracle.fuzz.arena import Arena, Group
from dicelaw.oracle.fuzz.faults import COMPILED, READING
from dicelaw.oracle.fuzz.trail import Ended, Recorder, Trail
from dicelaw.specs.property import Property

LENGTH = 300
"""How many steps a play has at most, with what the rules do by themselves."""
MOST, IDLE = 256, 48
"""How many plays there are from one position at most, and after how many with nothing new no more."""
NOTHING = frozenset[int]()
JUDGED = 1
"""How many of these in which something is new are judged as any other play is."""
TIMES = 3
"""How many plays in which a step goes otherwise under another reading are asked whether they hang on it."""


@dataclass(frozen=True)
class Came:
    """What came of plays from one position: how many, the groups that ``met``, and the transitions ``taken``.

    The ``trails`` are to be judged.
    """

    plays: int
    met: frozenset[Group]
    taken: frozenset[int]
    trails: tuple[Judged, ...]


@dataclass(frozen=True)
class Judged:
    """A play that is to be judged: its ``trail``, and what it ``shows``.

    These are the ids of claims that it breaks, and that of the transition that the concrete reader takes
    otherwise, after the kind of that fault.
    """

    trail: Trail
    shows: frozenset[str]


class Beside:
    """Makes such plays in ``arena``, in which ``entries`` can meet. Raises NotInstalled and TooWide.

    Each step is asked which of ``claims`` it breaks, which take longer to compile.
    """

    def __init__(
        self, arena: Arena, entries: Iterable[str], recorder: Recorder, claims: Sequence[Property] = ()
    ) -> None:
        names = tuple(sorted(entries))
        self._code, self._recorder = _compiled(arena, names, tuple(claims)), recorder
        self._places = {entry: place for place, entry in enumerate(names)}
        self._told: Counter[int] = Counter()

    def of(self, start: State, waiting: Iterable[Group], taken: Set[int], draw: Random) -> Came:
        """What comes of plays from ``start`` where these pairs are ``waiting``, and so much is ``taken``."""
        code, seed = self._code, draw.getrandbits(63)
        pairs = {self._numbered(group): group for group in waiting}
        code.waiting(pairs)
        code.take(taken)
        code.begin(start)
        trails, idle, number, judged = list[Judged](), 0, 0, 0
        while number < MOST and idle < IDLE:
            made = code.play(seed, number)
            number += 1
            idle = 0 if made.met else idle + 1
            wrong = self._untold(code.wrong()) if made.wrong else NOTHING
            asked = made.met > 0 and judged < JUDGED
            judged += asked
            if asked or wrong:
                trail, differs = self._trail(start, code.leaving(wrong))
                trails.append(Judged(trail, code.broken(wrong) | differs))
                self._told.update(wrong)
        met = frozenset(pairs[pair] for pair in code.met() if pair in pairs)
        return Came(number, met, code.taken(), tuple(trails))

    def _untold(self, wrong: Set[int]) -> frozenset[int]:
        """What of ``wrong`` no play was judged for, or only few where it may well be nothing."""
        readings = (id.startswith(f"{READING}/") for id in self._code.watched)
        first = self._code.layout.hits
        often = {first + number for number, is_so in enumerate(readings) if is_so}
        return frozenset(hit for hit in wrong if self._told[hit] < (TIMES if hit in often else 1))

    def _numbered(self, group: Sequence[str]) -> tuple[int, int]:
        one, other = sorted((self._places[entry] for entry in group), reverse=True)
        return one, other

    def _trail(self, start: State, leaving: Set[int]) -> tuple[Trail, frozenset[str]]:
        """The last play, which began at ``start``, or up to where one of the transitions ``leaving`` does.

        It ends with the first step that the concrete reader takes otherwise, which is said as of Judged.
        """
        recorder, state = self._recorder, start
        recorder.begin(start)
        with suppress(Ended):
            for place, wanted in self._code.steps():
                self._leave(state, leaving)
                legal = recorder.reader.enabled(state)
                alike = [move for move in legal if move[0] == place]
                move = next((move for move in alike if self._after(state, move) == wanted), None)
                if move is None:
                    for other in (*alike, *legal)[:1]:
                        recorder.take(state, other)
                    return recorder.trail, frozenset([f"{COMPILED}/{recorder.machine.transitions[place].id}"])
                state = recorder.take(state, move)
            self._leave(state, leaving)
            recorder.settled(state)
        return recorder.trail, frozenset()

    def _leave(self, state: State, leaving: Set[int]) -> None:
        """Take a step that leaves a domain in ``state``, if there is one. Raises Ended."""
        for move in self._recorder.reader.enabled(state) if leaving else ():
            if move[0] in leaving and self._after(state, move) is None:
                self._recorder.take(state, move)

    def _after(self, state: State, move: Move) -> State | None:
        try:
            return self._recorder.reader.step(state, move)
        except OutsideDomain:
            return None


@lru_cache(maxsize=2)
def _compiled(arena: Arena, entries: tuple[str, ...], claims: tuple[Property, ...]) -> MeetingPlays:
    return MeetingPlays(arena.machine, arena.uses(entries), claims, length=LENGTH)


def beside(
    arena: Arena, entries: Iterable[str], recorder: Recorder, claims: Sequence[Property]
) -> Beside | None:
    """Such plays in ``arena``; None where they cannot be compiled."""
    with suppress(NotInstalled, TooWide):
        return Beside(arena, entries, recorder, claims)
    return None
