"""What cards print, each played from its text: whom it means, when it speaks, and what it is paid with."""

import pytest
from tables import EDITIONS, NEW, done, offers, players, starting

from dicelaw.model.content.document import read
from dicelaw.model.dice_masters.cards.cards import Keyword
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.scenario_runner import play, settle
from dicelaw.oracle.games.own_content import own_content

RONIN, DOG, GOLEM = "ronin-lone-warrior/1", "blink-dog-paragon-fey/1", "clay-golem-lesser-construct/1"
COLOSSUS, SWAN = "colossus-organic-steel/1", "black-swan-defending-castle-doom/1"
PAIR = """
source: our own
teams:
  - {id: pair, name: these cards, first: {FIRST}, second: {SECOND},
     basics: [magic-missile, flaming-sword, whoever-assemble, delayed-blast-fireball]}
"""


@pytest.fixture
def at(tmp_path):
    """The session after a play between players with these cards."""

    def settled(first, second, text, game=NEW):
        pair = PAIR.replace("FIRST", first).replace("SECOND", second)
        (tmp_path / "pair.yaml").write_text(pair, encoding="utf-8")
        scenario = loaded(read("test.yaml", f"teams: pair\n{text}".encode()), game)
        session = open_scenario(scenario, content=own_content(tmp_path))
        play(session, scenario.play, "test.yaml")
        settle(session)
        return session

    return settled


@EDITIONS
def test_magic_missile_may_hit_the_player_who_uses_it(at, game):
    """A player is either one; Hulk answers that with 2 to each opposing die."""
    text = """
players:
  - {life: 9, field: {hulk-green-goliath/1: level 3}, reserve: {magic-missile/1: action}}
  - {field: {tree-house/1: level 3}}
play: [act magic-missile/1]
"""
    session = at("hulk-green-goliath: 1", "tree-house: 1", text, game)
    assert {"opponent", "oneself"} <= offers(session)
    first, second = players(done(session, "oneself", "damage hulk-green-goliath/1"))
    assert first["life"] == 9 - 2
    assert second["field"]["tree-house/1"]["damage"] == 2


@EDITIONS
def test_human_torch_may_hit_his_own_player(at, game):
    text = """
players:
  - field: {human-torch-flame-on/1: level 1}
    reserve: {hell-hound-minion/1: level 1}
  - {}
play: [field hell-hound-minion/1, arrival human-torch-flame-on/1]
"""
    session = at("human-torch-flame-on: 1, hell-hound-minion: 1", "oak: 1", text, game)
    assert {"opponent", "oneself", "damage hell-hound-minion/1"} <= offers(session)
    assert players(done(session, "oneself"))[0]["life"] == 20 - 1


def test_jubilee_hits_no_player_but_the_opponent(at):
    """The limit: her text names a die or the opponent."""
    text = "players: [{reserve: {jubilee-wondra/1: level 1}}, {}]\nplay: [field jubilee-wondra/1]\n"
    assert "oneself" not in offers(at("jubilee-wondra: 1", "oak: 1", text))


@EDITIONS
def test_lois_lane_makes_the_superman_of_her_player_stronger(at, game):
    cards = "lois-lane-reporter: 1, superman-kal-el: 1"
    text = """
players:
  - {field: {1/superman-kal-el/1: level 1, 1/lois-lane-reporter/1: level 1}}
  - {field: {2/superman-kal-el/1: level 1}}
"""
    first, second = players(at(cards, cards, text, game))
    mine, theirs = first["field"]["1/superman-kal-el/1"], second["field"]["2/superman-kal-el/1"]
    assert [(die["attack"], die["defense"]) for die in (mine, theirs)] == [(6, 6), (5, 5)]
    assert first["field"]["1/lois-lane-reporter/1"]["attack"] == 1


@EDITIONS
def test_mr_fantastics_global_makes_a_character_attack(at, game):
    text = """
players:
  - {field: {oak/1: level 1, tree-house/1: level 1}}
  - {field: {mr-fantastic-the-invincible-man/1: level 1}, reserve: {mr-fantastic-the-invincible-man/2: mask}}
play: [1 passes, 2 global mr-fantastic, 2 compel oak/1, until: attack, send tree-house/1]
"""
    session = at("oak: 1, tree-house: 1", "mr-fantastic-the-invincible-man: 2", text, game)
    assert [need.rule for need in session.why_not("go").unmet] == ["precedence/card-over-rule"]
    assert "go" in offers(done(session, "send oak/1"))


