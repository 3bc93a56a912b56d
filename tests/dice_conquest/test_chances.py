"""The chance to slay under best play is what counting by hand says."""

from fractions import Fraction

import pytest

from dicelaw.checker.chances.chances import chance
from dicelaw.checker.chances.game import explore
from dicelaw.model.content.document import Document
from dicelaw.oracle.answers import goal as goals
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded

HAG = 9
SIDES = {"d4": 4, "d6": 6}


def _chance(hero, lying, available):
    """The chance that ``hero`` alone slays the Hag in this round, with ``available`` dice."""
    dice = ("d4", "d6", "d8", "d10", "d10%", "d12", "d20")
    data = {
        "game": "dice-conquest",
        "players": [{"hero": hero}],
        "display": {"hag": {"d8": lying}},
        "available": available,
        "spent": [die for die in dice if die != "d8" and die not in available],
    }
    session = open_scenario(loaded(Document("test", data), "dice-conquest"))
    meets = goals.test_of(session.machine, goals.condition(session.machine, "place[hag]=gone"))
    over = goals.test_of(session.machine, goals.points_called(session.machine, "round-end"))
    game = explore(session.machine, session.state, until=lambda one: meets(one) or over(one))
    goal = {number for number, one in enumerate(game.states) if meets(one)}
    found = chance(game, goal)
    assert found.exact
    return found.low


def _last(needed, shown, sides, rerolls):
    """The best chance to show ``needed`` at least with one die that shows ``shown``."""
    if shown >= needed:
        return Fraction(1)
    missed = Fraction(min(max(needed - 1, 0), sides), sides)
    return 1 - missed**rerolls


def _two(needed, shown, rerolls):
    """The best chance to reach ``needed`` with two dice, one after the other, each rerolled once at most."""
    best = Fraction(0)
    for first, second in (("d4", "d6"), ("d6", "d4")):

        def then(value, second=second):
            return _last(needed - value, shown[second], SIDES[second], rerolls)

        rolled = sum((then(value) for value in range(1, SIDES[first] + 1)), Fraction(0)) / SIDES[first]
        best = max(best, then(shown[first]), rolled)
    return best


@pytest.mark.slow
@pytest.mark.parametrize(("hero", "rerolls"), [("knight", 1), ("wizard", 2)])
@pytest.mark.parametrize("lying", [3, 4, 5, 6, 7])
def test_one_die(hero, rerolls, lying):
    assert _chance(hero, lying, {"d6": 1}) == _last(HAG - lying, 1, 6, rerolls)


@pytest.mark.parametrize("lying", [1, 2, 3, 4])
@pytest.mark.parametrize("shown", [{"d4": 1, "d6": 2}, {"d4": 3, "d6": 1}])
def test_two_dice(lying, shown):
    assert _chance("knight", lying, shown) == _two(HAG - lying, shown, 1)
