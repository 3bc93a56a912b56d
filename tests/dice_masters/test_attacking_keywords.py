"""The keywords of attackers, and of what they knock out."""

import pytest
from tables import EDITIONS, NEW, offers, players, settled, starting

from dicelaw.oracle.files.scenario_runner import settle


def at(text, game=NEW, **readings):
    """The session after the play in ``text`` between the teams attackers."""
    text = text.replace("sidekick", starting(game))
    return settled(f"teams: attackers\n{text}", game, **readings)


BREATH = """
players:
  - field: {bronze-dragon-minion/1: level 1, bronze-dragon-minion/2: level 1}
    reserve: {sidekick/1: mask}
  - {life: 10, field: {sabretooth-survivor: level 1, sidekick/1: level 1}}
start: attack
play: [send bronze-dragon-minion/1, send bronze-dragon-minion/2, go, until: due]
"""


@EDITIONS
def test_a_breath_weapon_is_paid_once_for_a_character_and_burns_all(game):
    session = at(BREATH, game)
    assert offers(session) == {"arrival bronze-dragon-minion/1"}
    for text in (
        "arrival bronze-dragon-minion/1",
        "pay",
        f"pay 1/{starting(game)}/1 1",
    ):
        session.decide(text)
        settle(session)
    second = players(session)[1]
    assert (second["life"], len(second["prep"])) == (9, 1)
    assert second["field"]["sabretooth-survivor/1"]["damage"] == 1
    assert session.at == "block"


@EDITIONS
def test_a_breath_weapon_may_be_left_unused(game):
    session = at(BREATH, game)
    session.decide("arrival bronze-dragon-minion/1")
    settle(session)
    assert "decline" in offers(session)
    session.decide("decline")
    settle(session)
    assert (players(session)[1]["life"], session.at) == (10, "block")


CALLED = """
players:
  - field: {black-widow-red-scare/1: level 3, black-widow-red-scare/2: level 3, sidekick/1: level 1}
  - field: {sabretooth-survivor: level 1, forge-tinkerer: level 1}
start: attack
play: [send black-widow-red-scare/1, send sidekick/1, go, arrival black-widow-red-scare/1,
       call-out forge-tinkerer]
"""


@EDITIONS
def test_only_the_die_that_is_called_out_blocks_and_nobody_else(game):
    session = at(CALLED, game)
    assert offers(session) == {
        "pass",
        "block forge-tinkerer/1 black-widow-red-scare/1",
        f"block sabretooth-survivor/1 1/{starting(game)}/1",
    }
    why = session.why_not(f"block forge-tinkerer {starting(game)}")
    rule = "keyword/call-out-only-blocks" if game == NEW else "model/other-keywords"
    assert [need.rule for need in why.unmet] == [rule]


def test_two_call_outs_of_one_die_cancel_each_other():
    session = at("""
players:
  - field: {black-widow-red-scare/1: level 3, black-widow-red-scare/2: level 3}
  - field: {sabretooth-survivor: level 1, forge-tinkerer: level 1}
start: attack
play: [send black-widow-red-scare/1, send black-widow-red-scare/2, go, arrival black-widow-red-scare/1,
       arrival black-widow-red-scare/2, call-out forge-tinkerer, call-out forge-tinkerer]
""")
    assert len(offers(session)) == 1 + 4


INFILTRATE = """
players:
  - {field: {the-spot-jonathan-ohnn/1: level 1, the-spot-jonathan-ohnn/2: level 1}}
  - {life: 10, field: {sidekick/1: level 1}}
start: attack
play: [send the-spot-jonathan-ohnn/1, send the-spot-jonathan-ohnn/2, go,
       block sidekick/1 the-spot-jonathan-ohnn/2, pass]
"""


@EDITIONS
def test_who_infiltrates_deals_one_damage_and_stays(game):
    session = at(INFILTRATE, game)
    assert offers(session) == {"leave the-spot-jonathan-ohnn/1", "pass"}
    session.decide("leave the-spot-jonathan-ohnn/1")
    settle(session)
    session.decide("go")
    settle(session)
    first, second = players(session)
    assert session.at == "attack/window"
    assert (second["life"], list(first["field"])) == (9, ["the-spot-jonathan-ohnn/1"])


def test_by_the_other_reading_globals_come_before():
    session = at(INFILTRATE, infiltrate="assign-damage")
    assert session.at == "attack/window"
    for text in ("pass", "pass", "close"):
        session.decide(text)
        settle(session)
    assert offers(session) == {"leave the-spot-jonathan-ohnn/1", "pass"}
    for text in ("leave the-spot-jonathan-ohnn/1", "go"):
        session.decide(text)
        settle(session)
    first, second = players(session)
    assert second["life"] == 9
    assert "the-spot-jonathan-ohnn/1" in first["field"]


INTIMIDATE = """
turn: 2
players:
  - {field: {bronze-dragon-minion: level 2}}
  - {reserve: {scarlet-spider-former-villain: level 1, sidekick/1: bolt}}
play: [field scarlet-spider-former-villain, pay sidekick/1 1, arrival scarlet-spider-former-villain]
"""


def test_an_intimidated_die_is_away_until_the_turn_ends():
    session = at(INTIMIDATE)
    assert offers(session) == {"set-aside bronze-dragon-minion/1"}
    session.decide("set-aside bronze-dragon-minion/1")
    settle(session)
    assert players(session)[0]["aside"] == ["bronze-dragon-minion/1"]
    for text in ("pass", "pass", "close", "pass"):
        session.decide(text)
        settle(session)
    assert players(session)[0]["field"]["bronze-dragon-minion/1"]["face"] == "level 2"


def test_by_the_other_reading_own_dice_may_be_removed_too():
    assert len(offers(at(INTIMIDATE, intimidate="any"))) == 2


@pytest.mark.parametrize(("face", "zone"), [("1", "prep"), ("4", "field")])
@EDITIONS
def test_a_regenerating_die_is_rolled_instead_of_being_kod(game, face, zone):
    session = at(f"""
players:
  - {{field: {{bronze-dragon-minion: level 1}}}}
  - {{field: {{sabretooth-survivor: level 1}}}}
start: attack
play: [send bronze-dragon-minion, go, block sabretooth-survivor bronze-dragon-minion, until: regenerate,
       roll: [{face}], until: clear]
""", game)  # fmt: skip
    second = players(session)[1]
    assert "sabretooth-survivor/1" in second[zone]


@EDITIONS
def test_energize_comes_with_the_double_energy_face(game):
    session = at(
        """
turn: 2
players: [{}, {prep: [forge-tinkerer], bag: [sidekick/1, sidekick/2, sidekick/3, sidekick/4, sidekick/5]}]
start: clear
play: [draw: [sidekick/1, sidekick/2, sidekick/3, sidekick/4], roll: [1, 1, 1, 1, 3], pass,
       arrival forge-tinkerer, draw: [sidekick/5]]
""",
        game,
    )
    assert (session.at, players(session)[1]["prep"]) == (
        "main",
        [f"2/{starting(game)}/5"],
    )