@EDITIONS
def test_anti_monitor_intimidates_one_die_and_rerolls_one(at, game):
    text = """
players:
  - {reserve: {anti-monitor-sixth-dimension/1: level 1, sidekick/1: fist}}
  - {field: {oak/1: level 3, tree-house/1: level 3}}
play: [field anti-monitor-sixth-dimension/1, pay 1/sidekick/1 1, set-aside oak/1, pick tree-house/1,
       roll: [4]]
""".replace("sidekick", starting(game))
    session = at("anti-monitor-sixth-dimension: 1", "oak: 1, tree-house: 1", text, game)
    second = players(session)[1]
    assert second["field"]["tree-house/1"]["face"] == "level 1"
    assert "oak/1" not in second["field"]


@EDITIONS
@pytest.mark.parametrize("ranger", ["gnome-ranger-harper", "gnome-ranger-master"])
def test_a_gnome_ranger_may_wear_gear(at, game, ranger):
    """The cards have the icon, and a Hill Giant has not."""
    text = f"""
players:
  - reserve: {{flaming-sword/1: action}}
    field: {{{ranger}/1: level 1, hill-giant-minion/1: level 1}}
  - {{}}
play: [act flaming-sword/1]
"""
    session = at(f"{ranger}: 1, hill-giant-minion: 1", "oak: 1", text, game)
    assert offers(session) == {f"attach {ranger}/1", "attach-nothing"}


@EDITIONS
def test_no_alignment_and_no_icon_is_an_affiliation_to_name(at, game):
    text = """
players:
  - {reserve: {whoever-assemble/1: action}}
  - {field: {gnome-ranger-master/1: level 1, hill-giant-minion/1: level 1}}
play: [act whoever-assemble/1]
"""
    session = at("oak: 1", "gnome-ranger-master: 1, hill-giant-minion: 1", text, game)
    assert offers(session) == {"name lords-alliance", "name monster"}


def test_human_paladin_has_experience():
    assert Keyword.EXPERIENCE in load_pack().cards["human-paladin-lesser-emerald-enclave"].keywords


KEPT_OFF = """
turn: 2
players:
  - {field: {RONIN: level 1, FRIEND: level 3}, life: 9}
  - {reserve: {magic-missile/1: action}}
play: [act magic-missile/1, opponent, ronin-lone-warrior player-1 RONIN]
""".replace("RONIN", RONIN)


@EDITIONS
def test_a_die_that_is_kod_to_prevent_damage_is_mourned_as_any_other(at, game):
    """Tree House gains 1 life as another own die is KO'd."""
    text = KEPT_OFF.replace("FRIEND", "tree-house/1")
    first, _ = players(
        done(at("ronin-lone-warrior: 1, tree-house: 1", "oak: 1", text, game), "ko tree-house/1")
    )
    assert first["prep"] == [RONIN]
    assert first["life"] == 9 + 1


@EDITIONS
def test_only_who_waits_for_such_a_die_mourns_it(at, game):
    """The limit: Ronin is no Villain, as Black Manta asks for."""
    text = KEPT_OFF.replace("FRIEND", "black-manta-deep-sea-deviant/1")
    first, second = players(
        at("ronin-lone-warrior: 1, black-manta-deep-sea-deviant: 1", "oak: 1", text, game)
    )
    assert (first["prep"], first["life"], second["life"]) == ([RONIN], 9, 20)


@EDITIONS
def test_blink_dog_is_not_kod_by_the_opponent_for_fabricate(at, game):
    text = f"""
players:
  - {{field: {{{DOG}: level 1, hill-giant-minion/1: level 1}}}}
  - {{}}
play: [fabricate {GOLEM}, pick {DOG}, pick hill-giant-minion/1]
"""
    cards = "blink-dog-paragon-fey: 1, clay-golem-lesser-construct: 1, hill-giant-minion: 1"
    session = at(cards, "oak: 1", text, game)
    assert session.at == "main"
    assert players(session)[0]["prep"] == [DOG, "hill-giant-minion/1"]


@EDITIONS
@pytest.mark.parametrize("hit", [SWAN, COLOSSUS])
def test_the_first_damage_that_colossus_may_take_is_that_to_any_own_die(at, game, hit):
    """His own damage is that of one of his player's dice, so the next is not the first of the turn.

    He has it himself already, so there is nothing to redirect to him.
    """
    text = f"""
turn: 2
players:
  - {{field: {{{COLOSSUS}: level 3, {SWAN}: level 3}}}}
  - {{reserve: {{magic-missile/1: action, magic-missile/2: action}}}}
play: [act magic-missile/1, damage {hit}]
"""
    session = at("colossus-organic-steel: 1, black-swan-defending-castle-doom: 1", "oak: 1", text, game)
    answer = f"colossus-organic-steel {hit} {COLOSSUS}"
    assert (answer in offers(session)) == (hit != COLOSSUS)
    for one in offers(session) & {answer}:
        done(session, one)
    assert players(session)[0]["field"][COLOSSUS]["damage"] == 2
    done(session, "act magic-missile/2", f"damage {SWAN}")
    assert session.at == "main"
    assert players(session)[0]["field"][SWAN]["damage"] == 2


