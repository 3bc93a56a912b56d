"""The Attack Step: who damages whom, KOs, and what comes first in each edition."""

import pytest
from tables import NEW, OLD, offers, played, players, settled

DUEL = """
teams: timing
players:
  - {bag: [sidekick/1, sidekick/2], field: {nova-quasar: level 1}}
  - {field: {ronan-treason: level 1}}
start: attack
play: [send nova-quasar, go, block ronan-treason nova-quasar, until: damage/strike]
"""


def test_an_unblocked_attacker_damages_the_player_and_goes_out_of_play():
    session = played("""
teams: faerun-demo
players:
  - {field: {hell-hound-minion: level 2}}
  - {}
start: attack
play: [send hell-hound-minion, go, until: cleanup]
""")
    first, second = players(session)
    assert second["life"] == 7
    assert first["out_of_play"] == ["hell-hound-minion/1"]


@pytest.mark.parametrize(("game", "where"), [(OLD, "prep"), (NEW, "attack")])
def test_being_damaged_comes_before_or_after_the_ko(game, where):
    session = settled(DUEL, game)
    assert session.at == "due"
    first = players(session)[0]
    assert "nova-quasar/1" in first[where]
    assert offers(session) == {"damage nova-quasar/1"}


def test_a_die_with_lethal_damage_still_resolves_its_effect():
    session = played(DUEL.replace("until: damage/strike", "draw: [sidekick/1], until: clear"))
    assert sorted(players(session)[0]["prep"]) == ["1/sidekick/1", "nova-quasar/1"]


def test_the_attacker_divides_its_damage():
    session = played("""
teams: faerun-demo
players:
  - {field: {bronze-dragon-apprentice: level 3}}
  - {field: {hill-giant-minion/1: level 1, hill-giant-minion/2: level 1}}
start: attack
play:
  - send bronze-dragon-apprentice
  - go
  - block hill-giant-minion/1 bronze-dragon-apprentice
  - block hill-giant-minion/2 bronze-dragon-apprentice
  - until: assign/divide
""")
    assert "give hill-giant-minion/1 5" in offers(session)
    session.decide("give hill-giant-minion/1 2")
    assert offers(session) == {f"give hill-giant-minion/{die} {left}" for die in (1, 2) for left in (1, 2, 3)}
    session.decide("give hill-giant-minion/2 3")
    from dicelaw.oracle.files.scenario_runner import finish

    finish(session)
    first, second = players(session)
    assert second["prep"] == ["hill-giant-minion/1", "hill-giant-minion/2"]
    assert first["prep"] == ["bronze-dragon-apprentice/1"]


WITHDRAWN = """
teams: faerun-demo
players:
  - {field: {hell-hound-minion/1: level 1, hell-hound-minion/2: level 1}, reserve: {sidekick/1: mask}}
  - {field: {sidekick/1: level 1}}
start: attack
play:
  - send hell-hound-minion/1
  - send hell-hound-minion/2
  - go
  - block 2/STARTING/1 hell-hound-minion/1
  - global blink
  - withdraw hell-hound-minion/2
  - until: cleanup
"""


@pytest.mark.parametrize("game", [OLD, NEW])
def test_a_withdrawn_attacker_stays_in_the_field_and_damages_nobody(game):
    session = played(WITHDRAWN.replace("STARTING", "npc" if game == OLD else "sidekick"), game)
    first, second = players(session)
    assert second["life"] == 10
    assert "hell-hound-minion/2" in first["field"]
    assert second["prep"] == [f"2/{'npc' if game == OLD else 'sidekick'}/1"]


@pytest.mark.parametrize(("game", "where"), [(OLD, "attack"), (NEW, "field")])
def test_survivors_return_when_the_edition_says(game, where):
    session = played(
        """
teams: faerun-demo
players:
  - {field: {bronze-dragon-apprentice: level 1}}
  - {field: {hill-giant-minion: level 3}}
start: attack
play: [send bronze-dragon-apprentice, go, block hill-giant-minion bronze-dragon-apprentice, until: cleanup]
""",
        game,
    )
    session_players = players(session)
    assert "hill-giant-minion/1" in session_players[1][where]


@pytest.mark.parametrize(("reading", "life"), [("blocked", 10), ("unblocked", 8)])
def test_a_blocker_that_is_gone(reading, life):
    text = """
teams: x-men-demo
players:
  - {field: {jubilee-wondra: level 1}, reserve: {way-out-west: action}}
  - {field: {sidekick/1: level 1}}
start: attack
play: [send jubilee-wondra, go, block 2/npc/1 jubilee-wondra, until: attack/window]
"""
    session = played(text, OLD, blocker_gone=reading)
    blocker = session.machine.slot_index["zone[2/npc/1]"]
    gone = list(session.state)
    gone[blocker], gone[session.machine.slot_index["blocks[2/npc/1]"]] = 7, 0
    gone[session.machine.slot_index["face[2/npc/1]"]] = 0
    session.state = tuple(gone)
    from dicelaw.oracle.files.scenario_runner import finish

    finish(session)
    assert players(session)[1]["life"] == life


def test_static_bonuses_hold_while_their_source_is_active():
    session = played("""
teams: x-men-demo
players:
  - {field: {hope-summers-messiah-complex/1: level 1, jubilee-wondra/1: level 1, jubilee-wondra/2: level 1}}
  - {}
""")
    hope = players(session)[0]["field"]["hope-summers-messiah-complex/1"]
    assert (hope["attack"], hope["defense"]) == (2, 3)


def test_other_attackers_get_the_bonus_once():
    session = played("""
teams: faerun-demo
turn: 2
players:
  - {}
  - {field: {gnome-ranger-master/1: level 1, gnome-ranger-master/2: level 1, hill-giant-minion: level 1}}
start: attack
play: [send gnome-ranger-master/1, send hill-giant-minion]
""")
    attackers = players(session)[1]["attack"]
    assert attackers["hill-giant-minion/1"]["attack"] == 4
    assert attackers["gnome-ranger-master/1"]["attack"] == 3


def test_a_beaten_player_loses_at_once():
    session = played("""
teams: faerun-demo
players:
  - {field: {hell-hound-minion: level 2}}
  - {life: 3}
start: attack
play: [send hell-hound-minion, go, until: over]
""")
    from dicelaw.oracle.games.observation import standing

    assert standing(session)["winners"] == ["1"]
