"""What is proved of a game with open content, and that a planted bug of each property is noticed."""

import pytest
from planted import sound, with_bug

from dicelaw.checker.plans import plan as checked_plan
from dicelaw.checker.run import Session

GAME = "dice-conquest"
PLAN = sound(GAME)
OPEN = {"round/has-a-die", "slay/at-once", "play/rules-determined", "end/victory-possible", "round/ends"}
"""What is not proved.

Where a die is removed at the end of a round, an exact sum may be left that nobody looks at: on that hangs
`slay/at-once`, and on that whether what the rules do is determined. For the others a play, a measure or an
invariant is missing.
"""
UNSEEN = {
    "clarify/avoiding-prevails", "damage/avoided-hurts-nobody", "turn/reroll-once", "slay/exact-only",
    "play/no-doom", "clarify/manipulation-breaks-limits", "clarify/items-ignore-limits",
}  # fmt: skip
"""Those whose goal random plays of open content do not come to: that they hold of something is not shown."""
PROVED = [one for one in PLAN.properties if one.id not in OPEN]


@pytest.fixture(scope="module")
def session():
    return Session(PLAN)


@pytest.mark.parametrize("property", PROVED, ids=lambda one: one.id)
def test_it_is_proved(session, property):
    assert session.verdict(property).is_proof


def test_goals_are_reached():
    plan = checked_plan(GAME)
    with_goals = [one for one in plan.properties if one.goal is not None]
    reached = Session(plan).goals(with_goals)
    assert {one.id for one in with_goals} - reached.keys() == UNSEEN


@pytest.mark.parametrize("id", sorted(OPEN))
def test_what_is_said_not_to_be_proved_is_not(session, id):
    assert not session.verdict(session.properties[id]).is_proof


@pytest.mark.parametrize("property", [one for one in PROVED if one.bug is not None], ids=lambda one: one.id)
def test_its_planted_bug_is_noticed(property):
    buggy, without = with_bug(GAME, property)
    assert without.alone(property).is_proof
    assert not buggy.alone(property).is_proof
