"""Intervals: what the bounds of two numbers tell about their sum and about comparisons; None is unbounded."""

from __future__ import annotations

from typing import Literal

Bound = int | None
Interval = tuple[Bound, Bound]
"""The lowest and the highest that a number can be."""
Comparison = Literal["<", "<=", "=="]


def sum_of(a: Bound, b: Bound) -> Bound:
    """The bound of a sum, of numbers with the bounds ``a`` and ``b``."""
    return None if a is None or b is None else a + b


def decided(op: Comparison, a: Interval, b: Interval) -> bool | None:
    """Whether ``op`` always or never holds between a number of ``a`` and one of ``b``; None if it depends."""
    (lo, hi), (other_lo, other_hi) = a, b
    match op:
        case "<":
            always, never = _below(hi, other_lo), _at_most(other_hi, lo)
        case "<=":
            always, never = _at_most(hi, other_lo), _below(other_hi, lo)
        case "==":
            always = lo is not None and lo == hi == other_lo == other_hi
            never = _below(hi, other_lo) or _below(other_hi, lo)
    return always if always or never else None


def _below(hi: Bound, lo: Bound) -> bool:
    """Whether all numbers up to ``hi`` are below all from ``lo`` up."""
    return hi is not None and lo is not None and hi < lo


def _at_most(hi: Bound, lo: Bound) -> bool:
    """Whether no number up to ``hi`` is above one from ``lo`` up."""
    return hi is not None and lo is not None and hi <= lo
