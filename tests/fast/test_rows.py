"""What a row says where another answer to an open point changes the verdict."""

import pytest

from dicelaw.checker.verdicts import Outcome
from dicelaw.checker.verify.plans import GAMES
from dicelaw.checker.verify.report import ABSENT, Change, Manifest, depending, expected

PROVED, REFUTED, UNKNOWN, DEPENDS = Outcome.PROVED, Outcome.REFUTED, Outcome.UNKNOWN, Outcome.DEPENDS


@pytest.mark.parametrize(
    ("own", "others", "said"),
    [
        (PROVED, (), PROVED),
        (PROVED, (PROVED,), PROVED),
        (PROVED, (PROVED, REFUTED), DEPENDS),
        (REFUTED, (PROVED,), DEPENDS),
        (PROVED, (UNKNOWN,), PROVED),
        (UNKNOWN, (PROVED, REFUTED), UNKNOWN),
    ],
)
def test_a_verdict_depends_only_where_one_reading_contradicts_ours(own, others, said):
    assert depending(own, others) is said


def test_it_is_expected_to_depend_only_where_other_readings_are_asked():
    manifest = Manifest({"a": "proved", "b": "proved"}, {"p=x": {"a": "refuted", "b": "unknown"}})
    assert manifest.expects("a", asked=True) == "depends-on-reading"
    assert manifest.expects("a", asked=False) == "proved"
    assert manifest.expects("b", asked=True) == "proved"
    assert manifest.expects("c", asked=True) == ABSENT


def test_a_reading_tells_where_it_is_known_to_change_a_verdict():
    assert Manifest({"a": "proved"}, {"p=x": {"a": "unknown"}, "p=y": {}}).telling == {"p=x"}


def test_another_verdict_under_a_reading_is_unexpected():
    foreseen = {"a": "refuted"}
    assert not Change("game", "p", "x", {"a": "refuted"}, foreseen).unexpected
    assert Change("game", "p", "x", {"a": "unknown"}, foreseen).unexpected
    assert Change("game", "p", "x", {}, foreseen).unexpected


@pytest.mark.parametrize("game", GAMES)
def test_manifests_speak_of_verdicts_only(game):
    manifest = expected(game)
    said = {*manifest.verdicts.values(), *(one for row in manifest.readings.values() for one in row.values())}
    assert said <= {PROVED.value, REFUTED.value, UNKNOWN.value}
    assert {id for row in manifest.readings.values() for id in row} <= manifest.verdicts.keys()
