"""What is recorded as proved of a small game is proved again."""

from __future__ import annotations

import pytest

from dicelaw.mutation.worker import Act
from dicelaw.oracle.files.ruling_vectors import written
from dicelaw.oracle.games.description import description

pytestmark = pytest.mark.slow

FEW = 60
"""How many mutants are held against the vectors of the game."""
EVERY = 6
"""Each sixth of what is recorded is proved; whether what a record is about has changed is asked of all."""
GAME, TEAMS = "dice-masters@2018", ("crush",)


def test_what_is_recorded_of_a_game_is_proved_again() -> None:
    of = description(GAME)
    (opening,) = [one for one in of.openings(GAME) if of.between(one) == TEAMS]
    act = Act.of(opening, [one for one in written(GAME) if one.between == TEAMS])
    ids = sorted(act.recorded)
    assert len(ids) > 50
    some = ids[::EVERY]
    assert act.proved(some) == some
    told = [one.mutant.id for one in act.judged([*act.mutants][:FEW]) if one.vector]
    assert told
    assert act.proved(told) == []
