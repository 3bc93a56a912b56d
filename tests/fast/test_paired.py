import importlib
from pathlib import Path

import pytest

BENCH = Path(__file__).resolve().parents[2] / "bench"


@pytest.fixture
def bench(monkeypatch):
    """Imports a module of the benchmarks."""
    monkeypatch.syspath_prepend(str(BENCH))
    return importlib.import_module


def test_each_round_measures_all_and_every_other_one_backwards(bench):
    seen = []
    subjects = {name: lambda n=name: seen.append(n) or {"rate": float(len(seen))} for name in "abc"}
    found = bench("paired").rounds(subjects, 3)
    assert "".join(seen) == "abccbaabc"
    assert found["a"] == [{"rate": 1.0}, {"rate": 6.0}, {"rate": 7.0}]


def test_ratios_are_taken_within_each_round(bench):
    paired = bench("paired")
    slow = [{"wall": 10.0}, {"wall": 40.0}, {"wall": 90.0}]
    fast = [{"wall": 1.0}, {"wall": 8.0}, {"wall": 10.0}]
    assert paired.ratio(slow, fast, "wall") == paired.Spread(median=9.0, low=5.0, high=10.0)


@pytest.mark.parametrize(
    ("spread", "says"), [((2.0, 1.0, 3.5), "2.0 (1.0 to 3.5)"), ((2.0, 1.999, 2.001), "2.0")]
)
def test_bounds_are_shown_where_they_differ(bench, spread, says):
    assert bench("paired").Spread(*spread).text() == says


@pytest.mark.parametrize(
    ("at_least", "median", "met"), [(True, 12.0, True), (True, 11.9, False), (False, 12.1, False)]
)
def test_a_goal_is_met_by_its_median(bench, at_least, median, met):
    spread = bench("paired").Spread(median, 0.0, 99.0)
    assert bench("goals").Goal("speed", 12, at_least, "s", spread).met is met


def test_what_was_not_measured_is_neither_met_nor_missed(bench):
    assert bench("goals").Goal("speed", 12, True, "times SPIN", None).met is None
