"""Play that goes on by itself for ever is said to do so, and takes no more than its share of steps."""

from dataclasses import replace

import pytest

from dicelaw.oracle.dice_throne.opening import open_game
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.files.scenario_runner import MANY, finish, settle
from dicelaw.oracle.games.session import Session


@pytest.fixture
def endless():
    """A session in which the rules skip an Income Phase for ever."""
    opened = open_game(("barbarian", "paladin"))
    circle = opened.machine.rewritten(
        lambda one: replace(one, target="income") if one.id == "income/skip-first" else one
    )
    made = replace(opened, machine=circle)
    start = circle.with_state(first_turn=1)
    return Session(made, (circle.point_index["income"], *start[1:]), ("barbarian", "paladin"))


@pytest.mark.parametrize("go_on", [settle, finish])
def test_it_is_an_error_after_many_steps(endless, go_on):
    with pytest.raises(UserError, match=r"more than 2000 steps .* at income") as raised:
        go_on(endless)
    assert raised.value.exit_code is ExitCode.UNDECIDED
    assert len(endless.events) == MANY
