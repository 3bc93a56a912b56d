"""Ways that plays can go: transitions, windows in which players use something, and readings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from dicelaw.model.kernel.machine import Machine
from dicelaw.oracle.fuzz.trail import Trail

TRANSITIONS, WINDOWS, READINGS = SORTS = ("transitions", "windows", "readings")
Way = tuple[str, str]
"""One of these sorts, and an id."""


def ways_in(machine: Machine) -> frozenset[Way]:
    """All that there are in plays on ``machine``.

    A window is a timing point at which a player may do something with what it chooses.
    """
    return frozenset(
        [
            *((TRANSITIONS, one.id) for one in machine.transitions),
            *((WINDOWS, one.source) for one in machine.transitions if one.by_seat and one.choices),
            *((READINGS, id) for id in machine.readings),
        ]
    )


def ways_of(machine: Machine, trail: Trail) -> frozenset[Way]:
    """Those that ``trail`` went; whether it hangs on a reading it does not show by itself."""
    return ways_by(machine, {move[0] for _, move, _ in trail.steps})


def ways_by(machine: Machine, places: Iterable[int]) -> frozenset[Way]:
    """Those of plays that took the transitions at ``places``."""
    taken = [machine.transitions[place] for place in places]
    return frozenset(
        [
            *((TRANSITIONS, one.id) for one in taken),
            *((WINDOWS, one.source) for one in taken if one.by_seat and one.choices),
        ]
    )


def places_gone(machine: Machine, gone: Set[Way]) -> frozenset[int]:
    """The places of the transitions of ``machine`` that were taken."""
    return frozenset(range(len(machine.transitions))) - unmet(machine, gone)


def unmet(machine: Machine, gone: Set[Way]) -> frozenset[int]:
    """The places of the transitions of ``machine`` that were not taken."""
    return frozenset(
        place for place, one in enumerate(machine.transitions) if (TRANSITIONS, one.id) not in gone
    )


def counts(gone: Set[Way], there_are: Set[Way]) -> Mapping[str, tuple[int, int]]:
    """For each sort how many of how many were gone."""
    return {sort: (_count(sort, gone), _count(sort, there_are)) for sort in SORTS}


def _count(sort: str, ways: Iterable[Way]) -> int:
    return sum(one == sort for one, _ in ways)
