"""Dice that effects draw and roll, field, send to the Used Pile or count, and what happens once a turn."""

import pytest
from tables import EDITIONS, NEW, OLD, offers, played, players, starting

FORGE = ["field forge-inventor/1", "pay 1/sidekick/1 1", "arrival forge-inventor/1"]


def _main(reserve, field="", more="", other="", play=(), game=NEW, **readings):
    text = (
        f"teams: drawing\nplayers:\n  - reserve: {{{reserve}}}\n    field: {{{field}}}\n{more}"
        f"  - field: {{{other}}}\n"
    )
    entries = "".join(f"  - {entry}\n" for entry in play)
    return played(text + (f"play:\n{entries}" if play else ""), game, **readings)


@EDITIONS
def test_a_die_that_is_just_drawn_is_rolled_once_and_may_be_fielded_in_the_main_step(game):
    zones = "    bag: [sidekick/2]\n"
    session = _main(
        "forge-inventor: level 1, sidekick/1: bolt", more=zones, play=[*FORGE, "roll: [6]"], game=game
    )
    assert players(session)[0]["reserve"][f"1/{starting(game)}/2"] == {"face": "level 1"}
    assert f"field 1/{starting(game)}/2" in offers(session)


def test_an_empty_bag_is_refilled_for_it_and_without_dice_nothing_is_drawn():
    zones = "    used: [sidekick/2]\n    bag: []\n"
    reserve = ", ".join(f"sidekick/{at}: bolt" for at in (1, 3, 4, 5, 6, 7, 8))
    session = _main(f"forge-inventor: level 1, {reserve}", more=zones, play=[*FORGE, "roll: [1]"])
    assert "1/sidekick/2" in players(session)[0]["reserve"]


@EDITIONS
def test_an_effect_that_says_field_fields_free_at_level_one_with_what_that_triggers(game):
    zones = "    used: [forge-inventor]\n    bag: [sidekick/1]\n"
    play = ["field recruiter/1", "arrival recruiter/1", "field forge-inventor/1"]
    session = _main("recruiter: level 1", more=zones, game=game, play=play)
    assert players(session)[0]["field"]["forge-inventor/1"]["face"] == "level 1"
    assert offers(session) == {"arrival recruiter/1", "arrival forge-inventor/1"}


@EDITIONS
def test_starting_dice_are_no_characters_to_field_from_the_used_pile_but_by_name(game):
    play = ["field recruiter/1", "arrival recruiter/1"]
    session = _main("recruiter: level 1", more="    used: [sidekick/1]\n", play=play, game=game)
    assert len(players(session)[0]["field"]) == 1


@pytest.mark.parametrize(("game", "zone"), [(OLD, "used"), (NEW, "out_of_play")])
def test_what_is_sent_to_the_used_pile_in_the_own_turn_goes_out_of_play_by_the_newer_rules(game, zone):
    play = ["field turncoat/1", "arrival turncoat/1", "discard 1/sidekick/1"]
    session = _main("turncoat: level 1", "sidekick/1: level 1", game=game, play=play)
    assert players(session)[0][zone] == [f"1/{starting(game)}/1"]


PIERCE, JOCASTA = "donald-pierce-better-faster-stronger", "jocasta-wife-of-ultron"


@pytest.mark.parametrize(
    ("game", "readings", "damage"),
    [(NEW, {}, 2), (OLD, {}, 3), (OLD, {"wild_counted": "not"}, 2)],
)
def test_energy_is_counted_by_symbols_and_wild_energy_by_the_older_rules(game, readings, damage):
    session = _main(
        f"{PIERCE}: level 1, sidekick/1: wild, {PIERCE}/2: 2 fist, sidekick/2: bolt",
        other=f"{JOCASTA}: level 1",
        game=game,
        play=[f"field {PIERCE}/1", f"arrival {PIERCE}/1", f"damage {JOCASTA}/1"],
        **readings,
    )
    assert players(session)[1]["field"][f"{JOCASTA}/1"]["damage"] == damage


def test_the_first_time_is_that_of_the_card_not_of_each_die():
    text = (
        "teams: drawing\nplayers:\n"
        "  - reserve: {sidekick/1: bolt, sidekick/2: bolt}\n"
        f"  - field: {{{JOCASTA}: level 3, {JOCASTA}/2: level 3}}\n    bag: [sidekick/1, sidekick/2]\nplay:\n"
    )
    shot = ["global magic-missile", "pay 1/sidekick/1 1", f"damage {JOCASTA}/1"]
    session = played(text + "".join(f"  - {entry}\n" for entry in shot))
    assert offers(session) == {f"damage {JOCASTA}/1"}
    twice = [
        *shot, f"damage {JOCASTA}/1", "draw: [sidekick/1]",
        "global magic-missile", "pay 1/sidekick/2 1", f"damage {JOCASTA}/2",
    ]  # fmt: skip
    session = played(text + "".join(f"  - {entry}\n" for entry in twice))
    assert players(session)[1]["prep"] == ["2/sidekick/1"]
