"""The recorded plays of Dice Conquest: they are legal, and every transition that can be taken is taken."""

import pytest
from allowed import still

from dicelaw.mutation.content_trial import ContentTrial
from dicelaw.mutation.worker import play_of
from dicelaw.oracle.files.vectors import recorded, vector
from dicelaw.oracle.formats.formats import Vector
from dicelaw.oracle.games.description import description

GAME = "dice-conquest"
NEVER = {"setup/hero"}
"""Heroes are named when a game is opened, so nobody has to choose one."""


def test_every_transition_is_taken_but_the_choice_of_heroes():
    records, known, taken = recorded(GAME), set(), set()
    for one in records:
        stage, play = still(play_of, one)
        known |= stage.machine.transition_index.keys()
        taken |= {stage.machine.transitions[move[0]].id for steps in play.between for _, move in steps}
        taken |= {id for id, _ in one.moves}
    assert known - taken == NEVER
    assert len({one.id for one in records}) == len(records) > 100
    of = description(GAME)
    assert {one.between for one in records} <= {of.between(one) for one in of.openings(GAME)}
    assert any(one.accepts for one in records)


@pytest.mark.slow
def test_a_record_is_a_vector_with_rules():
    for one in recorded(GAME)[::45]:
        made = vector(one)
        Vector.model_validate(made)
        assert len(made["steps"]) == len(one.moves)
        assert made["rules"]
        assert made["checks"]


def test_mistakes_on_a_card_are_noticed_where_it_is_played():
    played = [*ContentTrial(GAME).judged(entry="shieldmaiden/critical")]
    assert played
    assert all(one.vector for one in played)
    assert not any(one.vector for one in ContentTrial(GAME).judged(entry="tinker/critical"))


def test_mistakes_in_a_program_are_noticed_where_it_is_played():
    """One more or fewer line is a mistake too, and moves no other line."""
    told = {one.mutant.operator: one.vector for one in ContentTrial(GAME).judged(entry="champion/critical")}
    assert {"line-1-left-out", "line-2-amount-plus-one"} <= told.keys()
    assert told["line-1-left-out"]
    assert told["line-2-amount-plus-one"]
