"""Copied abilities, beside its own or in their place, and dice that become copies of others."""

import pytest
from tables import EDITIONS, NEW, OLD, opened, players, settled, starting

from dicelaw.oracle.dice_masters.testing import setup_here


def at(text, game=NEW, **readings):
    """The session after the play in ``text`` between the teams copies."""
    return settled("teams: copies\n" + text, game, **readings)


UNDERSTUDY = """
players:
  - life: 10
    reserve: {understudy: level 1, magic-missile: action}
    bag: [sidekick/1]
  - {field: {nova-quasar: level 1, hill-giant-apprentice: level 3}}
play: [field understudy, copy-abilities nova-quasar, until: main, act magic-missile,
       damage understudy, until: main]
"""


@pytest.mark.parametrize(
    ("game", "readings", "life"),
    [(NEW, {}, 11), (OLD, {}, 10), (OLD, {"copied_abilities": "added"}, 11)],
)
def test_copied_abilities_are_added_to_the_own_ones_or_replace_them(game, readings, life):
    first = players(at(UNDERSTUDY, game, **readings))[0]
    assert first["life"] == life
    starting = "1/npc/1" if game == OLD else "1/sidekick/1"
    assert sorted(first["prep"]) == sorted(["understudy/1", starting])


KO = """
players:
  - life: 10
    reserve: {understudy: level 1, magic-missile: action}
  - {field: {sore-loser: level 3}}
play: [field understudy, copy-abilities sore-loser, until: main, act magic-missile,
       damage understudy, MORE, until: main]
"""


@pytest.mark.parametrize(("game", "more"), [(NEW, "damage understudy, ko understudy, "), (OLD, "")])
def test_a_copied_effect_of_a_ko_resolves_though_the_die_is_gone(game, more):
    """By the newer rules their own effect of being damaged is due as well."""
    second = players(at(KO.replace("MORE", f"{more}damage sore-loser"), game))[1]
    assert second["field"]["sore-loser/1"]["damage"] == 1


@EDITIONS
def test_copied_keywords_count(game):
    session = at(
        """
players:
  - {life: 10, reserve: {understudy: level 3}}
  - {life: 10, field: {hill-giant-apprentice: level 3, sidekick/1: level 1}}
play: [field understudy, copy-abilities hill-giant-apprentice, until: attack, send understudy, go,
       block 2/sidekick/1 understudy, until: clear]
""",
        game,
    )
    assert players(session)[1]["life"] == 8


@EDITIONS
def test_a_copy_has_the_stats_of_its_own_level_and_no_ability_of_its_own(game):
    session = at(
        """
players:
  - {life: 10, reserve: {doppelganger: level 2, magic-missile: action}, bag: [sidekick/1]}
  - {field: {nova-quasar: level 1}}
play: [field doppelganger, copy-die nova-quasar, until: main, act magic-missile, damage doppelganger,
       until: main]
""",
        game,
    )
    first = players(session)[0]
    die = first["field"]["doppelganger/1"]
    assert (die["attack"], die["defense"], die["damage"]) == (5, 6, 2)
    assert (first["life"], first["prep"]) == (10, ["1/npc/1" if game == OLD else "1/sidekick/1"])


@EDITIONS
def test_a_copy_of_an_active_card_is_active_as_that_card(game):
    session = at(
        """
players:
  - {reserve: {doppelganger: level 1}, field: {sidekick/1: level 1}}
  - {field: {2/gnome-ranger-master/1: level 1}}
play: [field doppelganger, copy-die 2/gnome-ranger-master/1, until: attack, send 1/sidekick/1, go,
       until: attack/window]
""",
        game,
    )
    name = "1/npc/1" if game == OLD else "1/sidekick/1"
    assert players(session)[0]["attack"][name]["attack"] == 2


@EDITIONS
def test_all_mimics_become_what_the_opponent_fields(game):
    session = at(
        """
turn: 2
players:
  - {field: {mimic-calvin/1: level 1, mimic-calvin/2: level 3}}
  - {reserve: {nova-quasar: level 1, sidekick/1: mask}}
play: [field nova-quasar, arrival mimic-calvin/1, copy-beside nova-quasar, copy-beside nova-quasar,
       until: main]
""",
        game,
    )
    field = players(session)[0]["field"]
    assert [(die["attack"], die["defense"]) for die in field.values()] == [(4, 4), (7, 7)]


@EDITIONS
def test_a_starting_die_is_no_character_that_mimics_become(game):
    session = at(
        """
turn: 2
players:
  - {field: {mimic-calvin/1: level 1}}
  - {reserve: {sidekick/1: level 1}}
play: [field 2/sidekick/1, until: main]
""",
        game,
    )
    assert players(session)[0]["field"]["mimic-calvin/1"]["attack"] == 1


@EDITIONS
def test_what_is_copied_is_gone_when_the_turn_ends(game):
    session = at(
        """
players:
  - {reserve: {doppelganger: level 2}}
  - {field: {nova-quasar: level 1}}
play: [field doppelganger, copy-die nova-quasar, until: clear]
""",
        game,
    )
    assert players(session)[0]["field"]["doppelganger/1"]["attack"] == 1


COPYING = """
players:
  - {life: 10, field: {understudy: level 3}, copies: {understudy: WHAT}}
  - {life: 10, field: {hill-giant-apprentice: level 3, sidekick/1: level 1}}
start: attack
play: [send understudy, go, block 2/sidekick/1 understudy, until: clear]
"""


@EDITIONS
@pytest.mark.parametrize(
    ("copies", "life"), [("{understudy: abilities of hill-giant-apprentice}", 8), ("{}", 10)]
)
def test_a_position_says_what_a_die_copies(game, copies, life):
    text = COPYING.replace("{understudy: WHAT}", copies)
    assert players(at(text, game))[1]["life"] == life


@EDITIONS
@pytest.mark.parametrize(
    "what", ["abilities of sidekick", "nova-quasar", "2/gnome-ranger-master beside its own abilities"]
)
def test_what_a_die_copies_is_said_as_a_position_takes_it(game, what):
    session, _ = opened(f"teams: copies\n{COPYING.replace('WHAT', what)}", game)
    said = players(session)[0]["field"]["understudy/1"]["copies"]
    assert said == what.replace("sidekick", starting(game))
    assert setup_here(session, {"players": [{}, {}]})["players"][0]["copies"] == {"understudy/1": said}
