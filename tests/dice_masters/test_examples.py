"""The examples of play: each turn begins where the one before it ended, and replays as a trace."""

from itertools import pairwise
from pathlib import Path

import pytest

from dicelaw.checker.search.decide import decide
from dicelaw.checker.verdicts import Outcome
from dicelaw.oracle.files import trace
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.replay import replay
from dicelaw.oracle.files.rulings import run
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.scenario_runner import settle
from dicelaw.oracle.games.observation import standing
from dicelaw.specs.dice_masters.rulings import load
from dicelaw.specs.dice_masters.second_jubilee import turn
from dicelaw.specs.property import Reaches
from dicelaw.specs.statements import load as statements

CASES = {case.id: case for case in load().cases if case.id.startswith("example/")}
TURNS = {
    "2016": ("katie-1", "reese-1", "katie-2", "reese-2", "katie-3"),
    "2018": ("michele-1", "chris-1", "michele-2", "chris-2", "michele-3-without-purchase", "chris-3"),
}
NOT_TOLD = {
    "example/2016/katie-1/5-anti-breath-useless",
    "example/2018/michele-2/5-no-attack",
    "example/2018/michele-3/5-purchase",
}
"""Statements of the examples that are no part of a play, or of none that can happen."""


def case_of(edition, name):
    return CASES[f"example/{edition}/{name}"]


def settled(session):
    settle(session)
    return standing(session)


@pytest.mark.parametrize("edition", TURNS)
def test_each_turn_begins_where_the_one_before_it_ended(edition):
    for before, after in pairwise(TURNS[edition]):
        (verdict,) = run(case_of(edition, before))
        assert verdict.agrees
        game = verdict.game
        begun = settled(open_scenario(loaded(case_of(edition, after).scenario, game)))
        assert settled(verdict.session) == begun, after


@pytest.mark.parametrize("case", CASES.values(), ids=lambda case: case.id)
def test_a_turn_replays_as_a_trace(case, tmp_path):
    (verdict,) = run(case)
    path = tmp_path / "turn.jsonl"
    trace.write(verdict.session, Path(path))
    assert standing(replay(trace.load(path))) == standing(verdict.session)


def test_every_statement_of_an_example_is_played_but_what_is_no_play():
    told = {one.id for one in statements("dice-masters") if one.id.startswith("example/")}
    played = {rule for case in CASES.values() for rule in case.cites}
    assert told - played <= NOT_TOLD
    assert played <= told


@pytest.mark.slow
@pytest.mark.parametrize(("cost", "prepped"), [(3, True), (2, True), (2, False)])
def test_the_second_jubilee_needs_cost_2_and_the_prepped_die(cost, prepped):
    one = turn(cost, prepped=prepped)
    found = decide(one.machine, Reaches(one.told), starts=one.starts, budget=5_000_000)
    assert found.outcome is (Outcome.PROVED if (cost, prepped) == (2, True) else Outcome.REFUTED)
    assert (found.witness is not None) == (found.outcome is Outcome.PROVED)
