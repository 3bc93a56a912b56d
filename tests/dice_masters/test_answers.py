"""Effects that answer damage to a player, the KO of another, fielding of another; and bursts."""

import pytest
from tables import EDITIONS, done, offers, players, settled

MISSILE = """
teams: answers
turn: 2
players:
  - {life: 10, field: {captain-america-the-first-avenger: LEVEL}}
  - {life: 10, reserve: {magic-missile: action}}
play: [act magic-missile, opponent, arrival, spin-up captain-america-the-first-avenger]
"""


@EDITIONS
@pytest.mark.parametrize(("level", "life"), [("level 1", 9), ("level 2", 8)])
def test_a_burst_adds_to_what_damage_to_the_player_does(game, level, life):
    text = MISSILE.replace("LEVEL", level).replace("arrival, ", "damage captain-america-the-first-avenger, ")
    first = players(settled(text, game))[0]
    die = first["field"]["captain-america-the-first-avenger/1"]
    assert (first["life"], die["face"]) == (life, f"level {int(level[-1]) + 1}")


@EDITIONS
def test_hulk_answers_damage_to_his_player_with_his_burst(game):
    session = settled(
        """
teams: answers
players:
  - field: {agent-venom-thunderbolt: level 3, human-torch-flame-on: level 1}
    reserve: {magic-missile: action}
  - {field: {hulk-green-goliath/1: level 1, hulk-green-goliath/2: level 3}}
play: [act magic-missile, opponent, damage hulk-green-goliath/1]
""",
        game,
    )
    session = done(session)
    first = players(session)[0]
    assert first["prep"] == ["human-torch-flame-on/1"]
    assert first["field"]["agent-venom-thunderbolt/1"]["damage"] == 3


@EDITIONS
def test_beast_with_a_burst_hurts_the_opponent_as_well(game):
    session = settled(
        """
teams: heroes
players:
  - {life: 10, field: {iron-man-playboy: level 1}}
  - {life: 9, field: {beast-genetic-expert: level 1}}
start: attack
play: [send iron-man-playboy, go, block beast-genetic-expert iron-man-playboy, until: clear]
""",
        game,
    )
    first, second = players(session)
    assert (first["life"], second["life"]) == (8, 10)


@EDITIONS
def test_venom_is_spun_up_when_he_survives(game):
    session = settled(
        """
teams: answers
players:
  - {field: {agent-venom-thunderbolt: level 1}, reserve: {magic-missile: action}}
  - {}
play: [act magic-missile, damage agent-venom-thunderbolt, damage agent-venom-thunderbolt]
""",
        game,
    )
    done(session, "spin-up agent-venom-thunderbolt/1")
    assert players(session)[0]["field"]["agent-venom-thunderbolt/1"]["face"] == "level 2"


@EDITIONS
def test_spinning_up_does_not_save_him_from_what_kos_him(game):
    session = settled(
        """
teams: answers
turn: 2
players:
  - {field: {agent-venom-thunderbolt: level 1}}
  - {field: {magneto-founder-of-the-brotherhood: level 1}}
start: attack
play: [send magneto-founder-of-the-brotherhood, go,
       block agent-venom-thunderbolt magneto-founder-of-the-brotherhood, until: clear]
""",
        game,
    )
    assert players(session)[0]["prep"] == ["agent-venom-thunderbolt/1"]


@EDITIONS
def test_magneto_answers_the_ko_of_a_brother_and_of_no_other(game):
    for die, answered in (("mastermind-fracturing-the-phoenix", True), ("sidekick/1", False)):
        session = settled(
            f"""
teams: answers
players:
  - {{field: {{agent-venom-thunderbolt: level 1}}, reserve: {{magic-missile: action}}}}
  - field:
      magneto-founder-of-the-brotherhood: level 1
      {die}: level 1
play: [act magic-missile, damage {die}]
""",
            game,
        )
        due = "ko magneto-founder-of-the-brotherhood/1"
        assert (offers(session) == {due}) == answered
        if answered:
            done(session, due, "ko agent-venom-thunderbolt")
            assert players(session)[0]["prep"] == ["agent-venom-thunderbolt/1"]


@EDITIONS
def test_human_torch_burns_when_another_is_fielded(game):
    session = settled(
        """
teams: answers
players:
  - field: {human-torch-flame-on/1: level 1, human-torch-flame-on/2: level 1}
    reserve: {sidekick/1: level 1}
  - {life: 10}
play: [field sidekick/1, arrival human-torch-flame-on/1, opponent]
""",
        game,
    )
    assert (session.at, players(session)[1]["life"]) == ("main", 9)


@EDITIONS
def test_war_machine_is_stronger_with_iron_man(game):
    session = settled(
        """
teams: heroes
players: [{field: {war-machine-combat-comrade: level 1, iron-man-playboy: level 1}}, {}]
""",
        game,
    )
    die = players(session)[0]["field"]["war-machine-combat-comrade/1"]
    assert (die["attack"], die["defense"]) == (5, 6)
