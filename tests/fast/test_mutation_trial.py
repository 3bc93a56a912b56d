"""Mutants shared out among processes: each is judged in its own machine first, then in all that have it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Any

import pytest

from dicelaw.mutation import trial as mutation
from dicelaw.mutation.cli import _sampled
from dicelaw.mutation.mutants import Named
from dicelaw.mutation.trial import Trial
from dicelaw.mutation.worker import Judged, Roster

GAME = "dice-masters@2018"
MUTANTS = {
    "attack-gone": ("attack", ("combat/attack",)),
    "buy-gone": ("buy", ("buy/price",)),
    "field-gone": ("field", ("field/cost",)),
}
HAS = [{"attack", "buy"}, {"attack", "buy", "field"}, {"buy", "field"}]
TAKEN: list[set[str]] = [{"attack"}, {"buy"}, set()]
NOTICED: dict[tuple[int, str], str] = {(1, "attack-gone"): "vector/1"}
"""By the number of a machine and a mutant."""
SAME = [{"buy-gone"}, {"buy-gone", "field-gone"}, {"field-gone"}]
"""The mutants that are proved equivalent in each machine."""
NAMES = ["first", "second", "third"]


class Inline(Executor):
    """Does what it is given at once, and notes which machines it was asked about."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_kwargs: Any) -> Future[Any]:
        self.numbers.append(args[0])
        done: Future[Any] = Future()
        done.set_result(fn(*args))
        return done


def hold(number: int, _opening: object, _records: object) -> Roster:
    own = {id: about for id, about in MUTANTS.items() if about[0] in HAS[number]}
    return Roster(
        frozenset(HAS[number]),
        frozenset(TAKEN[number]),
        {id: first for id, (first, _) in own.items()},
        {id: rules for id, (_, rules) in own.items()},
    )


def judge(number: int, ids: Sequence[str]) -> list[Judged]:
    return [
        Judged(Named(id, "gone", MUTANTS[id][1], MUTANTS[id][:1], ""), (NAMES[number],), vector)
        for id in ids
        for vector in [NOTICED.get((number, id), "")]
    ]


def prove(number: int, ids: Sequence[str]) -> list[str]:
    return [id for id in ids if id in SAME[number]]


def recall(number: int, ids: Sequence[str]) -> list[str]:
    return prove(number, ids)


class Openings:
    """What a trial asks of a game."""

    def openings(self, _game: str, _mode: str) -> list[str]:
        return NAMES

    def between(self, opening: str) -> tuple[str, ...]:
        return (opening,)


@pytest.fixture(params=[1, 2, 5])
def trial(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Trial:
    monkeypatch.setattr(mutation, "description", lambda _game: Openings())
    for ask in (hold, judge, prove, recall):
        monkeypatch.setattr(mutation, ask.__name__, ask)
    return Trial(GAME, [Inline() for _ in range(request.param)], [])


def test_each_mutant_has_one_home_and_what_is_left_is_asked_elsewhere(trial: Trial) -> None:
    found = {one.mutant.id: (one.between, one.vector) for one in trial.judged()}
    assert found == {
        "attack-gone": (("second",), "vector/1"),  # at home in the first, noticed in the second
        "buy-gone": (("second",), ""),
        "field-gone": (("third",), ""),  # taken in none: at home where there are fewest
    }


def test_only_mutants_of_a_rule_are_asked_about(trial: Trial) -> None:
    assert [one.mutant.id for one in trial.judged("buy/price")] == ["buy-gone"]


def test_a_mutant_is_equivalent_only_where_it_is_proved_in_every_machine_that_has_it(trial: Trial) -> None:
    survived = [one for one in trial.judged() if not one.vector]
    for anew in (True, False):
        unproved = trial.unproved(survived, anew=anew)
        assert unproved == {"buy-gone": ("third",)}  # and field-gone is proved everywhere
    (one,) = (one for one in survived if one.mutant.id == "buy-gone")
    why = replace(one, unproved=("third",)).why
    assert why == f"{one.why}; that it changes nothing is not proved of third"


def test_a_machine_stays_with_one_executor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutation, "description", lambda _game: Openings())
    for ask in (hold, judge, prove, recall):
        monkeypatch.setattr(mutation, ask.__name__, ask)
    executors = [Inline(), Inline()]
    some = Trial(GAME, executors, [])
    some.unproved([*some.judged()], anew=True)
    assert {*executors[0].numbers} == {0, 2}
    assert {*executors[1].numbers} == {1}


def test_a_sample_is_the_same_whatever_the_order_and_a_larger_one_has_it_too():
    judged = [
        Judged(Named(f"mutant-{number}", "dropped", (), ("attack",), "a mistake"), ("first",))
        for number in range(40)
    ]
    few = _sampled(judged, 5, 0)
    assert len(few) == 5
    assert few == _sampled(judged[::-1], 5, 0) == _sampled(judged, 12, 0)[:5]
    assert _sampled(judged, None, 0) == judged
