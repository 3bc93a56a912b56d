"""Plays by compiled code beside those of a campaign: many more, from the same positions, judged where new."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
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
from dicelaw.oracle.fuzz.trail import Ended, Recorder, Trail

LENGTH = 300
"""How many steps a play has at most, with what the rules do by themselves."""
MOST, IDLE = 256, 48
"""How many plays there are from one position at most, and after how many with nothing new no more."""
NOTHING = frozenset[int]()
JUDGED = 1
"""How many of these in which something is new are judged as any other play is."""


@dataclass(frozen=True)
class Came:
    """What came of plays from one position: how many, the groups that ``met``, and the transitions ``taken``.

    The ``trails`` are to be judged; each comes with how much it met first.
    """

    plays: int
    met: frozenset[Group]
    taken: frozenset[int]
    trails: tuple[tuple[Trail, int], ...]


class Beside:
    """Makes such plays in ``arena``, in which ``entries`` can meet. Raises NotInstalled and TooWide.

    Where it ``watches``, each step is asked which properties it breaks, which takes longer to compile.
    """

    def __init__(
        self, arena: Arena, entries: Iterable[str], recorder: Recorder, *, watches: bool = False
    ) -> None:
        names = tuple(sorted(entries))
        self._code, self._recorder = _compiled(arena, names, watches), recorder
        self._places = {entry: place for place, entry in enumerate(names)}
        self._told: set[int] = set()

    def of(self, start: State, waiting: Iterable[Group], taken: Set[int], draw: Random) -> Came:
        """What comes of plays from ``start``, of the pairs that are ``waiting`` and transitions not ``taken``."""
        code, seed = self._code, draw.getrandbits(63)
        pairs = {self._numbered(group): group for group in waiting}
        code.waiting(pairs)
        code.take(taken)
        code.begin(start)
        trails, idle, number, judged = list[tuple[Trail, int]](), 0, 0, 0
        while number < MOST and idle < IDLE:
            made = code.play(seed, number)
            number += 1
            idle = 0 if made.met else idle + 1
            wrong = code.wrong() if made.wrong else NOTHING
            leaving = code.leaving(wrong - self._told)
            asked = made.met > 0 and judged < JUDGED
            judged += asked
            if asked or wrong - self._told:
                trails.append((self._trail(start, leaving), made.met))
                self._told |= wrong
        met = frozenset(pairs[pair] for pair in code.met() if pair in pairs)
        return Came(number, met, code.taken(), tuple(trails))

    def _numbered(self, group: Sequence[str]) -> tuple[int, int]:
        one, other = sorted((self._places[entry] for entry in group), reverse=True)
        return one, other

    def _trail(self, start: State, leaving: Set[int]) -> Trail:
        """The last play, which began at ``start``, or up to where one of the transitions ``leaving`` does.

        It ends where the concrete reader does not go on as the compiled one does.
        """
        recorder = self._recorder
        recorder.begin(start)
        state = start
        with suppress(Ended):
            for place, wanted in self._code.steps():
                self._leave(state, leaving)
                moves = (move for move in recorder.reader.enabled(state) if move[0] == place)
                move = next((move for move in moves if self._after(state, move) == wanted), None)
                if move is None:
                    break
                state = recorder.take(state, move)
            self._leave(state, leaving)
        return recorder.trail

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


@lru_cache(maxsize=1)
def _compiled(arena: Arena, entries: tuple[str, ...], watches: bool) -> MeetingPlays:
    properties = arena.properties if watches else ()
    return MeetingPlays(arena.machine, arena.uses(entries), properties, length=LENGTH)


def beside(arena: Arena, entries: Iterable[str], recorder: Recorder, *, watches: bool) -> Beside | None:
    """Such plays in ``arena``; None where they cannot be compiled."""
    with suppress(NotInstalled, TooWide):
        return Beside(arena, entries, recorder, watches=watches)
    return None
