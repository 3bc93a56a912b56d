"""Divided damage, effects that the opponent can turn away, and what happens instead of a KO."""

import pytest
from tables import EDITIONS, NEW, OLD, done, offers, players, settled


def at(text, game=NEW):
    """The session after the play in ``text`` between the teams survivors."""
    return settled("teams: survivors\n" + text, game)


@EDITIONS
def test_damage_is_divided_among_opposing_dice(game):
    session = at(
        """
turn: 2
players:
  - {field: {batgirl-babs: level 3}}
  - field: {black-widow-tsarina: level 3, wonder-woman-princess-diana-of-earth: level 3}
    reserve: {magic-missile: action}
play: [act magic-missile, damage batgirl-babs, damage batgirl-babs]
""",
        game,
    )
    done(session, "give black-widow-tsarina/1 3", "give wonder-woman-princess-diana-of-earth/1 1")
    second = players(session)[1]
    assert second["prep"] == ["black-widow-tsarina/1"]
    assert second["field"]["wonder-woman-princess-diana-of-earth/1"]["damage"] == 1


TSARINA = """
turn: 2
players:
  - {life: 10, field: {groot-reincarnated: level 2}}
  - {field: {black-widow-tsarina: level 1}}
start: attack
play: [send black-widow-tsarina, go, arrival black-widow-tsarina]
"""


@EDITIONS
@pytest.mark.parametrize(
    ("answer", "life", "face"), [("refuse", 8, "level 2"), ("give-way groot-reincarnated", 10, "level 1")]
)
def test_the_opponent_may_spin_a_die_down_instead(game, answer, life, face):
    session = at(TSARINA, game)
    assert offers(session) == {"refuse", "give-way groot-reincarnated/1"}
    first = players(done(session, answer))[0]
    assert (first["life"], first["field"]["groot-reincarnated/1"]["face"]) == (life, face)


@EDITIONS
@pytest.mark.parametrize(("level", "zone"), [("level 2", "field"), ("level 1", "prep")])
def test_groot_returns_to_level_one_if_he_shows_a_burst(game, level, zone):
    session = at(
        f"""
turn: 2
players:
  - {{field: {{groot-reincarnated: {level}}}}}
  - {{field: {{jane-foster-league-of-realms/1: level 3, jane-foster-league-of-realms/2: level 3}}}}
start: attack
play: [send jane-foster-league-of-realms/1, go,
       block groot-reincarnated jane-foster-league-of-realms/1, until: clear]
""",
        game,
    )
    first = players(session)[0]
    assert "groot-reincarnated/1" in first[zone]
    if zone == "field":
        assert first["field"]["groot-reincarnated/1"]["face"] == "level 1"


@EDITIONS
@pytest.mark.parametrize(
    ("carter", "zone"), [("agent-carter-behind-enemy-lines: level 1, ", "bag"), ("", "prep")]
)
def test_starting_dice_go_to_the_bag_while_agent_carter_is_active(game, carter, zone):
    session = at(
        f"""
turn: 2
players:
  - {{bag: [], field: {{{carter}sidekick/1: level 1}}}}
  - {{reserve: {{magic-missile: action}}}}
play: [act magic-missile, damage 1/sidekick/1]
""",
        game,
    )
    assert players(session)[0][zone] == ["1/npc/1" if game == OLD else "1/sidekick/1"]


@EDITIONS
def test_wonder_woman_takes_as_much_as_there_is_shield_energy(game):
    session = at(
        """
players:
  - {reserve: {magic-missile: action}}
  - life: 10
    field: {wonder-woman-princess-diana-of-earth: level 1}
    reserve: {sidekick/1: shield, sidekick/2: wild}
play: [act magic-missile, opponent]
""",
        game,
    )
    woman = "wonder-woman-princess-diana-of-earth"
    done(session, f"{woman} player-2 {woman}/1")
    second = players(session)[1]
    assert (second["life"], second["field"][f"{woman}/1"]["damage"]) == (9, 1)
