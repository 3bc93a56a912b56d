"""The properties of each edition: every goal is reached by the play that is kept for it."""

import json
from importlib import resources

import pytest

from dicelaw.checker.verify.plans import plan
from dicelaw.specs.property import OnGraph

GAMES = ("dice-masters@2016", "dice-masters@2018")


@pytest.mark.parametrize("game", GAMES)
def test_only_what_is_about_the_graph_has_no_goal(game):
    without = [one for one in plan(game).properties if one.goal is None]
    assert all(isinstance(one.claim, OnGraph) for one in without)
    assert len(plan(game).properties) >= 45


@pytest.mark.parametrize("game", GAMES)
def test_every_property_is_expected_to_be_proved(game):
    chosen = plan(game)
    text = resources.files(chosen.witnesses).joinpath("expected.json").read_text(encoding="utf-8")
    assert json.loads(text)["verdicts"] == {one.id: "proved" for one in chosen.properties}
