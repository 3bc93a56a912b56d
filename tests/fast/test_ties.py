"""What ties the rules to their text: recorded mistakes that something written by hand notices."""

from __future__ import annotations

import json
from functools import cache

import pytest

from dicelaw.mutation.by_hand.ties import PLANTED, Ties
from dicelaw.oracle.answers.ties import recorded
from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.games.statement_coverage import stated

GAMES = ("dice-throne", "dice-masters@2016", "dice-masters@2018", "dice-conquest")
LEAST = {"dice-conquest": 0.85}
USUAL = 0.9
"""Which part of the modelled statements is tied to its text at least."""
SAMPLE = 23
"""One in so many recorded ties is played again."""


@cache
def ties_of(game: str) -> Ties:
    return Ties(game)


@pytest.mark.parametrize("game", GAMES)
def test_most_modelled_statements_are_tied_to_their_text(game: str) -> None:
    modelled = {one.id for one in stated(game)[0] if one.status == "modelled"}
    assert set(recorded(game)) <= modelled
    assert len(recorded(game)) >= LEAST.get(game, USUAL) * len(modelled)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "rule"),
    [
        (game, rule)
        for game in GAMES
        for rule in [rule for rule, tie in recorded(game).items() if tie.mutant != PLANTED][::SAMPLE]
    ],
)
def test_a_recorded_mistake_is_noticed_by_its_witness_and_by_nothing_else_than_the_mistake(
    game: str, rule: str
) -> None:
    assert ties_of(game).holds(recorded(game)[rule])


@pytest.mark.parametrize("game", GAMES)
def test_a_property_with_a_planted_bug_cites_the_rule_that_it_ties(game: str) -> None:
    planted = [tie for tie in recorded(game).values() if tie.mutant == PLANTED]
    assert planted
    assert [tie.rule for tie in planted if not ties_of(game).holds(tie)] == []


def test_a_rule_is_shown_with_the_mistake_that_is_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    rule, tie = next(iter(recorded("dice-throne").items()))
    assert main(["rules", "dice-throne", rule, "--format", "json"]) == ExitCode.OK
    assert json.loads(capsys.readouterr().out)["tied"] == {"by": tie.witness, "mistake": tie.says}
