"""Anti-Breath Weapon: as much energy as the Breath Weapon cost prevents its damage."""

from tables import EDITIONS, OLD, offers, players, settled

from dicelaw.oracle.files.scenario_runner import settle

BREATH = """
teams: lexicon
players:
  - {field: {bronze-dragon-minion/1: level 1}, reserve: {sidekick/1: mask}}
  - {life: 10, field: {FIELD}, reserve: {RESERVE}}
start: attack
play: [send bronze-dragon-minion/1, go, arrival bronze-dragon-minion/1, pay, pay 1/sidekick/1 1]
"""
DRAGON = "bronze-dragon-apprentice/1: level 1, hill-giant-apprentice/1: level 1"


def breathed(game, field=DRAGON, reserve="sidekick/1: fist", **readings):
    """The session while the damage of a Breath Weapon is on its way to ``field``."""
    text = BREATH.replace("FIELD", field).replace("RESERVE", reserve)
    return settled(text, game, **readings)


def prevented(session, game):
    """The second player once the damage is prevented."""
    for text in ("anti-breath-weapon", f"pay 2/{'npc' if game == OLD else 'sidekick'}/1 1"):
        session.decide(text)
        settle(session)
    return players(session)[1]


@EDITIONS
def test_all_of_its_damage_is_prevented(game):
    session = breathed(game)
    assert offers(session) == {"anti-breath-weapon", "pass"}
    second = prevented(session, game)
    assert second["life"] == 10
    assert [row["damage"] for row in second["field"].values()] == [0, 0]
    assert second["reserve"] == {}


def test_by_the_other_reading_only_what_goes_to_the_die_that_has_it():
    second = prevented(breathed(OLD, anti_breath_weapon="die"), OLD)
    assert second["life"] == 9
    assert {name: row["damage"] for name, row in second["field"].items()} == {
        "bronze-dragon-apprentice/1": 0,
        "hill-giant-apprentice/1": 1,
    }


@EDITIONS
def test_it_has_to_be_active_and_paid_for(game):
    inactive = breathed(game, field="hill-giant-apprentice/1: level 1")
    unpaid = breathed(game, reserve="")
    assert players(inactive)[1]["life"] == players(unpaid)[1]["life"] == 9
