"""Tokens: characters that effects field, and that cease to exist when they leave the Field Zone."""

import pytest
from tables import EDITIONS, NEW, offers, players, settled

from dicelaw.model.content.document import ContentError, read
from dicelaw.model.dice_masters.cards.cards import TOKENS
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.oracle.errors import UserError

CARD = """
source: test
cards:
  - {id: maker, name: Maker, cost: 2, type: fist, levels: ["0 1 1", "0 1 1", "0 1 1"], MORE}
"""
TOKEN = "token: {id: imp, name: Imp, attack: 1, defense: 2}"


def at(first, second="", start="main", play=(), game=NEW, more="", **readings):
    text = f"teams: tokens\nplayers:\n  - field: {{{first}}}\n  - field: {{{second}}}\n{more}start: {start}\n"
    entries = "".join(f"  - {entry}\n" for entry in play)
    return settled(text + (f"play:\n{entries}" if play else ""), game, **readings)


@EDITIONS
def test_an_effect_fields_a_token_which_others_see_as_fielded(game):
    play = ["arrival squirrel-girl-nutty-nanny/1", "arrival tree-house/1"]
    session = at(
        "squirrel-girl-nutty-nanny: level 1, tree-house: level 1", start="clear", game=game, play=play[:1]
    )
    squirrel = players(session)[0]["field"]["squirrel/1"]
    assert squirrel == {"face": "level 1", "attack": 1, "defense": 1, "damage": 0}
    assert "arrival tree-house/1" in offers(session)


def test_a_card_that_several_dice_make_active_fields_one_and_no_more_than_there_is_room_for():
    two = "squirrel-girl-nutty-nanny/1: level 1, squirrel-girl-nutty-nanny/2: level 1"
    session = at(two, start="clear", play=["arrival squirrel-girl-nutty-nanny/1"])
    assert [name for name in players(session)[0]["field"] if "squirrel/" in name] == ["squirrel/1"]
    all_of_them = "".join(f", squirrel/{one}: level 1" for one in range(1, TOKENS + 1))
    full = at(two + all_of_them, start="clear", play=["arrival squirrel-girl-nutty-nanny/1"])
    assert full.at == "draw"
    assert players(full)[0]["field"].keys() == players(at(two + all_of_them))[0]["field"].keys()


def test_a_token_that_does_not_exist_is_not_for_sale():
    more = "    reserve: {sidekick/1: wild, sidekick/2: wild}\n"
    text = f"teams: tokens\nplayers:\n  - field: {{}}\n{more}  - field: {{}}\n"
    session = settled(text)
    assert "buy oak/1" in offers(session)
    refused = session.why_not("buy acorn/1")
    assert [need.rule for need in refused.unmet] == ["token/field-only"]


@EDITIONS
@pytest.mark.parametrize(
    "play",
    [
        ["use gust/1", "pass", "set-aside squirrel/1"],
        ["use gust/2", "pass", "swap squirrel/1 oak/1"],
        ["use gust/3", "pass", "ko squirrel/1"],
    ],
)
def test_one_that_leaves_the_field_ceases_to_exist(game, play):
    text = """
teams: tokens
turn: TURN
players:
  - {field: {squirrel/1: level 1, squirrel/2: level 1}, used: [oak/1], reserve: {R1}}
  - {reserve: {R2}}
play: [PLAY]
"""
    dice = "{gust/1: action, gust/2: action *, gust/3: action **}"
    own = "swap" in play[2]
    text = text.replace("TURN", "1" if own else "2").replace("{R1}" if own else "{R2}", dice)
    text = text.replace("{R1}", "{}").replace("{R2}", "{}")
    plays = [one for one in play if one != "pass"]
    session = settled(text.replace("PLAY", ", ".join(plays)), game)
    first, second = players(session)
    lying = [
        name
        for row in (first, second)
        for zone in row.values()
        if isinstance(zone, dict | list)
        for name in zone
    ]
    assert "squirrel/1" not in lying
    assert "squirrel/2" in lying


