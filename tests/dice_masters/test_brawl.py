"""Effects that hurt many at once: ties, and triggers of several dice in one queue."""

import pytest
from tables import NEW, OLD, offers, players, settled

from dicelaw.oracle.files.scenario_runner import settle
from dicelaw.oracle.games.observation import standing

ENDING = """
teams: brawl
players:
  - {life: 1, reserve: {sidekick/1: fist}}
  - {life: LIFE}
play: [global luke-cage, "pay 1/STARTING/1 1", until: over]
"""


@pytest.mark.parametrize("game", [OLD, NEW])
@pytest.mark.parametrize(("life", "winners"), [(1, []), (2, ["2"])])
def test_one_effect_that_takes_the_last_life_of_both_is_a_tie(game, life, winners):
    starting = "npc" if game == OLD else "sidekick"
    session = settled(ENDING.replace("LIFE", str(life)).replace("STARTING", starting), game)
    assert standing(session)["winners"] == winners


def test_each_damaged_die_has_its_effect_one_after_the_other():
    session = settled("""
teams: brawl
turn: 2
players:
  - field: {hulk-green-goliath/1: level 3, hulk-green-goliath/2: level 3}
  - field: {luke-cage-bodyguard/1: level 3, luke-cage-bodyguard/2: level 3}
start: attack
play:
  - send luke-cage-bodyguard/1
  - send luke-cage-bodyguard/2
  - go
  - block hulk-green-goliath/1 luke-cage-bodyguard/1
  - block hulk-green-goliath/2 luke-cage-bodyguard/2
  - until: damage/strike
""")
    assert offers(session) == {"damage hulk-green-goliath/1", "damage hulk-green-goliath/2"}
    session.decide("damage hulk-green-goliath/2")
    settle(session)
    session.decide("damage hulk-green-goliath/1")
    settle(session)
    first, second = players(session)
    assert session.at == "draw"
    assert second["prep"] == ["luke-cage-bodyguard/1", "luke-cage-bodyguard/2"]
    assert len(first["field"]) == 2


def test_up_to_two_dice_are_prepped_once():
    session = settled("""
teams: brawl
players:
  - bag: [sidekick/1]
    used: [sidekick/2]
    reserve: {sidekick/3: mask, sidekick/4: mask}
    field: {sidekick/5: level 1, sidekick/6: level 1, sidekick/7: level 1, sidekick/8: level 1}
  - {}
play: [global professor-x, pay 1/sidekick/3 1, prep 1/sidekick/2]
""")
    assert session.at == "main"
    assert players(session)[0]["prep"] == ["1/sidekick/2"]
    assert "global professor-x" not in offers(session)
