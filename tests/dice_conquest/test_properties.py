"""That a planted bug of each property of a game with open content is noticed; `make verify` proves them."""

import pytest
from planted import sound, with_bug

from dicelaw.checker.verdicts import Outcome
from dicelaw.checker.verify.plans import plan as checked_plan
from dicelaw.checker.verify.proof_session import ProofSession

GAME = "dice-conquest"
PLAN = sound(GAME)
REFUTED = {"round/has-a-die"}
"""What does not hold: all seven dice may be kept, and then a round begins without one."""
RACED = {"end/victory-possible"}
"""What cheap engines leave to the race of the others, which `dicelaw verify` holds."""
PROVED = [one for one in PLAN.properties if one.id not in REFUTED | RACED]


@pytest.fixture(scope="module")
def session():
    return ProofSession(PLAN)


def test_goals_are_reached():
    plan = checked_plan(GAME)
    with_goals = [one for one in plan.properties if one.goal is not None]
    reached = ProofSession(plan).goals(with_goals)
    assert {one.id for one in with_goals} - reached.keys() == set()


@pytest.mark.parametrize("id", sorted(REFUTED))
def test_a_play_refutes_it(session, id):
    verdict = session.verdict(session.properties[id])
    assert verdict.outcome is Outcome.REFUTED
    assert session.shows(verdict.witness, session.properties[id])


@pytest.mark.parametrize("property", [one for one in PROVED if one.bug is not None], ids=lambda one: one.id)
def test_its_planted_bug_is_noticed(property):
    buggy, without = with_bug(GAME, property)
    assert without.alone(property).is_proof
    assert not buggy.alone(property).is_proof
