"""Compiled random games: they end, keep what holds, and notice what is planted."""

import pytest

from dicelaw.checker.walks.random_games import play_games
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import game
from dicelaw.specs.dice_masters.properties.properties import of_game

PLANTED = {"play/structure", "combat/attack-zone-empty", "life/cap"}


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["2016", "2018"])
def test_random_games_end_and_keep_the_properties(edition):
    made = game(load_pack().teams["faerun-demo"], edition)
    some = [one for one in of_game(made) if one.id in PLANTED]
    found = play_games(made.machine, some, 100)
    assert (found.ended, found.faults) == (100, ())
    assert set(found.watched) == {one.id for one in some}
    assert found.walked.steps > 10_000


@pytest.mark.slow
def test_a_planted_bug_is_noticed_with_a_play():
    made = game(load_pack().teams["faerun-demo"], "2018")
    one = next(one for one in of_game(made) if one.id == "combat/attack-zone-empty")
    found = play_games(one.bug.planted(made.machine), [one], 20)
    assert found.faults == (one.id,)
    assert found.walked.met[one.id].moves
