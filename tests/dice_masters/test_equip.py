"""Equip: gear in the Field Zone, the character that wears it, and what is left when that one goes."""

import pytest
from tables import EDITIONS, OLD, offers, players, settled

ORC = "half-orc-barbarian-lesser-harper"


def at(text, game=OLD, **readings):
    """The session after the play in ``text`` between the teams gear."""
    return settled(f"teams: gear\n{text}".replace("ORC", ORC), game, **readings)


def used(more=""):
    """A play that uses the sword among characters of both players, and goes on with ``more``."""
    return f"""
players:
  - {{reserve: {{flaming-sword/1: action}}, field: {{1/ORC/1: level 1, sidekick/1: level 1}}}}
  - {{field: {{2/ORC/1: level 1, hill-giant-apprentice/1: level 1}}}}
play: [act flaming-sword/1{more}]
"""


@EDITIONS
def test_a_gear_die_is_used_into_the_field_and_attached_to_who_can_wear_it(game):
    session = at(used(), game)
    assert offers(session) == {f"attach 1/{ORC}/1", f"attach 2/{ORC}/1", "attach-nothing"}
    assert list(players(session)[0]["in_play"]) == ["flaming-sword/1"]
    rule = "keyword/equip-attach" if game == OLD else "model/other-keywords"
    assert [need.rule for need in session.why_not("attach hill-giant-apprentice/1").unmet] == [rule]


@EDITIONS
def test_who_wears_it_is_stronger_and_only_that_die(game):
    first, second = players(at(used(", attach 1/ORC/1"), game))
    assert first["in_play"]["flaming-sword/1"]["worn_by"] == f"1/{ORC}/1"
    row = first["field"][f"1/{ORC}/1"]
    assert (row["attack"], row["defense"]) == (2 + 2, 2 + 2)
    assert second["field"][f"2/{ORC}/1"]["attack"] == 2


@EDITIONS
def test_it_may_be_attached_to_nobody(game):
    session = at(used(", attach-nothing"), game)
    assert session.at == "main"
    assert players(session)[0]["field"][f"1/{ORC}/1"]["attack"] == 2


FALLS = """
players:
  - reserve: {flaming-sword/1: action}
    field: {1/ORC/1: level 1, 1/ORC/2: level 3}
  - {field: {2/ORC/1: level 3}}
play: [act flaming-sword/1, attach 1/ORC/1, send 1/ORC/1, go, block 2/ORC/1 1/ORC/1, until: clear]
"""


@EDITIONS
def test_the_gear_stays_when_its_character_is_kod_and_may_go_to_another(game):
    session = at(FALLS, game)
    first = players(session)[0]
    assert f"1/{ORC}/1" in first["prep"]
    assert list(first["in_play"]) == ["flaming-sword/1"]
    assert f"attach flaming-sword/1 1/{ORC}/2" in offers(session)
    session.decide(f"attach flaming-sword/1 1/{ORC}/2")
    row = players(session)[0]["field"][f"1/{ORC}/2"]
    assert (row["attack"], row["defense"]) == (4 + 2, 3 + 2)


@pytest.mark.parametrize(("reading", "asked"), [("each", True), ("own", False)])
def test_by_the_reading_the_turn_of_the_opponent_is_one_as_well(reading, asked):
    session = at(FALLS, equip_turns=reading)
    assert any(text.startswith("attach") for text in offers(session)) == asked
