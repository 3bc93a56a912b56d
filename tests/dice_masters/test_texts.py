"""Whom texts mean, what they count, and what becomes of them where less is there than they ask for."""

import pytest
from tables import EDITIONS, NEW, done, offers, played, players, settled, starting

from dicelaw.oracle.files.scenario_runner import settle


def _main(first, second, play, game=NEW, team="texts"):
    text = f"teams: {team}\nplayers:\n  - {{{first}}}\n  - {{{second}}}\nplay: [{play}]\n"
    return (played if "until" in play else settled)(text.replace("sidekick", starting(game)), game)


RALLY = "reserve: {rally: action}, field: {lookout: level 1, martyr: level 1, 1/thorn-bush/1: level 1}"


@EDITIONS
def test_two_dice_get_more_attack_and_one_alone_where_there_is_no_other(game):
    session = _main(RALLY, "field: {sidekick/1: level 1}", "act rally", game)
    assert "strengthen-one lookout/1" not in offers(session)
    assert "strengthen-two lookout/1 lookout/1" not in offers(session)
    field = players(done(session, "strengthen-two lookout/1 martyr/1"))[0]["field"]
    assert [field[one]["attack"] for one in ("lookout/1", "martyr/1", "1/thorn-bush/1")] == [2, 2, 1]
    alone = _main("reserve: {rally: action}, field: {lookout: level 1}", "", "act rally", game)
    assert offers(alone) == {"strengthen-one lookout/1"}


@EDITIONS
def test_only_own_starting_dice_are_recalled_and_life_is_gained_up_to_the_start(game):
    session = _main(
        "life: 19, reserve: {professor-x-to-the-astral-plane: level 1, sidekick/1: mask}, "
        "field: {sidekick/2: level 1, sidekick/3: level 1, hulk-green-goliath: level 1}",
        "field: {sidekick/1: level 1}",
        "field 1/professor-x-to-the-astral-plane/1, pay 1/sidekick/1 1, until: main",
        game,
        "twin-professors",
    )
    first, second = players(session)
    assert first["life"] == 20
    assert first["prep"] == [f"1/{starting(game)}/2", f"1/{starting(game)}/3"]
    assert {*first["field"]} == {"hulk-green-goliath/1", "1/professor-x-to-the-astral-plane/1"}
    assert {*second["field"]} == {f"2/{starting(game)}/1"}


@EDITIONS
def test_each_opposing_die_counts_in_combat_too_and_no_own_one(game):
    step = "field lookout/1, until: main"
    field = "field: {sidekick/1: level 1, sidekick/2: level 1}"
    session = _main("reserve: {lookout: level 1}, field: {martyr: level 1}", field, step, game)
    assert players(session)[1]["life"] == 18
    assert players(_main("reserve: {lookout: level 1}", "", step, game))[1]["life"] == 20


@EDITIONS
def test_a_villain_is_no_target_for_what_is_about_others(game):
    """Calvin has become a Headsman, and so a Villain."""
    text = """
teams: texts
players:
  - {reserve: {headsman: level 1, bounty-hunter: level 1}}
  - {field: {mimic-calvin: level 1, sidekick/1: level 1, sidekick/2: level 1}}
play:
  - field headsman
  - ko 2/sidekick/1
  - copy-beside headsman
  - until: main
  - field bounty-hunter
  - until: resolve
"""
    session = played(text.replace("sidekick", starting(game)), game)
    assert offers(session) == {f"damage 2/{starting(game)}/2"}


ATTACKS = """
teams: texts
start: attack
players:
  - {field: {martyr: level 3, 1/thorn-bush/1: level 1}, life: 10}
  - {field: {2/thorn-bush/1: level 1, sidekick/1: level 1}}
play: [send martyr, send 1/thorn-bush/1, go, BLOCKS]
"""


@EDITIONS
@pytest.mark.parametrize(
    ("blocks", "life", "hits"),
    [
        ("block 2/sidekick/1 martyr", 11, None),
        ("block 2/sidekick/1 1/thorn-bush/1", 10, 2),
        ("block 2/thorn-bush/1 martyr", 11, 1),
        ("block 2/thorn-bush/1 1/thorn-bush/1", 10, 2),
    ],
)
def test_who_is_blocked_or_engaged_triggers_and_nobody_else(game, blocks, life, hits):
    """Of the dice that are due the active player's come first: those of the blocker's player are hit then."""
    text = ATTACKS.replace("BLOCKS", f"{blocks}, until: {'attack/window' if hits is None else 'resolve'}")
    session = played(text.replace("sidekick", starting(game)), game)
    settle(session)
    assert players(session)[0]["life"] == life
    aims = {text for text in offers(session) if text.startswith("damage")}
    assert bool(aims) == (hits is not None)
    own = {"damage martyr/1", "damage 1/thorn-bush/1"}
    assert not aims or (aims <= own) == (hits == 1)


PARROT = """
teams: texts
start: attack
players:
  - {field: {parrot: level LEVEL}, life: 10}
  - {field: {beast-genetic-expert: level 2, sidekick/1: level 1}}
play: [send parrot, go, copy COPIED, block 2/sidekick/1 parrot, until: cleanup]
"""


@EDITIONS
@pytest.mark.parametrize(
    ("level", "copied", "gained"),
    [(1, "2/sidekick/1", 1), (2, "2/sidekick/1", 2), (3, "2/sidekick/1", 1)],
)
def test_a_die_that_copies_stats_keeps_its_own_burst(game, level, copied, gained):
    text = PARROT.replace("LEVEL", str(level)).replace("COPIED", copied).replace("sidekick", starting(game))
    assert players(settled(text, game))[0]["life"] == 10 + gained


