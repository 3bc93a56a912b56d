"""Who sits with whom in games of more than two, so that any two heroes meet in few games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, cycle

from dicelaw.model.dice_throne.modes import Mode
from dicelaw.model.kernel.seats import Seats

Met = tuple[str, str, bool]
"""Two heroes, in order of their ids, and whether they are on one side."""


def tables(mode: Mode, pairs: Iterable[tuple[str, str]], heroes: Sequence[str]) -> list[tuple[str, ...]]:
    """Games of ``mode`` in which both of any of ``pairs`` are opponents, and in one of teams also allies.

    The other seats are taken by those of ``heroes`` who have met the fewest of those who sit there.
    """
    counts, found = cycle(mode.sides), []
    sides = (False, True) if mode.seats(next(iter(mode.sides))).allies(0) else (False,)
    left = dict.fromkeys(_met(*pair, allied) for pair in pairs for allied in sides if pair[0] != pair[1])
    while left:
        table = _table(mode.seats(next(counts)), next(iter(left)), left, heroes)
        seats = mode.seats(len(table))
        for one, other in combinations(seats.numbers, 2):
            left.pop(_met(table[one], table[other], other in seats.allies(one)), None)
        found.append(table)
    return found


def _met(one: str, other: str, allied: bool) -> Met:
    return (*sorted((one, other)), allied)  # type: ignore[return-value]  # two names


def _table(seats: Seats, first: Met, left: Iterable[Met], heroes: Sequence[str]) -> tuple[str, ...]:
    """Who sits on ``seats`` so that the two of ``first`` meet, and as many of those ``left`` as may be."""
    one, other, allied = first
    beside = seats.allies(0) if allied else seats.opponents(0)
    table, wanted = {0: one, beside[0]: other}, {*left}
    for seat in seats.numbers:
        if seat not in table:
            free = [hero for hero in heroes if hero not in table.values()] or [*heroes]
            meets = {
                hero: sum(_met(hero, table[at], at in seats.allies(seat)) in wanted for at in table)
                for hero in free
            }
            table[seat] = max(free, key=meets.__getitem__)
    return tuple(table[seat] for seat in seats.numbers)
