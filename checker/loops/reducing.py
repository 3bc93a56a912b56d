"""Leaving out acts that cannot be part of any cycle: what they use up, nothing brings back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from dicelaw.checker.loops.acts import Act, Outcome, Row, Way
from dicelaw.checker.loops.deciding import Cycle, Measure, any_cycle, cycle, measure

Cut = tuple[str, tuple[Row, ...]]
"""A good that no act brings that is still looked at, and the acts that use it up."""


def reduced(rows: Sequence[Row]) -> tuple[list[Row], list[Cut]]:
    """The ``rows`` that may be part of a cycle, and the others, in the order in which they are left out."""
    left, cuts = list(rows), list[Cut]()
    while True:
        brought = {good for row in left for good, by in row.change if by > 0}
        gone: dict[str, list[Row]] = {}
        for row in left:
            lost = next((good for good, by in row.change if by < 0 and good not in brought), None)
            if lost is not None:
                gone.setdefault(lost, []).append(row)
        if not gone:
            return left, cuts
        cuts += [(good, tuple(some)) for good, some in gone.items()]
        out = {row for some in gone.values() for row in some}
        left = [row for row in left if row not in out]


def lifted(weights: Mapping[str, Fraction], cuts: Sequence[Cut]) -> dict[str, Fraction]:
    """``weights`` with those of the goods of ``cuts``, so large that no act left out raises the sum."""
    found = {good: Fraction(0) for _, rows in cuts for row in rows for good, _ in row.change} | dict(weights)
    for good, rows in reversed(cuts):
        least = found[good]
        for row in rows:
            change = dict(row.change)
            others = sum((found[one] * by for one, by in row.change if one != good), Fraction(row.gain))
            least = max(least, others / -change[good])
        found[good] = least
    return found


def possible(rows: Sequence[Row], begin: Collection[str]) -> list[Row]:
    """The ``rows`` that may come about where at first there are only goods of ``begin``."""
    there, left, found = set(begin), list(rows), list[Row]()
    while True:
        now = [row for row in left if all(by > 0 or good in there for good, by in row.change)]
        if not now:
            return found
        there |= {good for row in now for good, by in row.change if by > 0}
        gone = set(now)
        found, left = found + now, [row for row in left if row not in gone]


def weighed(rows: Sequence[Row], counted: Collection[str]) -> Measure | None:
    """Weights that prove that no ``rows`` in any number are a free loop, or None where there are none."""
    left, cuts = reduced(rows)
    acts = [Act(row.act, (Way((Outcome(Fraction(1), (row,)),)),)) for row in left]
    found = measure(acts, counted)
    if found is None:
        return None
    answer = Measure(lifted(found.weights, cuts))
    every = [Act(row.act, (Way((Outcome(Fraction(1), (row,)),)),)) for row in rows]
    if not answer.proves(every, counted):
        raise ArithmeticError("weights do not prove what they should")
    return answer


def short_cycle(rows: Sequence[Row], counted: Collection[str], but: str = "") -> Cycle | None:
    """A free loop of ``rows``, of few acts that have a name; None where there is none.

    Acts whose names begin with ``but`` are left out rather than others.
    """
    left = reduced(rows)[0]
    some = any_cycle(left, counted)
    if some is None:
        return None
    for act in sorted(
        {row.act for row, _ in some.rows if row.act}, key=lambda act: (not act.startswith(but), act)
    ):
        fewer = reduced([row for row in left if row.act != act])[0]
        without = any_cycle(fewer, counted)
        if without is not None:
            left, some = fewer, without
    return cycle([row for row, _ in some.rows], counted)
