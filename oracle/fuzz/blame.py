"""Which entries are at fault: those without whose effect a play no longer shows what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable

from dicelaw.oracle.fuzz.arena import Arena
from dicelaw.oracle.fuzz.shrink import Player, Shown
from dicelaw.oracle.fuzz.trail import Trail


def involved(arena: Arena, trail: Trail) -> list[str]:
    """The entries that are used in the play ``trail`` or lie on the table, those used first."""
    used = [entry for _, move, after in trail.steps for entry in arena.used(move, after)]
    if trail.last is not None:
        used += arena.used(trail.last[1], trail.last[0])
    states = [trail.start, *(after for *_, after in trail.steps)]
    return [*dict.fromkeys([*used, *(one for state in states for one in sorted(arena.lying(state)))])]


def at_fault(arena: Arena, shown: Shown, spared: Iterable[str] = ()) -> tuple[str, ...]:
    """The entries at fault in ``shown``: each of them is needed for it to be seen, and together they do.

    The effects of entries are taken away one after another, as long as the same play, with passes where one
    has to, shows the same. What cannot be taken away without other fields for the rest is never at fault.
    """
    gone, needed = set[str](), list[str]()
    for entry in involved(arena, shown.trail):
        if entry in spared:
            continue
        if (other := arena.without(gone | {entry})) is None:
            continue
        if Player(other, shown.fault.id).shown(shown.setup, shown.decisions, shown.fault) is None:
            needed.append(entry)
        else:
            gone.add(entry)
    return tuple(sorted(needed))
