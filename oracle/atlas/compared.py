"""Plays of a meeting with and without each of its entries, and what all come to beyond what fewer do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from dicelaw.oracle.atlas.bench import Bench
from dicelaw.oracle.atlas.following import Followed, Path
from dicelaw.oracle.atlas.meeting import Meeting
from dicelaw.oracle.fuzz.arena import Group
from dicelaw.oracle.fuzz.meetings import PAIR

APART = ("at", "winners", "turn", "to_decide")
"""What stands there that is no amount."""
There = frozenset[str]
"""The entries of a group that are not taken away."""


def is_in(play: Followed, entry: str) -> bool:
    """Whether ``entry`` is used in ``play``, or lay there."""
    return entry in play.used or entry in play.lay


@dataclass(frozen=True)
class Compared:
    """The ``plays`` of a meeting of ``group``, by which of its entries are there."""

    group: Group
    plays: Mapping[There, Followed]

    def of(self, *entries: str) -> Followed:
        """The play with these entries alone."""
        return self.plays[frozenset(entries)]

    @property
    def whole(self) -> Followed:
        """The meeting as it is."""
        return self.of(*self.group)

    @cached_property
    def contrast(self) -> Mapping[Path, int]:
        """What the entries come to together beyond what fewer of them come to, amount by amount.

        Of a pair that is what both come to beyond what each does by itself, and of a triple what no two of
        them show either, of the amounts to which no two of them come. Where one of a pair comes about by the
        other alone, it is about the amounts that the other changes.
        """
        needed = self.needed
        none, other = self.of(), None if needed is None else self.of(needed)
        signs = [((-1) ** (len(self.group) - len(there)), one.numbers) for there, one in self.plays.items()]
        found = {}
        for path in sorted({path for _, numbers in signs for path in numbers}):
            beyond = sum(sign * numbers.get(path, 0) for sign, numbers in signs)
            changed = other is None or other.numbers.get(path, 0) != none.numbers.get(path, 0)
            changed &= len(self.group) == PAIR or not self._by_two(path)
            if path[0] not in APART and beyond and changed:
                found[path] = beyond
        return found

    def _by_two(self, path: Path) -> bool:
        """Whether some two of a triple come to the same, as where a stack limit holds of each."""
        every = frozenset(self.group)
        fewer = (self.plays[every - {entry}].numbers.get(path, 0) for entry in self.group)
        return self.whole.numbers.get(path, 0) in fewer

    @cached_property
    def needed(self) -> str | None:
        """The one of a pair without which the other is not there, if one is."""
        if len(self.group) > PAIR:
            return None
        one, other = self.group
        if not is_in(self.of(other), other):
            return one
        return None if is_in(self.of(one), one) else other

    @property
    def comparable(self) -> bool:
        """Whether all come to the same end, and the dice and cards of each entry are the same.

        Of three entries those that are not taken away have to be there, as it is otherwise not what two of
        them show.
        """
        every, whole = self.plays.values(), self.whole
        if not all(one.ended and one.end == whole.end for one in every):
            return False
        if len(self.group) > PAIR and not all(
            is_in(play, entry) for there, play in self.plays.items() for entry in there
        ):
            return False
        return self._same_chance

    @property
    def _same_chance(self) -> bool:
        fell = {there: Counter(play.fell) for there, play in self.plays.items()}
        group = frozenset(self.group)
        brought = {entry: fell[group] - fell[group - {entry}] for entry in group}
        return all(
            not one - fell[group] and all(one - fell[there - {entry}] == brought[entry] for entry in there)
            for there, one in fell.items()
        )


def compared(bench: Bench, meeting: Meeting) -> Compared | None:
    """The plays of ``meeting``, if all can be made and compared."""
    plays = {}
    for gone in _parts(meeting.group):
        play = bench.play(meeting, gone)
        if play is None:
            return None
        plays[frozenset(meeting.group) - {*gone}] = play
    found = Compared(meeting.group, plays)
    return found if found.comparable else None


def _parts(group: Group) -> Iterator[Group]:
    """None of ``group``, each one, each two, and so on."""
    for size in range(len(group) + 1):
        yield from combinations(group, size)
