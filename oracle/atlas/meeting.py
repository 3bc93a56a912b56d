"""Meetings: the part of a play in which some entries are used or lie there, and little else happens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from dicelaw.oracle.atlas.following import Change, Followed, Item, followed, items_of
from dicelaw.oracle.files import scenario_runner as walk
from dicelaw.oracle.fuzz.arena import Arena, Group
from dicelaw.oracle.fuzz.trail import Trail
from dicelaw.oracle.games.description import description

EARLIER = 2
"""How many earlier beginnings of a play are tried where it cannot begin at the latest."""


@dataclass(frozen=True)
class Meeting:
    """A play of ``items`` from ``setup``, with one turn in which all of ``group`` are used, or lie there."""

    group: Group
    setup: Mapping[str, Any]
    items: tuple[Item, ...]

    @property
    def size(self) -> tuple[int, int]:
        """How long the play is, and how much its position says."""
        return len(self.items), len(str(self.setup))


def meeting_in(
    arena: Arena, group: Group, setup: Mapping[str, Any], trail: Trail, draw: Random
) -> Meeting | None:
    """A meeting of ``group`` in the play ``trail`` from ``setup``, if there is one that can be played alone.

    Where only some of them are used, each other is used after them as soon as it can be, or has to lie there.
    """
    ends = _ends(arena, group, trail)
    if not ends:
        return None
    session = arena.session(trail.start)
    last = max(ends)
    while last + 1 < len(trail.steps) and not walk.ends_phase(
        session, session.transition(trail.steps[last][1])
    ):
        last += 1
    for begin, early in _beginnings(arena, setup, trail, min(ends)):
        items = tuple(items_of(arena, session, trail.steps[begin : last + 1]))
        for calm in (arena.calm(early), early):
            for one in _used_also(arena, Meeting(group, calm, items), draw):
                if met(arena, one):
                    return _alone(arena, one)
    return None


def _beginnings(
    arena: Arena, setup: Mapping[str, Any], trail: Trail, first: int
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Where a play of what comes from step ``first`` on can begin, and how it stands there, the latest first.

    A position does not say all that was done, such as who attacks already. So the play can also begin where
    each phase did, and where all of it did.
    """
    session, game = arena.session(trail.start), description(arena.machine.name)
    found: list[tuple[int, Mapping[str, Any]]] = [(0, setup)]
    latest, phase = found[0], None
    for place in range(1, first + 1):
        session.state = trail.steps[place - 1][2]
        early = game.setup_here(session, setup)
        if early is None:
            continue
        latest = place, early
        if (session.at, arena.turn(session.state)) != phase:
            phase = session.at, arena.turn(session.state)
            found.append(latest)
    yield latest
    yield from [one for one in found[::-1] if one is not latest][:EARLIER]


def _used_also(arena: Arena, meeting: Meeting, draw: Random) -> Iterator[Meeting]:
    """``meeting`` with those of its group used that are not used yet, if they can be; then as it is.

    They are used after the others, or else as soon as they can be.
    """
    fuller = meeting
    for entry in meeting.group:
        first = [
            next((at for at, item in enumerate(fuller.items) if other in item.uses), None)
            for other in meeting.group
        ]
        since = [at for at in first if at is not None]
        if not since or first[meeting.group.index(entry)] is not None:
            continue
        for after in (max(since), -1):
            play = followed(arena, fuller.setup, fuller.items, Change(also=entry, since=after), draw)
            if play is not None and entry in play.used:
                session = arena.session(play.session.start)
                steps = [(step.before, step.move, step.after) for step in play.session.events]
                fuller = replace(fuller, items=tuple(items_of(arena, session, steps)))
                break
    if fuller is not meeting:
        yield fuller
    yield meeting


def met(arena: Arena, meeting: Meeting) -> Followed | None:
    """The play of ``meeting``, if all entries are in it."""
    play = followed(arena, meeting.setup, meeting.items)
    if play is None:
        return None
    there = {*play.used, *arena.lying(play.session.start)}
    used = not {*play.used}.isdisjoint(meeting.group)
    return play if used and there.issuperset(meeting.group) else None


def _ends(arena: Arena, group: Group, trail: Trail) -> tuple[int, ...]:
    """The steps, close to each other, that use as many of ``group`` in one turn as any turn does."""
    last: dict[str, int] = {}
    found: tuple[int, ...] = ()
    for place, (before, move, after) in enumerate(trail.steps):
        if place and arena.turn(before) != arena.turn(trail.steps[place - 1][0]):
            last = {}
        for entry in arena.used(move, after):
            if entry in group:
                last[entry] = place
                here = tuple(sorted(last.values()))
                if (len(here), here[0] - here[-1]) > (len(found), found[0] - found[-1] if found else 0):
                    found = here
    return found


def _alone(arena: Arena, meeting: Meeting) -> Meeting:
    """``meeting`` without other uses, as far as the group meets all the same."""
    for place in range(len(meeting.items) - 1, -1, -1):
        uses = meeting.items[place].uses
        if uses and not {*meeting.group}.intersection(uses):
            less = replace(meeting, items=_without(meeting.items, place, block(meeting.items, place)))
            meeting = less if met(arena, less) else meeting
    return meeting


def block(items: Sequence[Item], place: int) -> int:
    """Where what belongs to the item at ``place`` ends: what is rolled and chosen for it before any pass."""
    end = place + 1
    while end < len(items) and not items[end].uses and not items[end].after_pass:
        end += 1
    return end


def _without(items: Sequence[Item], begin: int, end: int) -> tuple[Item, ...]:
    return (*items[:begin], *items[end:])


def fewer(meeting: Meeting) -> list[Meeting]:
    """``meeting`` with one item less, or one with what belongs to it, in each way, the last ones first."""
    found = []
    for place in range(len(meeting.items) - 1, -1, -1):
        ends = {place + 1, block(meeting.items, place) if meeting.items[place].uses else place + 1}
        found += [replace(meeting, items=_without(meeting.items, place, end)) for end in sorted(ends)[::-1]]
    return found
