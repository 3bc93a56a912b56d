"""Which vector notices which mutant of a game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from typing import Any, TypeVar

from dicelaw.mutation.worker import Judged, Roster, hold, judge, prove, recall
from dicelaw.oracle.files.ruling_vectors import written
from dicelaw.oracle.files.vectors import Record
from dicelaw.oracle.games.description import description

T = TypeVar("T")
Tell = Callable[[str, int, int], None]
"""What is told of a part of the work how much of it is done, and how much there is."""


def untold(_part: str, _done: int, _whole: int) -> None:
    """Nothing is made of what is told."""


class Trial:
    """The mutants of ``game`` in ``mode``, held against the plays of ``records``, by default of all vectors.

    The machines are shared out among ``executors`` with a worker each. ``tell`` is told how far it is with
    each part of the work.
    """

    def __init__(
        self,
        game: str,
        executors: Sequence[Executor],
        records: Sequence[Record] | None = None,
        tell: Tell = untold,
        mode: str = "",
    ) -> None:
        self._executors = executors
        self._tell = tell
        of = description(game)
        known: dict[tuple[str, ...], list[Record]] = defaultdict(list)
        for one in written(game, mode) if records is None else records:
            known[one.between].append(one)
        openings = of.openings(game, mode)
        self._between = [of.between(opening) for opening in openings]
        parts = {
            number: (opening, known[between])
            for number, (opening, between) in enumerate(zip(openings, self._between, strict=True))
        }
        self._rosters: dict[int, Roster] = dict(self._each("opening games", hold, parts))

    def judged(self, rule: str | None = None, _about: str | None = None) -> Iterator[Judged]:
        """Each mutant, or each that breaks ``rule``, with what notices it.

        A transition has its mutants in the first machine in which a vector takes it, or else in the first
        that has it: the usual one comes first, then the one with the fewest mutants. The vectors of that
        machine are asked first, then those of the others.
        """
        left: dict[str, Judged] = {}
        chosen = {number: (ids,) for number, ids in self._homes(rule).items()}
        for _, found in self._each("rules, in their first games", judge, chosen):
            for one in found:
                if one.vector:
                    yield one
                else:
                    left[one.mutant.id] = one
        elsewhere = self._elsewhere([*left.values()], lambda roster: bool(roster.taken))
        for _, found in self._each("those left, in all games", judge, elsewhere):
            for one in found:
                if one.vector and not left[one.mutant.id].vector:
                    left[one.mutant.id] = one
        yield from left.values()

    def unproved(self, survived: Sequence[Judged], *, anew: bool) -> dict[str, tuple[str, ...]]:
        """Those that ``survived`` which are not proved equivalent in every machine that has them.

        For each its id, and between whom that is first: where it was judged, or else in order. It is proved
        ``anew``, or else what is recorded in the package counts.
        """
        homes: dict[int, list[str]] = defaultdict(list)
        for one in survived:
            homes[self._between.index(one.between)].append(one.mutant.id)
        at_home = {number: (ids,) for number, ids in sorted(homes.items())}
        proved, what = (prove, "proofs") if anew else (recall, "recorded proofs")
        same = {id for _, ids in self._each(f"{what}, in first games", proved, at_home) for id in ids}
        found = {one.mutant.id: one.between for one in survived if one.mutant.id not in same}
        asked = self._elsewhere([one for one in survived if one.mutant.id in same], lambda _: True)
        for number, ids in self._each(f"{what}, in all games", proved, asked):
            for id in {*asked[number][0]} - {*ids}:
                found.setdefault(id, self._between[number])
        return found

    def _homes(self, rule: str | None) -> dict[int, list[str]]:
        """The mutants, or those that break ``rule``, by the machine in which they are judged first."""
        homes: dict[str, int] = {}
        order = sorted(self._rosters.items(), key=lambda one: (one[0] > 0, len(one[1].first)))
        taken = [(number, roster.taken) for number, roster in order]
        has = [(number, roster.has) for number, roster in order]
        for number, transitions in (*taken, *has):
            for id in transitions:
                homes.setdefault(id, number)
        found: dict[int, list[str]] = {}
        done: set[str] = set()
        for number, roster in order:
            own = [id for id, first in roster.first.items() if homes[first] == number and id not in done]
            done |= {*own}
            if chosen := [id for id in own if rule is None or rule in roster.rules[id]]:
                found[number] = chosen
        return found

    def _elsewhere(
        self, some: Sequence[Judged], wanted: Callable[[Roster], bool]
    ) -> dict[int, tuple[list[str]]]:
        """``some`` by the machines ``wanted`` that have them, other than the one in which each was judged."""
        found = {}
        for number, roster in self._rosters.items():
            others = {one.mutant.id for one in some if one.between != self._between[number]}
            if wanted(roster) and (ids := [id for id in roster.first if id in others]):
                found[number] = (ids,)
        return found

    def _each(
        self, part: str, ask: Callable[..., T], asked: Mapping[int, tuple[Any, ...]]
    ) -> Iterator[tuple[int, T]]:
        """What ``ask`` says of each machine ``asked`` about, by its number and in order."""
        waiting: dict[int, Future[T]] = {
            number: self._executors[number % len(self._executors)].submit(ask, number, *about)
            for number, about in asked.items()
        }
        for done, (number, future) in enumerate(waiting.items()):
            self._tell(part, done, len(waiting))
            yield number, future.result()
        self._tell(part, len(waiting), len(waiting))
