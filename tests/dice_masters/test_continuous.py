"""Continuous action dice: used by going to the Field, where they stay until they send themselves on."""

import pytest
from tables import NEW, OLD, offers, played, players

GAMES = pytest.mark.parametrize("game", [OLD, NEW])
USED = """
teams: continuous
players:
  - reserve: {two-faces-coin-50-50: action}
    field: {madelyne-pryor-anodyne: level 1}
  - field: {beast-genetic-expert: level 1}
play: [act two-faces-coin-50-50, MORE]
"""


def _played(text, game, more, **readings):
    return played(text.replace("MORE", more), game, **readings)


@GAMES
def test_it_is_used_when_it_goes_to_the_field(game):
    session = _played(USED, game, "arrival madelyne-pryor-anodyne, opponent, until: main")
    first, second = players(session)
    assert first["in_play"] == {"1/two-faces-coin-50-50/1": {"face": "action"}}
    assert second["life"] == 19


SENT = """
teams: continuous
turn: TURN
players:
  - {in play: {two-faces-coin-50-50: action}, field: {madelyne-pryor-anodyne: level 1}}
  - field: {beast-genetic-expert: level 1}
play: [send-on 1/two-faces-coin-50-50, opponent, until: main]
"""


@GAMES
@pytest.mark.parametrize("turn", [1, 2])
def test_sending_it_on_later_is_for_either_player_and_is_no_use(game, turn):
    session = played(SENT.replace("TURN", str(turn)), game)
    first, second = players(session)
    goes = "out_of_play" if game == NEW and turn == 1 else "used"
    assert first[goes] == ["1/two-faces-coin-50-50/1"]
    assert second["life"] == 19
    assert session.machine.value(session.state, "arriving[madelyne-pryor-anodyne/1]") == 0
    assert session.machine.value(session.state, "holder") == turn - 1


def test_where_it_goes_in_its_players_turn_is_a_reading():
    session = played(SENT.replace("TURN", "1"), NEW, continuous_sent="used")
    assert players(session)[0]["used"] == ["1/two-faces-coin-50-50/1"]


@GAMES
def test_it_stays_beyond_the_turn(game):
    session = played(SENT.replace("TURN", "1").replace("send-on 1/two-faces-coin-50-50, opponent, ", "")
                     .replace("main", "clear"), game)  # fmt: skip
    assert players(session)[0]["in_play"] == {"1/two-faces-coin-50-50/1": {"face": "action"}}


@GAMES
def test_it_may_be_sent_on_in_the_attack_step(game):
    text = SENT.replace("TURN", "1").replace(
        "send-on 1/two-faces-coin-50-50, opponent, until: main",
        "until: attack, send madelyne-pryor-anodyne, go, block beast-genetic-expert madelyne-pryor-anodyne, "
        "send-on 1/two-faces-coin-50-50, damage beast-genetic-expert, until: clear",
    )
    assert players(played(text, game))[1]["prep"] == ["beast-genetic-expert/1"]


STATIC = """
teams: continuous
players:
  - {reserve: {lantern-ring-not-just-jewelry: action}, field: {kilowog-drill-instructor: level 1}}
  - {}
play: [ACT, until: attack]
"""


@GAMES
@pytest.mark.parametrize(("act", "strength"), [("act lantern-ring-not-just-jewelry", (4, 4)), ("", (3, 3))])
def test_its_static_bonus_holds_while_it_is_there(game, act, strength):
    row = players(played(STATIC.replace("ACT, ", f"{act}, " if act else ""), game))[0]
    kilowog = row["field"]["kilowog-drill-instructor/1"]
    assert (kilowog["attack"], kilowog["defense"]) == strength


ROD = """
teams: continuous
players:
  - in play: {millennium-rod-scepter-of-supremacy: action}
  - field: {ronan-treason: level 3}
play: [send-on millennium-rod-scepter-of-supremacy, control ronan-treason, until: attack]
"""


@GAMES
def test_control_by_an_action_die_lasts_until_the_turn_ends(game):
    session = played(ROD, game)
    assert players(session)[0]["field"]["ronan-treason/1"]["held_by"] == "the end of the turn"
    assert "send ronan-treason/1" in offers(session)
