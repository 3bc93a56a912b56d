"""What intervals tell of a comparison is so of all numbers in them, and all that can be told is told."""

from itertools import product
from operator import eq, le, lt

from hypothesis import given
from hypothesis import strategies as st

from dicelaw.model.kernel.intervals import decided, sum_of

FAR = 12
COMPARED = {"<": lt, "<=": le, "==": eq}


@st.composite
def intervals(draw):
    """An interval of small numbers, with or without each bound."""
    lo = draw(st.none() | st.integers(-3, 3))
    hi = draw(st.none() | st.integers(-3 if lo is None else lo, 4))
    return lo, hi


def numbers(interval):
    """Numbers of it, as far as they tell one bound from another."""
    lo, hi = interval
    return range(-FAR if lo is None else lo, (FAR if hi is None else hi) + 1)


@given(st.sampled_from(sorted(COMPARED)), intervals(), intervals())
def test_a_comparison_is_decided_just_where_all_numbers_agree(op, a, b):
    found = {COMPARED[op](one, other) for one, other in product(numbers(a), numbers(b))}
    assert decided(op, a, b) is (found.pop() if len(found) == 1 else None)


def test_a_sum_is_bounded_where_both_parts_are():
    assert (sum_of(2, -5), sum_of(None, 3), sum_of(3, None)) == (-3, None, None)
