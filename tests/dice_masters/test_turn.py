"""Set-up, drawing, rolling and the Cleanup Step."""

import pytest
from tables import NEW, OLD, offers, played, players, settled

BAG_OF_ONE = """
players:
  - bag: [sidekick/1]
    life: 9
    field: {sidekick/2: level 1, sidekick/3: level 1, sidekick/4: level 1, sidekick/5: level 1,
            sidekick/6: level 1, sidekick/7: level 1, sidekick/8: level 1}
  - {}
start: clear
play:
  - until: roll
"""


@pytest.mark.parametrize(("game", "prepared", "away"), [(OLD, 4, 0), (NEW, 3, 1)])
def test_the_first_player_rolls_three_dice_by_the_newer_rules(game, prepared, away):
    names = [f"sidekick/{place}" if game == NEW else f"npc/{place}" for place in (1, 2, 3, 4)]
    session = played("""
teams: faerun-demo
start: setup
play:
  - roll: []
  - until: setup
""", game)  # fmt: skip
    for key in ("toss", "first"):
        session.apply(next(move for move in session.legal() if key in session.transition(move).id))
    from dicelaw.oracle.files.scenario_runner import settle

    settle(session)
    for name in names:
        session.apply(next(move for move in session.legal() if session.text(move).endswith(f"1/{name}")))
        settle(session)
    first = players(session)[0]
    assert (len(first["prep"]), len(first["out_of_play"])) == (prepared, away)
    assert session.at == "roll"


@pytest.mark.parametrize("game", [OLD, NEW])
def test_each_missing_die_costs_a_life_and_gives_energy(game):
    first = players(
        played("teams: faerun-demo" + BAG_OF_ONE.replace("bag: [sidekick/1]", "prep: [sidekick/1]"), game)
    )
    assert (first[0]["life"], first[0]["virtual"]) == (5, 4)


def test_the_bag_is_refilled_in_the_middle_of_a_draw():
    session = played("""
players:
  - {bag: [sidekick/1], used: [sidekick/2, sidekick/3, sidekick/4, sidekick/5]}
  - {}
start: clear
play:
  - draw: [sidekick/1, sidekick/2, sidekick/3, sidekick/4]
""")
    first = players(session)[0]
    assert len(first["prep"]) == 4
    assert first["life"] == 10
    assert not first["used"]


def test_energy_that_was_kept_is_cleared_to_the_used_pile_and_can_be_drawn_at_once():
    session = settled("""
players:
  - {bag: [], reserve: {sidekick/1: bolt}}
  - {}
start: clear
play:
  - until: draw
""")
    assert "draw 1/sidekick/1" in offers(session)


def test_only_one_group_is_rerolled():
    session = played("""
players:
  - {prep: [sidekick/1, sidekick/2], bag: [sidekick/3, sidekick/4, sidekick/5, sidekick/6]}
  - {}
start: clear
play:
  - draw: [sidekick/3, sidekick/4, sidekick/5, sidekick/6]
  - roll: [1, 1, 2, 2, 3, 3]
  - pick 1/sidekick/1
  - pick 1/sidekick/4
  - reroll
  - roll: [6, 5]
""")
    reserve = players(session)[0]["reserve"]
    assert session.at == "main"
    assert reserve["1/sidekick/1"]["face"] == "level 1"
    assert reserve["1/sidekick/4"]["face"] == "wild"
    assert reserve["1/sidekick/2"]["face"] == "fist"


@pytest.mark.parametrize("game", [OLD, NEW])
def test_what_was_not_used_goes_where_the_rules_say(game):
    session = settled(
        """
teams: x-men-demo
players:
  - {reserve: {sidekick/1: level 1, sidekick/2: bolt, way-out-west: action}}
  - {}
play:
  - until: attack
""",
        game,
    )
    assert session.at == "attack"
    first = players(session)[0]
    starting = "npc" if game == OLD else "sidekick"
    assert first["used"] == [f"1/{starting}/1"]
    session.decide("pass")
    from dicelaw.oracle.files.scenario_runner import settle

    settle(session)
    first = players(session)[0]
    assert first["used"] == [f"1/{starting}/1", "way-out-west/1"]
    assert list(first["reserve"]) == [f"1/{starting}/2"]
