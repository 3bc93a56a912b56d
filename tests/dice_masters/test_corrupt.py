"""Corrupt: of some dice of a bag one goes to the Used Pile."""

import pytest
from tables import EDITIONS, NEW, offers, players, settled, starting


def fielded(play, game=NEW, **readings):
    """The session after a die with Corrupt 2 was fielded: one die in its player's bag, three in the other."""
    text = f"""
teams: glossary
players:
  - {{reserve: {{1/sage-photographic-memory/1: level 1}}, bag: [sidekick/1]}}
  - {{bag: [sidekick/1, sidekick/2, sidekick/3]}}
play: [field 1/sage-photographic-memory/1, arrival 1/sage-photographic-memory/1{play}]
"""
    return settled(text, game, **readings)


def deciders(session):
    """The seats that decide now."""
    return {session.actor(move) for move in session.legal()}


TAKEN = ", corrupt 2, draw: [sidekick/1, sidekick/3]"


@EDITIONS
def test_its_player_picks_one_of_the_dice_and_the_others_go_back(game):
    session = fielded(TAKEN, game)
    assert offers(session) == {f"place 2/{starting(game)}/1", f"place 2/{starting(game)}/3"}
    assert deciders(session) == {0}
    done = players(fielded(TAKEN + ", place sidekick/3", game))[1]
    assert f"2/{starting(game)}/3" in done["used"]
    assert sorted(done["bag"]) == [f"2/{starting(game)}/{one}" for one in (1, 2)]


def test_by_the_other_reading_the_player_whose_bag_it_is_picks():
    assert deciders(fielded(TAKEN, corrupt_picks="target")) == {1}


@pytest.mark.parametrize(("short", "left"), [("refill", 2), ("fewer", 1)])
def test_a_short_bag_is_refilled_or_not_by_the_reading(short, left):
    play = (
        ", corrupt 1, draw: [sidekick/1, sidekick/2]"
        if short == "refill"
        else ", corrupt 1, draw: [sidekick/1]"
    )
    session = fielded(play, corrupt_short=short)
    assert len(offers(session)) == left


@EDITIONS
def test_nobody_has_to_pick_where_the_bag_and_the_used_pile_are_empty(game):
    text = """
teams: glossary
players:
  - {reserve: {1/sage-photographic-memory/1: level 1}, field: {FIELD}, bag: [], used: []}
  - {}
play: [field 1/sage-photographic-memory/1, arrival 1/sage-photographic-memory/1, corrupt 1]
""".replace("FIELD", ", ".join(f"{starting(game)}/{one}: level 1" for one in range(1, 9)))
    assert settled(text, game).at == "main"