@EDITIONS
@pytest.mark.parametrize(("face", "gained"), [(1, 2), (2, 1)])
def test_a_die_that_copies_stats_copies_a_burst_too(game, face, gained):
    """Of the level of the copied die; by the newer rules of their own level, which is the same here."""
    text = PARROT.replace("LEVEL", "1" if face == 1 else "3").replace("COPIED", "beast-genetic-expert")
    text = text.replace("level 2", f"level {face}").replace("sidekick", starting(game))
    assert players(settled(text, game))[0]["life"] == 10 + gained


@EDITIONS
def test_an_ability_for_either_of_two_things_triggers_once_for_both(game):
    """One Hulk is damaged, the other is not, and their player is: the damage of combat is dealt at once."""
    text = """
teams: brawl
turn: 2
players:
  - {field: {hulk-green-goliath/1: level 3, hulk-green-goliath/2: level 3}}
  - field: {luke-cage-bodyguard/1: level 3, sidekick/1: level 1, gnome-ranger-harper/1: level 3}
start: attack
play:
  - send sidekick/1
  - send gnome-ranger-harper/1
  - go
  - block hulk-green-goliath/2 2/sidekick/1
  - until: cleanup
"""
    second = players(played(text.replace("sidekick", starting(game)), game))[1]
    assert second["field"]["luke-cage-bodyguard/1"]["damage"] == 2


@EDITIONS
def test_exchanging_a_and_d_takes_applied_bonuses_along_but_no_static_ones(game):
    text = """
teams: texts
players:
  - reserve: {rally/1: action, rally/2: action **}
    field: {martyr: level 3, gnome-ranger-master: level 1}
  - {}
play:
  - act rally/1
  - strengthen-two martyr gnome-ranger-master
  - until: attack
  - send martyr
  - go
  - until: attack/window
"""
    session = played(text, game)
    martyr = players(session)[0]["attack"]["martyr/1"]
    assert (martyr["attack"], martyr["defense"]) == (3 + 1 + 1, 2)
    martyr = players(done(session, "act rally/2", "trade martyr/1"))[0]["attack"]["martyr/1"]
    assert (martyr["attack"], martyr["defense"]) == (2 + 1, 3 + 1)


@EDITIONS
def test_what_is_exchanged_is_as_printed_again_in_the_next_turn(game):
    text = """
teams: texts
players:
  - {reserve: {rally: action **}, field: {martyr: level 3}}
  - {}
play: [act rally, trade martyr, until: cleanup]
"""
    session = played(text, game)
    assert players(session)[0]["field"]["martyr/1"]["attack"] == 2
    assert players(settled(text, game))[0]["field"]["martyr/1"]["attack"] == 3


BOUND = """
teams: texts
players:
  - {reserve: {snare: level 1, sidekick/1: bolt}, field: {martyr: level 1}}
  - {field: {beast-genetic-expert: level 1, sidekick/1: level 1}}
play: [field snare, hold-back beast-genetic-expert, until: main, PLAY]
"""


@EDITIONS
def test_a_die_that_cannot_block_does_not_and_others_may(game):
    text = BOUND.replace("PLAY", "until: attack, send martyr, go").replace("sidekick", starting(game))
    session = settled(text, game)
    assert offers(session) == {f"block 2/{starting(game)}/1 martyr/1", "pass"}
    refused = session.why_not("block beast-genetic-expert/1 martyr/1")
    assert [need.rule for need in refused.unmet] == ["precedence/card-over-rule"]


@EDITIONS
def test_a_die_that_has_to_attack_does_before_the_attack_goes_on(game):
    play = f"global rally, pay 1/{starting(game)}/1 1, compel martyr, until: attack"
    session = played(BOUND.replace("PLAY", play).replace("sidekick", starting(game)), game)
    assert offers(session) == {"send martyr/1", "send snare/1"}
    assert offers(done(session, "send snare/1")) == {"send martyr/1"}
    assert "go" in offers(done(session, "send martyr/1"))


GAMBLE = """
teams: texts
players:
  - {reserve: {gambler/1: level 3, gambler/2: 2 mask, sidekick/1: bolt}}
  - {}
play: [PAYS, until: resolve]
"""


@pytest.mark.parametrize(("game", "rerolled"), [("dice-masters@2016", True), (NEW, False)])
def test_energy_that_is_spent_in_part_is_not_rerolled_by_the_newer_rules(game, rerolled):
    text = GAMBLE.replace("sidekick", starting(game))
    whole = played(text.replace("PAYS", f"field gambler/1, pay 1/{starting(game)}/1 1"), game)
    assert "pick gambler/2" in offers(whole)
    part = played(text.replace("PAYS", "field gambler/1, pay gambler/2 1"), game)
    assert players(part)[0]["reserve"]["gambler/2"] == {"face": "mask"}
    assert ("pick gambler/2" in offers(part)) == rerolled
    assert f"pick 1/{starting(game)}/1" in offers(part)


@EDITIONS
def test_a_die_of_the_reserve_pool_is_rerolled_there(game):
    text = GAMBLE.replace("sidekick", starting(game)).replace(
        "PAYS", f"field gambler/1, pay 1/{starting(game)}/1 1"
    )
    session = settled(text.replace("until: resolve", "until: resolve, pick gambler/2, roll: [6]"), game)
    assert players(session)[0]["reserve"]["gambler/2"] == {"face": "level 3"}
