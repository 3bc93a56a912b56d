"""The plays of one machine: random ones are made too where the machine is no longer kept."""

import pytest

from dicelaw.mutation.worker import Act
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.games import KEPT

GAME = "dice-masters@2018"


@pytest.mark.slow
def test_random_plays_are_made_though_other_games_have_been_opened_since():
    first, *others = description(GAME).openings(GAME)[: KEPT + 2]
    act = Act.of(first, [])
    before = act.visited()
    for one in others:
        Act.of(one, [])
    assert act.visited() == before
    assert len(before) > 10