def test_a_captured_token_is_gone_and_a_controlled_one_serves_until_the_turn_ends():
    text = """
teams: tokens
turn: 2
players:
  - field: {squirrel/1: level 1, squirrel/2: level 1}
  - reserve: {bird-of-prey: level 1, piper: level 1}
    virtual: 2
play: [PLAY]
"""
    fields = "field {0}, arrival {0}, {1}"
    captured = settled(text.replace("PLAY", fields.format("bird-of-prey/1", "capture squirrel/1")))
    first, second = players(captured)
    assert list(first["field"]) == ["squirrel/2"]
    assert not first["captured"]
    assert not second["captured"]
    lent = settled(text.replace("PLAY", fields.format("piper/1", "control squirrel/1")))
    assert players(lent)[1]["field"]["squirrel/1"]["held_by"] == "piper/1"
    over = settled(text.replace("PLAY", fields.format("piper/1", "control squirrel/1, until: draw")))
    assert sorted(players(over)[0]["field"]) == ["squirrel/1", "squirrel/2"]


def test_a_token_may_be_spun_neither_up_nor_down_and_is_not_rolled_again():
    text = """
teams: tokens
players:
  - {field: {squirrel/1: level 1, squirrel/2: level 1}}
  - {field: {piper: level 1, bird-of-prey: level 1}}
turn: 2
start: attack
play: [PLAY]
"""
    spun = settled(
        text.replace("PLAY", "send piper/1, go, arrival piper/1, spin-up piper/1, spin-down squirrel/1")
    )
    assert players(spun)[0]["field"]["squirrel/1"]["face"] == "level 1"
    session = settled(text.replace("PLAY", "send bird-of-prey/1, go, arrival bird-of-prey/1"))
    assert session.at == "block"


@pytest.mark.parametrize(("answer", "waits"), [("seen", True), ("none", False)])
def test_whether_others_see_the_ko_of_a_token_is_a_reading(answer, waits):
    text = """
teams: tokens
turn: 2
players:
  - {field: {squirrel/1: level 1, tree-house: level 1}}
  - {reserve: {gust/1: action **}}
play: [use gust/1, ko squirrel/1]
"""
    session = settled(text, token_ko=answer)
    assert ("ko tree-house/1" in offers(session)) == waits


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (TOKEN, "goes together"),
        ("when: {fielded: [field a token]}", "goes together"),
        (TOKEN.replace("imp,", "maker,") + ", when: {fielded: [field a token]}", "is there already"),
        ("globals: [{id: g, cost: 1, does: [field a token]}]", "fields no token"),
        (
            TOKEN.replace("attack: 1", "attack: -1") + ", when: {fielded: [field a token]}",
            "whole number",
        ),
    ],
)
def test_what_is_wrong_with_a_token_is_said(more, says):
    document = read("test.yaml", CARD.replace("MORE", more).encode())
    with pytest.raises(ContentError, match=says):
        load_pack([document])


def test_a_position_has_tokens_in_the_field_only():
    with pytest.raises(UserError, match="which is in the field or nowhere"):
        settled("teams: tokens\nplayers: [{used: [squirrel/1]}, {}]\n")


@pytest.mark.parametrize("answer", ["at-once", "turn-end"])
def test_a_controlled_token_that_damages_the_player_is_gone_for_good(answer):
    text = """
teams: tokens
turn: 2
players:
  - {field: {squirrel/1: level 1}}
  - {reserve: {piper: level 1}, virtual: 2}
play: [field piper/1, arrival piper/1, control squirrel/1, until: attack, send squirrel/1, go, until: draw]
"""
    session = settled(text, controlled_unblocked=answer)
    assert players(session)[0]["life"] == 19
    assert all("squirrel/1" not in zone for row in players(session) for zone in row.values()
               if isinstance(zone, dict | list))  # fmt: skip
