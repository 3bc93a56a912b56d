"""Proofs that a mutant changes nothing are about the very machine that the mutant is one of."""

from dataclasses import replace

import pytest

from dicelaw.mutation.mutants import Mutant
from dicelaw.mutation.worker import known_of, proofs_of
from dicelaw.oracle.dice_throne import opening
from dicelaw.oracle.files.stage import session_of, stage_of
from dicelaw.oracle.games.description import description


@pytest.mark.slow
def test_it_is_proved_that_a_copy_is_the_same_also_when_other_games_were_opened_since() -> None:
    opened = session_of(next(iter(description("dice-throne").openings("dice-throne")))).game
    stage = stage_of(opened)
    opening._duel.cache_clear()
    copies = {one.id: replace(one) for one in stage.machine.transitions if len(one.choices) == 1}
    few = dict(sorted(copies.items())[:5])
    same = Mutant("same", "none", (), tuple(few), lambda: few, lambda: "nothing differs")
    assert proofs_of(opened, known_of(opened, {})).proved(same)
