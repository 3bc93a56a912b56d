"""Free loops as arithmetic: weights where every gain is paid for, else a cycle; never both, never neither."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicelaw.checker.loops import (
    Act,
    Cycle,
    Measure,
    Outcome,
    Row,
    Way,
    cycle,
    measure,
    rows_of,
    sure,
    told_acts,
)

GOODS = ("ore", "iron", "coin")
CHANGES = st.dictionaries(st.sampled_from(GOODS), st.integers(-3, 3), max_size=3)
ACTS = st.lists(st.tuples(CHANGES, st.integers(0, 1)), min_size=1, max_size=5)


def _acts(changes):
    return [Act.plain(f"act {place}", change, gain) for place, (change, gain) in enumerate(changes)]


def _rolled(name, *outcomes):
    """An act of one way, with rows by chance."""
    found = [
        Outcome(Fraction(chance), tuple(Row.of(name, *row) for row in rows)) for chance, *rows in outcomes
    ]
    return Act(name, (Way(tuple(found)),))


@given(ACTS)
def test_there_is_either_a_proof_or_a_cycle(changes):
    acts = _acts(changes)
    weights, found = measure(acts, GOODS), cycle(rows_of(acts), GOODS)
    assert (weights is None) != (found is None)
    if weights is not None:
        assert weights.proves(acts, GOODS)
    else:
        assert found.is_free
        assert found.gain or any(by > 0 for by in found.change.values())


@given(ACTS, st.lists(st.integers(0, 4), min_size=5, max_size=5))
def test_what_is_proved_has_no_cycle_among_multiples(changes, times):
    acts = _acts(changes)
    if measure(acts, GOODS) is None:
        return
    rows = [act.ways[0].outcomes[0].rows[0] for act in acts]
    tried = Cycle(tuple((row, many) for row, many in zip(rows, times, strict=False) if many))
    gains = tried.gain or any(by > 0 for by in tried.change.values())
    assert not (tried.is_free and gains)


def test_a_cycle_is_as_short_as_can_be():
    acts = _acts([({"ore": -1, "iron": 1}, 0), ({"iron": -1, "ore": 1}, 1), ({"iron": -2, "ore": 2}, 0)])
    found = cycle(rows_of(acts), GOODS)
    assert sum(times for _, times in found.rows) == 2


def test_what_only_limits_is_no_gain():
    acts = [Act.plain("fill", {"room": 1}), Act.plain("use", {"room": -1, "coin": -1})]
    assert measure(acts, {"coin"}) is not None
    assert measure(acts, {"coin", "room"}) is None


@pytest.mark.parametrize(("good", "ends"), [(Fraction(1, 3), True), (Fraction(1, 2), False)])
def test_dice_that_lose_on_average_end_it_almost_surely(good, ends):
    act = _rolled("roll", (good, ({"coin": 1}, 1)), (1 - good, ({"coin": -1}, 0)))
    assert measure([act], {"coin"}) is None
    found = measure([act], {"coin"}, on_average=True)
    assert (found is not None) == ends


def test_what_is_sure_is_the_least_of_what_chance_may_bring():
    act = _rolled("roll", (Fraction(1, 2), ({"coin": 2}, 1)), (Fraction(1, 2), ({"coin": 1, "ore": 1}, 1)))
    assert sure([act]) == [Row.of("roll", {"coin": 1}, 1)]
    assert cycle(sure([act]), {"coin", "ore"}) is not None


def test_a_choice_after_the_dice_is_made_well():
    both = (({"coin": -1}, 0), ({"coin": 1}, 0))
    act = _rolled("roll", (Fraction(1, 2), *both), (Fraction(1, 2), *both))
    assert Row.of("roll", {"coin": 1}) in sure([act])


def test_weights_that_prove_nothing_are_seen_through():
    acts = [Act.plain("dig", {"ore": 1, "coin": -1})]
    assert Measure({"ore": Fraction(1), "coin": Fraction(1)}).proves(acts, {"ore", "coin"})
    assert not Measure({"ore": Fraction(2), "coin": Fraction(1)}).proves(acts, {"ore", "coin"})
    assert not Measure({"ore": Fraction(1), "coin": Fraction(0)}).proves(acts, {"ore", "coin"})


def test_acts_are_told_by_who_does_them():
    acts = ["2 global/anvil", "1 status/spark/flash", "2 global/anvil"]
    assert told_acts(acts) == "global/anvil of player 2 and status/spark/flash of player 1"
