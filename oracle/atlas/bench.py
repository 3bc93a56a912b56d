"""Plays of one arena with entries taken away, and under other readings."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property

from dicelaw.model.open_points import OpenPoint
from dicelaw.oracle.atlas.following import Change, Followed, followed
from dicelaw.oracle.atlas.meeting import Meeting
from dicelaw.oracle.fuzz.arena import Arena
from dicelaw.oracle.games.games import open_points


class Bench:
    """Plays meetings in ``arena``, and in others like it, which it keeps."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self._blunt: dict[frozenset[str], Arena | None] = {}
        self._under: dict[tuple[str, str], Bench] = {}
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

    def play(self, meeting: Meeting, gone: Collection[str] = (), since: int = -1) -> Followed | None:
        """The play of ``meeting`` without the entries that are ``gone``; None where that cannot be.

        An entry is gone where it is neither used nor lies there; one that a play cannot do without is used,
        and does nothing. The other of the pair is then used if it can be. What might be used is noted from
        after item number ``since`` on.
        """
        setup, left, blunt = meeting.setup, set[str](), set[str]()
        for entry in gone:
            bare = self.arena.bare(setup, entry)
            if bare is None:
                blunt.add(entry)
            else:
                setup = bare
                left.add(entry)
        arena = self._without(frozenset(blunt), meeting)
        self.plays += 1
        free = frozenset(meeting.pair) if gone else frozenset()
        return (
            None if arena is None else followed(arena, setup, meeting.items, Change(left, free, since=since))
        )

    def _without(self, blunt: frozenset[str], meeting: Meeting) -> Arena | None:
        """The arena in which ``blunt`` do nothing, nor what could only be used in their place."""
        if not blunt:
            return self.arena
        used = {entry for item in meeting.items for entry in item.uses}
        wide = blunt.union(*(self.arena.fellows(entry) - used for entry in blunt))
        if wide not in self._blunt:
            self._blunt[wide] = self.arena.without(wide)
        return self._blunt[wide]
