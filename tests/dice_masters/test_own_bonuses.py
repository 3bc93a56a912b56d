"""A static bonus for own characters: for all of them, or for those of an affiliation."""

import pytest
from tables import EDITIONS

from dicelaw.model.content.document import read
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.games.observation import standing
from dicelaw.oracle.games.own_content import own_content

CARDS = """
source: our own
cards:
  - id: banner
    name: Banner
    cost: 3
    type: fist
    maximum: 4
    affiliations: [band]
    levels: [0 1 1, 0 2 2, 0 3 3]
    bonuses: [{attack: 2, defense: 1, to: own characters OF}]
teams:
  - {id: duo, name: duo, life: 10, first: {banner: 2}, second: {banner: 2}, basics: []}
"""
POSITION = """
teams: duo
players: [{field: {1/banner/1: level 1, 1/sidekick/1: level 1}}, {field: {2/sidekick/1: level 1}}]
"""


@EDITIONS
@pytest.mark.parametrize(("of", "own"), [("", (3, 2)), (", of: band", (1, 1))])
def test_it_goes_to_all_of_them_but_where_an_affiliation_is_named(of, own, game, tmp_path):
    """A starting die has 1 A and 1 D on its level, and no affiliation; the card itself has both."""
    (tmp_path / "banner.yaml").write_text(CARDS.replace(" OF", of), encoding="utf-8")
    scenario = loaded(read("test.yaml", POSITION.encode()), game)
    first, second = standing(open_scenario(scenario, content=own_content(tmp_path)))["players"]
    figures = {name: (die["attack"], die["defense"]) for name, die in first["field"].items()}
    assert figures["1/banner/1"] == (3, 2)
    assert {figures[name] for name in figures if name != "1/banner/1"} == {own}
    assert {(die["attack"], die["defense"]) for die in second["field"].values()} == {(1, 1)}