def test_a_face_has_the_burst_that_is_printed():
    """What copies it has the burst as well, so it matters where no text of the card itself names one."""
    bursts = {
        card: [face.burst for face in load_pack().cards[card].faces if face.level]
        for card in ("bronze-dragon-minion", "iron-man-inventor", "colossus-organic-steel")
    }
    assert bursts == {
        "bronze-dragon-minion": [0, 0, 1],
        "iron-man-inventor": [0, 0, 1],
        "colossus-organic-steel": [0, 1, 1],
    }


@EDITIONS
def test_what_a_continuous_die_does_later_is_still_of_an_action_die(at, game):
    """Storm redirects 2 of it to the opponent; Jane Foster, who lessens that of abilities, has it all."""
    text = """
turn: 2
players:
  - {in play: {delayed-blast-fireball/1: action}}
  - {field: {storm-lady-liberator/1: level 3, jane-foster-league-of-realms/1: level 1}}
play: [until: attack, send jane-foster-league-of-realms/1, go, until: damage/react]
"""
    session = at("oak: 1", "storm-lady-liberator: 1, jane-foster-league-of-realms: 1", text, game)
    first, second = players(done(session, "storm-lady-liberator storm-lady-liberator/1 player-1"))
    assert first["life"] == 20 - 2
    assert second["prep"] == ["storm-lady-liberator/1"]
    assert second["attack"]["jane-foster-league-of-realms/1"]["damage"] == 4


BEAST = "displacer-beast-lesser-monstrosity/1"


def _life_when_answered(session):
    """The life of player 1 once Displacer Beast has answered, where it may."""
    for answer in offers(session) & {f"arrival {BEAST}"}:
        done(session, answer)
    return players(session)[0]["life"]


@EDITIONS
@pytest.mark.parametrize(("given", "life"), [(BEAST, 20 - 2), ("tree-house/1", 20)])
def test_damage_that_is_divided_among_dice_targets_them(at, game, given, life):
    """Displacer Beast answers Batgirl, who divides 4 among target dice, only if it is one of these."""
    text = f"""
turn: 2
players:
  - {{field: {{batgirl-babs/1: level 3}}}}
  - {{field: {{{BEAST}: level 3, tree-house/1: level 1}}, reserve: {{magic-missile/1: action}}}}
play: [act magic-missile/1, damage batgirl-babs/1, 1 damage batgirl-babs/1, give {given} 4]
"""
    session = at("batgirl-babs: 1", "displacer-beast-lesser-monstrosity: 1, tree-house: 1", text, game)
    assert _life_when_answered(session) == life


@EDITIONS
@pytest.mark.parametrize(("onto", "life"), [(BEAST, 20 - 2), ("oak/1", 20)])
def test_damage_that_is_redirected_to_a_target_die_targets_it(at, game, onto, life):
    """Nova may redirect to one target character, and Displacer Beast answers that as well."""
    text = f"""
turn: 2
players:
  - {{field: {{nova-bucket-head/1: level 3, oak/1: level 3}}}}
  - {{field: {{{BEAST}: level 3}}, reserve: {{magic-missile/1: action}}}}
play: [act magic-missile/1, damage nova-bucket-head/1, nova-bucket-head nova-bucket-head/1 {onto}]
"""
    session = at("nova-bucket-head: 1, oak: 1", "displacer-beast-lesser-monstrosity: 1", text, game)
    assert _life_when_answered(session) == life


def test_a_reactive_global_of_both_players_is_told_from_the_other(at):
    """Lois Lane is on both sides, and what either Global is called is how it is asked for."""
    text = """
turn: 2
players:
  - {field: {oak/1: level 1}, reserve: {sidekick/1: shield}}
  - {reserve: {magic-missile/1: action}}
play: [act magic-missile/1, damage oak/1]
"""
    session = at("lois-lane-reporter: 1, oak: 1", "lois-lane-reporter: 1", text)
    assert sorted(session.text(move) for move in session.legal()) == [
        "1/lois-lane oak/1", "2/lois-lane oak/1", "pass",
    ]  # fmt: skip
    with pytest.raises(UserError, match="may mean several things now: 1/lois-lane oak/1; 2/lois-lane oak/1"):
        session.decide("lois-lane oak/1")
    done(session, "2/lois-lane oak/1", "pay 1/sidekick/1 1")
    assert players(session)[0]["field"]["oak/1"]["damage"] == 1
