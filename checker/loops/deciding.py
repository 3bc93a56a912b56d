"""Deciding by linear arithmetic: weights by which every gain is paid for, or a cycle that is free.

By Farkas' lemma exactly one of both exists. Weights are checked in exact numbers, without the solver that
found them; so is a cycle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm

import z3

from dicelaw.checker.loops.acts import Act, Outcome, Row, best, rows_of, worst

LARGEST = 16
"""Cycles of up to so many acts are looked for as short as they can be."""
MOST_MIXED = 64
"""Of so many outcomes at most it is looked through what is chosen in each."""


@dataclass(frozen=True)
class Measure:
    """Weights of goods: each act that gains something lowers the weighted sum, and none raises it.

    With ``on_average`` that is so of the mean over what chance decides, so gains end almost surely; else it
    is so however chance decides.
    """

    weights: Mapping[str, Fraction]
    on_average: bool = False

    def of(self, row: Row) -> Fraction:
        """By how much ``row`` raises the weighted sum, its gain counted in."""
        return sum((self.weights[good] * by for good, by in row.change), Fraction(row.gain))

    def proves(self, acts: Iterable[Act], counted: Collection[str]) -> bool:
        """Whether no act raises it, where every good in ``counted`` has a weight of 1 at least."""
        if any(self.weights[good] < 1 for good in counted) or min(self.weights.values(), default=0) < 0:
            return False
        ways = (way for act in acts for way in act.ways)
        if not self.on_average:
            return all(self.of(row) <= 0 for way in ways for one in way.outcomes for row in one.rows)
        return all(sum(one.chance * max(map(self.of, one.rows)) for one in way.outcomes) <= 0 for way in ways)


@dataclass(frozen=True)
class Cycle:
    """Rows with how often each is taken in a round; together they lose no good and gain something."""

    rows: tuple[tuple[Row, int], ...]

    @property
    def change(self) -> dict[str, int]:
        """How a round changes each good, where it does."""
        total: Counter[str] = Counter()
        for row, times in self.rows:
            for good, by in row.change:
                total[good] += by * times
        return {good: by for good, by in total.items() if by}

    @property
    def gain(self) -> int:
        """How many acts of a round gain something beside goods."""
        return sum(row.gain * times for row, times in self.rows)

    @property
    def is_free(self) -> bool:
        """Whether it really loses nothing."""
        return min(self.change.values(), default=0) >= 0


def measure(acts: Sequence[Act], counted: Collection[str], *, on_average: bool = False) -> Measure | None:
    """Weights that prove that no acts in any number are a free loop, or None where there are none.

    ``counted`` are the goods of which more is a gain; others only limit what can be done.
    """
    kept = rows_of(acts)
    every = (row for act in acts for way in act.ways for one in way.outcomes for row in one.rows)
    goods = sorted({good for row in every for good, _ in row.change} | {*counted})
    solver = z3.SolverFor("QF_LRA")
    weights = {good: z3.Real(f"weight {good}") for good in goods}
    solver.add(*(weight >= int(good in counted) for good, weight in weights.items()))

    def raised(row: Row) -> z3.ArithRef:
        return z3.Sum([z3.RealVal(row.gain), *(by * weights[good] for good, by in row.change)])

    if not on_average:
        solver.add(*(raised(row) <= 0 for row in kept))
    else:
        for number, way in enumerate(way for act in acts for way in act.ways):
            tops = [z3.Real(f"most {number} {place}") for place, _ in enumerate(way.outcomes)]
            for top, one in zip(tops, way.outcomes, strict=True):
                solver.add(*(raised(row) <= top for row in best(one.rows)))
            pairs = zip(tops, way.outcomes, strict=True)
            solver.add(z3.Sum([_value(one.chance) * top for top, one in pairs]) <= 0)
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    found = {good: _fraction(model.eval(weight, model_completion=True)) for good, weight in weights.items()}
    answer = Measure(found, on_average)
    if not answer.proves(acts, counted):
        raise ArithmeticError("weights that the solver gave do not prove what they should")
    return answer


def cycle(rows: Sequence[Row], counted: Collection[str]) -> Cycle | None:
    """A free loop of ``rows``, of few acts where that is possible; None where there is none."""
    for most in (1, 2, 3, 4, 6, 9, LARGEST):
        found = _cycle(rows, counted, most)
        if found is not None:
            return found
    return any_cycle(rows, counted)


def any_cycle(rows: Sequence[Row], counted: Collection[str]) -> Cycle | None:
    """A free loop of ``rows``, of however many acts; None where there is none."""
    return _cycle(rows, counted, None)


def sure(acts: Sequence[Act]) -> list[Row]:
    """For each way of each act what is sure of it, whatever chance decides and players choose well."""
    found: list[Row] = []
    for act in acts:
        for way in act.ways:
            ways = 1
            for one in way.outcomes:
                ways *= len(one.rows)
            if ways <= MOST_MIXED:
                found += [worst(picked) for picked in product(*(one.rows for one in way.outcomes))]
            else:
                found.append(worst([_richest(one) for one in way.outcomes]))
    return best(found)


def _richest(outcome: Outcome) -> Row:
    return max(outcome.rows, key=lambda row: (sum(by for _, by in row.change), row.gain))


def _cycle(rows: Sequence[Row], counted: Collection[str], most: int | None) -> Cycle | None:
    """A free loop of at most so many acts, or of any number if ``most`` is None."""
    solver = z3.SolverFor("QF_LRA") if most is None else z3.Solver()
    solver.set("random_seed", 0)
    make = z3.Real if most is None else z3.Int
    times = [make(f"times {place}") for place, _ in enumerate(rows)]
    solver.add(*(one >= 0 for one in times))
    if most is not None:
        solver.add(z3.Sum(times) <= most)
    goods = sorted({good for row in rows for good, _ in row.change})
    totals = {good: z3.Sum([one * dict(row.change).get(good, 0) for one, row in zip(times, rows, strict=True)
                            if dict(row.change).get(good, 0)]) for good in goods}  # fmt: skip
    solver.add(*(total >= 0 for total in totals.values()))
    gains = [one * row.gain for one, row in zip(times, rows, strict=True) if row.gain]
    solver.add(z3.Sum([*gains, *(total for good, total in totals.items() if good in counted)]) >= 1)
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    values = [_fraction(model.eval(one, model_completion=True)) for one in times]
    whole = lcm(*(value.denominator for value in values))
    taken = [(row, int(value * whole)) for row, value in zip(rows, values, strict=True) if value]
    found = Cycle(tuple(taken))
    if not found.is_free:
        raise ArithmeticError("a cycle that the solver gave loses something")
    return found


def _value(number: Fraction) -> z3.RatNumRef:
    return z3.Q(number.numerator, number.denominator)


def _fraction(value: z3.ExprRef) -> Fraction:
    if isinstance(value, z3.IntNumRef):
        return Fraction(value.as_long())
    assert isinstance(value, z3.RatNumRef)
    return Fraction(value.numerator_as_long(), value.denominator_as_long())
