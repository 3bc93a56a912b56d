"""Nyra: passing damage on, sharing it, what she adds, and her recovery."""

import pytest
from duels import Game, attack

NYRA = {"has_companion[2]": 1, "companion[2]": 5, "companion_up[2]": 1}


def blow(**values):
    return attack(1, 2, 3, 4, 4, ability="mighty-blow", values={**NYRA, **values})


@pytest.mark.parametrize(("answer", "left"), [("lost", 50), ("returned", 46)])
def test_passing_the_damage_to_nyra_forbids_the_defence(answer, left):
    game = attack(1, 2, 3, 4, 4, ability="mighty-blow", values=NYRA, companion_excess=answer)
    game.do("choose/companion", 2)
    assert game.at == "phase-over"
    game.to("main-2")
    assert (game["health[2]"], game["companion[2]"], game["companion_up[2]"]) == (left, 0, 0)


def test_damage_may_be_added_after_nyra_was_chosen():
    game = blow(**{"companion[2]": 7, "tokens[1/crit]": 1, "tokens[2/protect]": 1})
    game.do("choose/companion", 2).do("act add-four", 1).do("declare prevent-half", 2).to("main-2")
    assert (game["health[2]"], game["companion[2]"]) == (50, 1)


def test_nyra_takes_nothing_after_a_defensive_roll_nor_of_an_ultimate():
    assert "defense/choose/companion" not in blow().do("defend divine-defense").trace
    game = attack(6, 6, 6, 6, 6, ability="rage", values=NYRA).to("conclusion/check")
    assert game["companion[2]"] == 5
    assert game["health[2]"] == 35


def test_nyra_takes_no_damage_while_she_is_down():
    assert not blow(**{"companion_up[2]": 0}).to("defense/choose").can("choose/companion")


def test_nyras_bond_splits_the_damage_instead_of_a_defence():
    game = (
        blow(**{"tokens[2/nyras-bond]": 1})
        .to("defense/start")
        .do("declare distribute", 2)
        .to("defense/choose")
    )
    assert not game.can("defend divine-defense")
    assert not game.can("choose/companion")
    game.do("split/choose 4").to("main-2")
    assert (game["health[2]"], game["companion[2]"]) == (45, 1)


def test_a_share_is_at_most_what_nyra_has():
    game = (
        blow(**{"tokens[2/nyras-bond]": 1})
        .to("defense/start")
        .do("declare distribute", 2)
        .to("conclusion/split")
    )
    assert not game.can("split/choose 6")


def test_nyras_bond_is_not_spent_on_sharing_before_the_attack_lands_or_after_a_defence():
    game = blow(**{"tokens[2/nyras-bond]": 1}).to("offense/end").do("pass")
    assert not game.can("declare distribute")
    game = (
        blow(**{"tokens[2/nyras-bond]": 1})
        .do("defend divine-defense")
        .roll(1, 1, 1)
        .to("conclusion")
        .do("pass")
    )
    assert not game.can("declare distribute")


@pytest.mark.parametrize(("health", "usable"), [(6, True), (7, False)])
def test_nyras_bond_heals_only_what_is_missing(health, usable):
    game = Game("main-1", {"has_companion[1]": 1, "companion[1]": health, "tokens[1/nyras-bond]": 1})
    assert game.can("act heal-nyra") is usable
    if usable:
        assert game.do("act heal-nyra").to("main-1")["companion[1]"] == 7


def test_nyra_adds_two_to_an_attack_of_her_hero():
    values = {"has_companion[1]": 1, "companion[1]": 5, "companion_up[1]": 1}
    assert attack(1, 2, 3, 4, 4, ability="mighty-blow", values=values).to("main-2")["health[2]"] == 39
    down = {**values, "companion_up[1]": 0}
    assert attack(1, 2, 3, 4, 4, ability="mighty-blow", values=down).to("main-2")["health[2]"] == 41
    healing = attack(4, 4, 4, 1, 1, ability="fortitude", values=values).to("main-2")
    assert healing["health[2]"] == 50


@pytest.mark.parametrize(("health", "after", "up"), [(0, 1, 0), (4, 5, 0), (5, 5, 1), (6, 6, 1)])
def test_nyra_recovers_in_upkeep(health, after, up):
    game = Game("upkeep/begin", {"has_companion[1]": 1, "companion[1]": health}).to("income")
    assert (game["companion[1]"], game["companion_up[1]"]) == (after, up)
