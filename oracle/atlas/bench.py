"""Plays of one arena with entries taken away, and under other readings."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property, lru_cache
from typing import Any

from dicelaw.model.open_points import OpenPoint
from dicelaw.oracle.atlas.following import SETUPS, Change, Followed, Same, followed
from dicelaw.oracle.atlas.meeting import Meeting
from dicelaw.oracle.fuzz.arena import Arena
from dicelaw.oracle.fuzz.meetings import PAIR
from dicelaw.oracle.games.games import open_points


class Bench:
    """Plays meetings in ``arena``, and in others like it, which it keeps."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self._blunt: dict[tuple[frozenset[str], bool], Arena | None] = {}
        self._under: dict[tuple[str, str], Bench] = {}
        self._meeting: Meeting | None = None
        self._played: dict[frozenset[str], Followed | None] = {}
        self.plays = 0

    @cached_property
    def turned(self) -> Bench:
        """The same with entries laid out the other way round."""
        return Bench(self.arena.turned())

    @cached_property
    def points(self) -> Mapping[str, OpenPoint]:
        """The points that the rules of this arena leave open."""
        known = self.arena.machine.readings
        return {one.id: one for one in open_points(self.arena.machine.name) if one.id in known}

    def under(self, point: str, answer: str) -> Bench:
        """The same under another reading."""
        if (point, answer) not in self._under:
            self._under[point, answer] = Bench(self.arena.under(point, answer))
        return self._under[point, answer]

    def play(self, meeting: Meeting, gone: Collection[str] = ()) -> Followed | None:
        """The play of ``meeting`` without the entries that are ``gone``; None where that cannot be.

        An entry is gone where it is neither used nor lies there; one that a play cannot do without is used,
        and does nothing. The others are then used if they can be. Plays of the meeting asked for last
        are kept.
        """
        if meeting is not self._meeting:
            self._meeting, self._played = meeting, {}
        key = frozenset(gone)
        if key not in self._played:
            self._played[key] = self._play(meeting, gone)
        return self._played[key]

    def _play(self, meeting: Meeting, gone: Collection[str]) -> Followed | None:
        setup, left, blunt = meeting.setup, set[str](), set[str]()
        for entry in gone:
            bare = _bare(self.arena, Same(setup), entry)
            if bare is None:
                blunt.add(entry)
            else:
                setup = bare
                left.add(entry)
        arena = self._without(frozenset(blunt), meeting)
        self.plays += 1
        free = frozenset(meeting.group) if gone else frozenset()
        return None if arena is None else followed(arena, setup, meeting.items, Change(left, free))

    def _without(self, blunt: frozenset[str], meeting: Meeting) -> Arena | None:
        """The arena in which ``blunt`` do nothing, nor what could only be used in their place.

        For triples attacks stay attacks, as what is used in one of them might else never meet the third.
        """
        if not blunt:
            return self.arena
        used = {entry for item in meeting.items for entry in item.uses}
        wide = blunt.union(*(self.arena.fellows(entry) - used for entry in blunt))
        key = wide, len(meeting.group) > PAIR
        if key not in self._blunt:
            self._blunt[key] = self.arena.without(wide, attacks=key[1])
        return self._blunt[key]


@lru_cache(maxsize=SETUPS)
def _bare(arena: Arena, same: Same, entry: str) -> dict[str, Any] | None:
    return arena.bare(same.setup, entry)
