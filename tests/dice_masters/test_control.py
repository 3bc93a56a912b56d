"""Controlled dice: they are the controller's for a turn, and go back to their owner whatever happens."""

import pytest
from tables import NEW, OLD, offers, played, players

GAMES = pytest.mark.parametrize("game", [OLD, NEW])
TAKEN = """
teams: taking
players:
  - {reserve: {emma-frost-as-you-say-shaw: level 1, sidekick/1: mask}, field: {deadman-boston-brand: level 1}}
  - {field: {sidekick/1: level 1, ronan-treason: level 1}}
play: [field emma-frost-as-you-say-shaw, "pay 1/STARTING/1 1", control 2/STARTING/1, MORE]
"""


def _played(text, game, more, **readings):
    starting = "npc" if game == OLD else "sidekick"
    return played(text.replace("MORE", more).replace("STARTING", starting), game, **readings), starting


@GAMES
def test_only_what_the_text_names_is_a_target(game):
    more = ", arrival emma-frost-as-you-say-shaw, until: resolve"
    session, starting = _played(TAKEN.replace(", control 2/STARTING/1, MORE", more), game, "")
    assert offers(session) == {f"control 2/{starting}/1"}


@GAMES
def test_a_controlled_die_is_its_controllers(game):
    session, starting = _played(TAKEN, game, "until: main")
    first, second = players(session)
    assert first["field"][f"2/{starting}/1"]["held_by"] == "emma-frost-as-you-say-shaw/1"
    assert f"2/{starting}/1" not in second["field"]


@GAMES
def test_it_returns_to_its_owners_field_when_the_turn_ends(game):
    session, starting = _played(TAKEN, game, "until: clear")
    first, second = players(session)
    assert second["field"][f"2/{starting}/1"]["face"] == "level 1"
    assert "emma-frost-as-you-say-shaw/1" in first["field"]


@GAMES
def test_only_by_the_older_rules_the_die_that_controls_cannot_attack(game):
    session, starting = _played(TAKEN, game, "until: attack")
    assert f"send 2/{starting}/1" in offers(session)
    assert ("send emma-frost-as-you-say-shaw/1" in offers(session)) == (game == NEW)
    if game == OLD:
        why = session.why_not("send emma-frost-as-you-say-shaw/1")
        assert [need.rule for need in why.unmet] == ["control/controller-cannot-attack"]


UNBLOCKED = "until: attack, send 2/STARTING/1, go, until: POINT"


@pytest.mark.parametrize(
    ("game", "readings", "before", "after"),
    [
        (NEW, {}, "prep", "prep"),
        (NEW, {"controlled_unblocked": "turn-end"}, "out of play", "prep"),
        (OLD, {}, "out of play", "prep"),
        (OLD, {"controlled_out_of_play": "field"}, "out of play", "field"),
    ],
)
def test_where_a_controlled_die_goes_that_attacked_unblocked(game, readings, before, after):
    for point, zone in (("cleanup", before), ("clear", after)):
        session, starting = _played(TAKEN, game, UNBLOCKED.replace("POINT", point), **readings)
        holder = players(session)[0 if zone == "out of play" else 1]
        assert f"2/{starting}/1" in holder[zone.replace(" ", "_")]


@GAMES
def test_a_ko_d_controlled_die_goes_to_its_owners_prep_area(game):
    more = "until: attack, send 2/STARTING/1, go, block ronan-treason 2/STARTING/1, until: clear"
    session, starting = _played(TAKEN, game, more)
    assert f"2/{starting}/1" in players(session)[1]["prep"]


BY_KO = """
teams: taking
turn: 2
players:
  - {field: {scarecrow-hallucinogenic-vapors: level 1}}
  - {field: {ronan-treason: level 1, beast-genetic-expert: level 1}}
start: attack
play: [send ronan-treason, go, block scarecrow-hallucinogenic-vapors ronan-treason,
       control beast-genetic-expert, until: POINT]
"""


@GAMES
def test_a_ko_d_die_controls_until_the_turn_ends(game):
    session, _ = _played(BY_KO.replace("POINT", "cleanup"), game, "")
    first = players(session)[0]
    assert first["prep"] == ["scarecrow-hallucinogenic-vapors/1"]
    assert first["field"]["beast-genetic-expert/1"]["held_by"] == "the end of the turn"
    session, _ = _played(BY_KO.replace("POINT", "clear"), game, "")
    assert "beast-genetic-expert/1" in players(session)[1]["field"]


STATIC = """
teams: taking
players:
  - {field: {scarecrow-hallucinogenic-vapors/1: level 1, scarecrow-hallucinogenic-vapors/2: level 2},
     reserve: {magic-missile: action}}
  - {field: {gnome-ranger-master: level 3}}
play: [act magic-missile, damage scarecrow-hallucinogenic-vapors/1, control gnome-ranger-master,
       until: attack, send scarecrow-hallucinogenic-vapors/2, send gnome-ranger-master, go, until: block]
"""


@GAMES
def test_a_controlled_die_refers_to_the_opponents_card(game):
    session, _ = _played(STATIC, game, "")
    assert players(session)[0]["attack"]["scarecrow-hallucinogenic-vapors/2"]["attack"] == 4
