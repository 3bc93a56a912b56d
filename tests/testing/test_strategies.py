"""The strategies draw what the game has, and what they draw shrinks."""

import doctest

import pytest
from engines import Engine
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

from dicelaw.model.kernel.concrete import Illegal
from dicelaw.oracle.conform.check import Outcome, check, greet
from dicelaw.oracle.conform.plays import open_setup
from dicelaw.oracle.dice_masters.opening import table_pack
from dicelaw.oracle.dice_throne.damage_cases import check_total
from dicelaw.oracle.dice_throne.formats import Setup
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.codec import expected, move_of
from dicelaw.oracle.files.scenario_runner import settle
from dicelaw.oracle.formats.formats import Vector
from dicelaw.oracle.formats.protocol import DamageCase
from dicelaw.oracle.games.session import Session
from dicelaw.testing import strategies
from dicelaw.testing.strategies import (
    damage_cases,
    dice,
    heroes,
    illegal,
    plays,
    positions,
    teams,
    usual,
)

GAMES = ["dice-throne", "dice-masters@2016", "dice-masters@2018", "dice-conquest"]
FEW = settings(max_examples=25)
LEAST = settings(max_examples=400, database=None, suppress_health_check=[*HealthCheck])


@pytest.mark.parametrize("game", GAMES)
def test_every_play_is_a_vector_that_the_rules_agree_with(game):
    engine, lengths = Engine(), []
    support = greet(engine)

    @FEW
    @given(plays(game))
    def run(case):
        Vector.model_validate(case.as_vector)
        result = check(case, engine, support)
        assert (result.outcome, result.steps) == (Outcome.AGREES, len(case.steps))
        lengths.append(len(case.steps))

    run()
    assert max(lengths) > 10


@pytest.mark.parametrize("game", GAMES)
def test_positions_are_of_all_kinds(game):
    seen = set()

    @settings(max_examples=120)
    @given(positions(game))
    def run(setup):
        assert not open_setup(setup).over
        seen.add((setup["start"], setup["turn"], len(str(setup)) > 200))

    run()
    assert {start for start, _, _ in seen} == set(strategies._starts(game, usual(game)))
    assert {turn for _, turn, _ in seen} == {"1", "2"}
    assert {rich for _, _, rich in seen} == {True, False}


@FEW
@given(positions("dice-throne", ("ninja", "monk"), starts=["main-1"], parts=["cp", "tokens"]))
def test_positions_have_what_is_asked_for_and_no_more(setup):
    Setup.model_validate(setup)
    assert setup["start"] == "main-1"
    assert [player["hero"] for player in setup["players"]] == ["ninja", "monk"]
    assert {name for player in setup["players"] for name in player} <= {"hero", "cp", "tokens"}


@pytest.mark.slow
def test_a_position_shrinks_to_what_matters():
    found = find(
        positions("dice-throne"), lambda one: "protect" in one["players"][1].get("tokens", ()), settings=LEAST
    )
    one, two = found["players"]
    assert one == {"hero": "barbarian"}
    assert two.keys() == {"hero", "tokens"}
    assert two["tokens"].keys() == {"protect"}


@pytest.mark.slow
def test_a_play_shrinks_to_few_decisions():
    sales = plays("dice-throne", length=8, begin=positions("dice-throne", starts=["main-1"]))
    found = find(
        sales, lambda case: any(one["transition"] == "main-1/sell" for one in case.decisions), settings=LEAST
    )
    assert [one["transition"] for one in found.decisions] == ["main-1/sell"]
    assert sorted(len(player) for player in found.setup["players"]) == [1, 2]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_drawn_as_illegal_is_refused(game):
    tried = []

    @settings(max_examples=150)
    @given(positions(game), st.data())
    def run(setup, data):
        session = open_setup(setup)
        settle(session)
        decision = data.draw(illegal(session))
        if decision is not None:
            tried.append(decision["transition"])
            with pytest.raises((Illegal, UserError)):
                Session.apply(session, move_of(session, decision["transition"], decision["choices"]))

    run()
    assert len(set(tried)) >= 2


@given(damage_cases())
def test_damage_totals_are_those_of_the_rules(case):
    DamageCase.model_validate(case)
    assert check_total(case, ENGINE).outcome is Outcome.AGREES


def test_a_wrong_damage_total_is_noticed():
    wrong = Engine("half-rounded-down")
    found = find(
        damage_cases(), lambda case: check_total(case, wrong).outcome is Outcome.DISAGREES, settings=LEAST
    )
    assert "damage/total/division-rounds-up" in found["rules"]
    numbers = {name: value for name, value in found["damage"].items() if name != "kind" and value}
    assert numbers in ({"incoming": 1, "halvings": 1}, {"added": 1, "halvings": 1})


@given(dice("dice-throne", ["ninja"]))
def test_dice_of_a_hero(faces):
    assert len(faces) == 5
    assert set(faces) <= set(range(1, 7))


@given(dice("dice-masters@2018"))
def test_dice_of_teams(faces):
    session = open_setup({
        "game": "dice-masters@2018", "teams": "x-men-demo", "players": [{"reserve": faces}, {}], "turn": "1",
        "start": "main",
    })  # fmt: skip
    assert expected(session)["observation"]["players"][0]["reserve"].keys() == faces.keys()


@given(dice("dice-conquest"))
def test_dice_of_a_quest(faces):
    assert faces.keys() <= {"d4", "d6", "d8", "d10", "d10%", "d12", "d20"}
    assert max(faces.values(), default=0) <= 20


@FEW
@given(heroes(), teams("dice-masters@2016"))
def test_who_plays(hero, pair):
    assert usual("dice-throne") == ("barbarian", "paladin")
    assert hero
    assert pair in table_pack().teams


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: positions("dice-throne", starts=["offense"]), "offense/begin"),
        (lambda: positions("dice-throne", ("barbarian", "palladin")), "palladin"),
        (lambda: positions("dice-throne", ("barbarian",)), "2"),
        (lambda: positions("dice-masters@2018", ("nobody",)), "nobody"),
        (lambda: positions("dice-masters"), "no game is called 'dice-masters'"),
        (lambda: positions("dice-throne", parts=["healt"]), "'healt'; near: health"),
        (lambda: positions("dice-masters@2018", parts=["health"]), "there are: life, virtual"),
        (lambda: dice("dice-throne", ["nobody"]), "no hero is called 'nobody'"),
        (lambda: teams("dice-throne"), "dice-throne has heroes, no teams"),
    ],
)  # fmt: skip
def test_names_that_there_are_not_are_told_at_once(wrong, says):
    with pytest.raises(UserError) as caught:
        wrong()
    assert says in str(caught.value)


def test_the_examples_of_the_module_run():
    found = doctest.testmod(strategies, optionflags=doctest.ELLIPSIS)
    assert found.attempted
    assert not found.failed


ENGINE = Engine()
