"""Dice that return to the Field, dice that an effect rolls, and cards that answer KOs and being targeted."""

import pytest
from tables import EDITIONS, NEW, OLD, offers, players, settled

from dicelaw.oracle.files.scenario_runner import settle

ALFRED, BATMAN = "alfred-pennyworth-mi-5", "batman-speedy-recovery"
BEAST, DOG, MANTA = (
    "displacer-beast-lesser-monstrosity",
    "blink-dog-paragon-fey",
    "black-manta-deep-sea-deviant",
)


def at(text, game=NEW):
    """The session after the play in ``text`` between the teams returns."""
    return settled("teams: returns\n" + text, game)


@EDITIONS
def test_batman_is_ko_d_and_returns_on_level_two(game):
    session = at(
        f"""
turn: 2
players:
  - {{life: 10, field: {{{BATMAN}: level 1}}}}
  - {{reserve: {{magic-missile: action}}}}
play: [act magic-missile, opponent, pay-die {BATMAN}, until: main]
""",
        game,
    )
    first = players(session)[0]
    assert (first["life"], first["field"][f"{BATMAN}/1"]["face"], first["prep"]) == (8, "level 2", [])


ROLLED = """
turn: 2
players:
  - {life: 10, used: [sidekick/1], field: {alfred-pennyworth-mi-5: level 3}}
  - {life: 10, reserve: {magic-missile: action}}
play: [act magic-missile, damage alfred-pennyworth-mi-5, {roll: [FACE]}]
"""


@EDITIONS
@pytest.mark.parametrize(("face", "zone"), [("5", "field"), ("6", "prep")])
def test_alfred_returns_on_level_one_if_a_starting_die_shows_energy(game, face, zone):
    first = players(at(ROLLED.replace("FACE", face), game))[0]
    assert f"{ALFRED}/1" in first[zone]
    if zone == "field":
        assert first[zone][f"{ALFRED}/1"]["face"] == "level 1"
    assert first["used"] == ["1/npc/1" if game == OLD else "1/sidekick/1"]


@EDITIONS
def test_without_a_starting_die_to_roll_alfred_stays_away(game):
    session = at(ROLLED.replace("used: [sidekick/1], ", "").replace("{roll: [FACE]}", "until: main"), game)
    assert players(session)[0]["prep"] == [f"{ALFRED}/1"]


@EDITIONS
@pytest.mark.parametrize(("face", "life"), [("3", 8), ("4", 10)])
def test_blink_dog_hurts_the_opponent_who_ko_s_it_if_it_shows_energy(game, face, life):
    session = at(
        f"""
players:
  - {{life: 10, reserve: {{magic-missile: action}}}}
  - {{field: {{{DOG}: level 1}}}}
play: [act magic-missile, damage {DOG}, {{roll: [{face}]}}]
""",
        game,
    )
    first, second = players(session)
    assert (first["life"], second["prep"]) == (life, [f"{DOG}/1"])


@EDITIONS
def test_blink_dog_is_quiet_when_its_own_player_ko_s_it(game):
    session = at(
        f"""
turn: 2
players: [{{life: 10}}, {{reserve: {{magic-missile: action}}, field: {{{DOG}: level 1}}}}]
play: [act magic-missile, damage {DOG}]
""",
        game,
    )
    assert (session.at, players(session)[0]["life"]) == ("main", 10)


@EDITIONS
def test_black_manta_counts_cards_that_are_active_when_it_resolves(game):
    session = at(
        f"""
players:
  - {{life: 10, reserve: {{magic-missile: action, sidekick/1: bolt}}}}
  - field: {{{MANTA}/1: level 1, {MANTA}/2: level 3, emma-frost-hellfire-club: level 1}}
play: [act magic-missile, damage {MANTA}/1, until: main, global magic-missile, damage {MANTA}/1, until: main]
""",
        game,
    )
    assert players(session)[0]["life"] == 8


