"""What interrupts damage, what becomes of an ability, and which of several effects comes next."""

from importlib.resources import files

import pytest
from tables import NEW, OLD, offers, opened, players, settled

from dicelaw.oracle.files.scenario_runner import settle
from dicelaw.oracle.games.observation import standing

TOPICS = files("dicelaw.specs.dice_masters") / "topics"


def _topic(name):
    return (TOPICS / f"{name}.yaml").read_text(encoding="utf-8")


def test_what_reduces_an_effect_interrupts_by_the_newer_rules():
    text = _topic("interrupt") + "play: [field jubilee-wondra, opponent]\n"
    session = settled(text)
    session.decide("human-paladin player-2")
    session.decide("pay 2/sidekick/1 1")
    settle(session)
    assert players(session)[1]["life"] == 19


def test_nothing_that_reduces_interrupts_by_the_older_rules():
    session = settled(_topic("interrupt") + "play: [field jubilee-wondra, opponent]\n", OLD)
    why = session.why_not("human-paladin player-2")
    assert [need.rule for need in why.unmet] == ["queue/interrupt@2016"]


def test_combat_damage_is_no_ability():
    session = settled("""
teams: probes
players:
  - field: {jubilee-wondra: level 1}
  - reserve: {sidekick/1: shield, sidekick/2: bolt}
    field: {lois-lane-reporter: level 1}
start: attack
play: [send jubilee-wondra, go, until: damage/react]
""")
    assert "lois-lane player-2" in offers(session)
    assert "human-paladin player-2" not in offers(session)


def test_damage_to_a_player_goes_to_a_die_only_if_the_text_says_so():
    text = _topic("redirect-kind") + "play: [send sidekick/1, go, until: damage/react]\n"
    old = settled(text.replace("send sidekick", "send 1/npc"), OLD)
    old.decide("lightning-rod player-2 lois-lane-reporter/1")
    old.decide("pay 2/npc/1 1")
    settle(old)
    second = players(old)[1]
    assert (second["life"], second["prep"]) == (20, ["lois-lane-reporter/1"])
    new = settled(text.replace("send sidekick", "send 1/sidekick"))
    why = new.why_not("lightning-rod player-2 lois-lane-reporter/1")
    assert [need.rule for need in why.unmet] == ["redirect/no-player-die-cross"]


@pytest.mark.parametrize("game", [OLD, NEW])
def test_damage_to_a_die_goes_to_another_of_its_player(game):
    starting = "npc" if game == OLD else "sidekick"
    session = settled(
        f"""
teams: probes
players:
  - {{field: {{sidekick/1: level 1}}}}
  - field: {{lois-lane-reporter: level 1, human-paladin-lesser-emerald-enclave: level 1}}
    reserve: {{sidekick/1: shield}}
start: attack
play: [send 1/{starting}/1, go, block lois-lane-reporter 1/{starting}/1, until: damage/react]
""",
        game,
    )
    hurt, other = "lois-lane-reporter/1", "human-paladin-lesser-emerald-enclave/1"
    assert f"lightning-rod {hurt} {hurt}" not in offers(session)
    session.decide(f"lightning-rod {hurt} {other}")
    session.decide(f"pay 2/{starting}/1 1")
    settle(session)
    first, second = players(session)
    assert session.at == "draw"
    assert second["prep"] == [], "one D takes no damage, and two D one"
    assert first["prep"] == [f"1/{starting}/1"]


@pytest.mark.parametrize(("reading", "life"), [("damage", 19), ("ability", 20)])
def test_a_prevented_ability_goes_on_or_not(reading, life):
    acts = "[global luke-cage, pay 1/npc/1 1, lois-lane player-1, pay 2/npc/1 1]"
    session = settled(f"{_topic('prevention')}play: {acts}\n", OLD, prevention=reading)
    assert session.at == "main"
    assert [player["life"] for player in players(session)] == [20, life]


FEUD = """
  - send 1/sore-loser/1
  - go
  - block 2/sore-loser/1 1/sore-loser/1
  - {until: due}
  - ko 1/sore-loser/1
  - ko 2/sore-loser/1
  - damage 2/sore-loser/2
  - ko 2/sore-loser/2
  - damage 1/sore-loser/2
  - ko 1/sore-loser/2
"""


@pytest.mark.parametrize(
    ("reading", "next_one"), [("last", "damage 1/npc/1"), ("active-first", "damage 2/npc/1")]
)
def test_a_new_effect_goes_behind_or_before_those_of_the_inactive_player(reading, next_one):
    session = settled(_topic("queue-order").partition("play:")[0] + f"play: {FEUD}", OLD, queue_order=reading)
    assert offers(session) == {next_one}


@pytest.mark.parametrize(("reading", "point"), [("apart", "main"), ("damage", "damage/react")])
def test_losing_life_is_damage_or_not_by_the_older_rules(reading, point):
    session = settled(
        """
teams: timing
turn: 2
players:
  - {}
  - {reserve: {ronan-treason: level 1, sidekick/1: bolt, sidekick/2: shield}}
play: [field ronan-treason, pay 2/npc/1 1, arrival ronan-treason]
""",
        OLD,
        life_loss=reading,
    )
    assert session.at == point
    assert standing(session)["players"][1]["life"] == (19 if reading == "apart" else 20)


def test_an_action_die_needs_a_target_by_the_newer_rules():
    old, new = (opened(_topic("idle-action"), game)[0] for game in (OLD, NEW))
    assert "use barkskin/1" in offers(old) or "act barkskin/1" in offers(old)
    assert [need.rule for need in new.why_not("act barkskin/1").unmet] == ["target/none-no-initiation"]
