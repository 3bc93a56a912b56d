"""What is printed for several players is said to be played otherwise where more than two play."""

import pytest
from duels import WILD

from dicelaw.model.content.document import Document
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.oracle.dice_throne.departures import BORNE, CHOSEN, FEWER, WITH_TEAMMATES
from dicelaw.oracle.files.position import open_scenario
from dicelaw.oracle.files.scenario import loaded
from dicelaw.oracle.files.scenario_runner import play
from dicelaw.oracle.games.departures import departure_lines
from dicelaw.oracle.games.own_content import own_content

GAME = "dice-throne"
PIRATE = {"hero": "cursed-pirate", "cp": 3, "hand": ["feed-the-fish"]}
BARBARIAN = {"hero": "barbarian", "tokens": {"dominance": 1}}


def said(players, entries=(), own=None, **fields):
    scenario = loaded(
        Document("here", {"game": GAME, "players": players, "play": [*entries], **fields}), GAME
    )
    session = open_scenario(scenario, content=own)
    play(session, scenario.play, "here")
    return departure_lines(session)


def test_a_card_for_three_opponents_says_that_it_meets_one():
    fish = {"entries": ["1 plays feed-the-fish"], "start": "main-1"}
    assert said([PIRATE, {"hero": "monk"}], **fish) == []
    assert said([PIRATE, {"hero": "monk"}, {"hero": "ninja"}], start="main-1") == []
    assert said([PIRATE, {"hero": "monk"}, {"hero": "ninja"}], **fish) == [
        "not as printed: Feed the Fish: one chosen opponent is meant here, where three different ones are"
    ]


def test_an_ability_that_is_announced_is_met():
    players = [{"hero": "tactician"}, {"hero": "monk"}, {"hero": "ninja"}]
    (line,) = said(players, [{"roll": [1, 1, 6, 6, 4]}, {"announce": "carpet-bomb"}])
    assert line.startswith("not as printed: Carpet Bomb: ")


@pytest.mark.parametrize(("mode", "lines"), [("2v2", 1), ("king-of-the-hill", 0)])
def test_dominance_is_about_teammates(mode, lines):
    others = [{"hero": hero} for hero in ("paladin", "monk", "ninja")]
    assert len(said([BARBARIAN, *others], mode=mode)) == lines


@pytest.mark.parametrize(("mode", "lines"), [("2v2", 1), ("king-of-the-hill", 0)])
def test_what_is_for_a_chosen_opponent_goes_where_the_die_says(mode, lines):
    others = [{"hero": hero} for hero in ("paladin", "monk", "ninja")]
    found = said([{"hero": "treant"}, *others], [{"roll": [4, 4, 6, 6, 1]}, {"announce": "tend"}], mode=mode)
    assert len(found) == lines


BLOOD_BOIL = [
    {"roll": [1, 1, 1, 6, 4]},
    {"announce": "gouge"},
    {"until": "offense/end"},
    "1 plays blood-boil",
    {"until": "resolve/choose-opponent"},
    "1 chooses 2",
    {"until": "targeting/choose"},
]


def test_a_modifier_before_the_target_is_known_chooses_an_opponent():
    vampire = {"hero": "vampire-lord", "hand": ["blood-boil"]}
    (line,) = said([vampire, {"hero": "monk"}, {"hero": "ninja"}], BLOOD_BOIL)
    assert line.startswith("not as printed: Blood Boil: it is for an opponent who is chosen here")
    boiled = [*BLOOD_BOIL[:2], "1 aims at 2", {"until": "defense/start"}, "1 plays blood-boil"]
    weak = {"hero": "monk", "health": 20}
    assert said([vampire, weak, {"hero": "ninja"}], boiled) == []


@pytest.mark.parametrize(("attacked", "lines"), [("3", 1), ("2", 0)])
def test_in_an_attack_nobody_but_the_other_side_of_it_is_chosen(attacked, lines):
    thief = {"hero": "shadow-thief", "health": 20, "cp": 2, "hand": ["poison-wound"]}
    players = [{"hero": "barbarian"}, {"hero": "monk", "health": 20}, thief]
    attack = [{"roll": [1, 1, 1, 6, 4]}, {"announce": "smack"}, f"1 aims at {attacked}"]
    found = said(players, [*attack, {"until": "defense/start"}, "3 plays poison-wound"])
    assert len(found) == lines


@pytest.mark.parametrize(("mode", "lines"), [("2v2", 1), ("king-of-the-hill", 0)])
def test_a_powder_keg_may_be_for_a_teammate(mode, lines):
    others = [{"hero": hero} for hero in ("paladin", "monk", "ninja")]
    kegged = {"hero": "barbarian", "tokens": {"powder-keg": 1}}
    assert len(said([kegged, *others], mode=mode)) == lines


@pytest.mark.parametrize(("mode", "lines"), [("2v2", 1), ("king-of-the-hill", 0)])
def test_who_can_choose_themselves_or_any_opponent_misses_teammates_only(mode, lines):
    paladin = {"hero": "paladin", "cp": 4, "hand": ["consecration"]}
    others = [{"hero": hero} for hero in ("barbarian", "monk", "ninja")]
    found = said([paladin, *others], ["1 plays consecration"], mode=mode, start="main-1")
    assert len(found) == lines


RELOADED = [
    {"roll": [1, 1, 1, 4, 6]},
    {"announce": "revolver"},
    {"until": "defense/start"},
    "1 uses reload",
    {"roll": 6},
    "1 plays wild-west",
]


@pytest.mark.parametrize(("die", "lines"), [(["stop"], 1), (["rerolls die 1", {"roll": 2}, "stop"], 0)])
def test_wild_west_adds_to_a_die_that_is_kept(die, lines):
    gunslinger = {"hero": "gunslinger", "cp": 1, "tokens": {"reload": 1}, "hand": ["wild-west"]}
    found = said([gunslinger, {"hero": "barbarian"}], [*RELOADED, *die])
    assert [line for line in found if "although the die was kept" in line] == found
    assert len(found) == lines


@pytest.mark.parametrize(("times", "lines"), [(2, 0), (3, 1)])
def test_a_stack_limit_rises_only_so_far(times, lines):
    """The made-up hero begins with a limit of 1 more than others have."""
    players = [{"hero": "wild", "cp": 4}, {"hero": "monk"}]
    lick = ["1 uses lick", {"until": "main-1"}]
    found = said(players, lick * times, own=own_content(WILD), start="main-1")
    assert found == lines * [
        "not as printed: Stack limit: it is 3 above that of the token at most here, where nothing bounds it"
    ]


def test_each_is_an_ability_or_an_action():
    pack = load_pack()
    assert WITH_TEAMMATES.issubset(FEWER)
    known = {action.id for status in pack.statuses for action in status.spend}
    for hero in pack.heroes.values():
        known |= {one.id for one in (*hero.offense, *hero.defense)}
        known |= {card.action.id for card in hero.cards if card.action}
        known |= {action.id for _, _, action in hero.board}
    assert CHOSEN.union(FEWER) <= known
    assert set(BORNE) <= {status.id for status in pack.statuses}