@EDITIONS
@pytest.mark.parametrize(
    ("play", "life"),
    [("global magic-missile", 8), ("act magic-missile", 10)],
)
def test_displacer_beast_hurts_who_targets_it_but_not_with_an_action_die(game, play, life):
    session = at(
        f"""
turn: 2
players:
  - {{field: {{{BEAST}: level 3}}}}
  - {{life: 10, reserve: {{magic-missile: action, sidekick/1: bolt}}}}
play: [{play}, damage {BEAST}, until: main]
""",
        game,
    )
    assert players(session)[1]["life"] == life


MISDIRECTION = f"""
players:
  - reserve: {{misdirection: FACE}}
    field: {{{BATMAN}: level 3}}
    used: [{BEAST}/1]
    bag: [{BEAST}/2]
  - {{}}
play: [act misdirection, swap-alike {BATMAN} {BEAST}/1, until: main]
"""


@EDITIONS
@pytest.mark.parametrize(("face", "prepared"), [("action", []), ("action *", [f"{BEAST}/2"])])
def test_misdirection_swaps_on_the_same_level(game, face, prepared):
    first = players(at(MISDIRECTION.replace("FACE", face), game))[0]
    assert first["field"][f"{BEAST}/1"]["face"] == "level 3"
    assert f"{BATMAN}/1" in first["used"]
    assert first["prep"] == prepared


@EDITIONS
@pytest.mark.parametrize(("attacker", "life"), [("hill-giant-minion/1", 9), (f"{BATMAN}/1", 10)])
def test_emma_frost_redirects_what_fist_characters_deal(game, attacker, life):
    emma = "emma-frost-hellfire-club/1"
    session = at(
        f"""
players:
  - {{life: 10, field: {{{attacker}: level 1}}}}
  - {{field: {{{emma}: level 1}}}}
start: attack
play: [send {attacker}, go, block {emma} {attacker}, until: damage/react]
""",
        game,
    )
    due = f"{emma.rpartition('/')[0]} {emma} player-1"
    assert (offers(session) == {due}) == (life == 9)
    if life == 9:
        session.decide(due)
        assert players(session)[1]["attack"][emma]["incoming"] == 2
        settle(session)
    assert players(session)[0]["life"] == life


@EDITIONS
@pytest.mark.parametrize("moved", [0, 1, 2])
def test_juggernaut_prevents_three_for_each_starting_die_that_is_moved(game, moved):
    session = at(
        """
players:
  - {field: {hill-giant-minion/1: level 3}}
  - field: {juggernaut-cain-marko: level 3, sidekick/1: level 1, sidekick/2: level 1}
start: attack
play: [send hill-giant-minion, go, block juggernaut-cain-marko hill-giant-minion, until: damage/react]
""",
        game,
    )
    name = "npc" if game == OLD else "sidekick"
    for die in range(1, moved + 1):
        settle(session)
        session.decide(f"juggernaut-cain-marko juggernaut-cain-marko/1 2/{name}/{die}")
    second = players(session)[1]
    assert second["attack"]["juggernaut-cain-marko/1"].get("incoming", 0) == max(0, 5 - 3 * moved)
    assert {f"2/{name}/{die}" for die in (1, 2)} & {*second["used"]} == {
        f"2/{name}/{die}" for die in range(1, moved + 1)
    }


@EDITIONS
@pytest.mark.parametrize("level", ["level 1", "level 3"])
def test_what_waits_for_a_ko_while_blocking_is_not_for_a_ko_by_an_effect(game, level):
    session = at(
        f"""
turn: 2
players:
  - {{field: {{avenger: level 3}}}}
  - {{life: 10, reserve: {{magic-missile: action}}, field: {{beast-genetic-expert: {level}}}}}
play: [act magic-missile, damage avenger, ko beast-genetic-expert, until: main]
""",
        game,
    )
    second = players(session)[1]
    assert (second["life"], second["prep"]) == (10, ["beast-genetic-expert/1"])
