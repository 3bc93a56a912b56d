"""Experience tokens: what they are gained for, and what they do."""

import pytest
from tables import EDITIONS, OLD, players, settled

FIGHT = """
teams: faerun-demo
turn: TURN
players:
  - {field: {hell-hound-minion: level 1, bronze-dragon-apprentice: level 1}}
  - {field: {gnome-ranger-master/1: level 2, hill-giant-minion: level 3}}
start: attack
play: [SEND, until: clear]
"""


def fight(turn, send, game):
    """The session when the turn with this fight is over."""
    return settled(FIGHT.replace("TURN", str(turn)).replace("SEND", send), game)


def tokens(session):
    """The tokens on the card of the Gnome Ranger, and the A and D that its die has now."""
    found = players(session)[1]["field"].get("gnome-ranger-master/1", {})
    return (
        session.machine.value(session.state, "tokens[2/gnome-ranger-master]"),
        found.get("attack"),
        found.get("defense"),
    )


@EDITIONS
def test_a_token_for_an_opposing_monster_strengthens_every_die_of_the_card(game):
    send = "send hill-giant-minion, go, block hell-hound-minion hill-giant-minion"
    assert tokens(fight(2, send, game)) == (1, 4 + 1, 2 + 1)


@EDITIONS
def test_two_monsters_in_one_turn_are_one_token(game):
    send = (
        "send hill-giant-minion, go, block hell-hound-minion hill-giant-minion, "
        "block bronze-dragon-apprentice hill-giant-minion, until: assign/divide, give hell-hound-minion 2, "
        "give bronze-dragon-apprentice 4"
    )
    assert tokens(fight(2, send, game))[0] == 1


@EDITIONS
def test_none_in_the_turn_of_the_opponent_nor_without_a_ko(game):
    send = "send hell-hound-minion, go, block hill-giant-minion hell-hound-minion"
    assert tokens(fight(1, send, game)) == (0, 4, 2)
    assert tokens(fight(2, "send hill-giant-minion, go, pass", game))[0] == 0


@pytest.mark.parametrize(("reading", "gained"), [("ko", 1), ("turn-end", 0)])
def test_a_card_that_is_not_active_when_the_turn_ends_gains_a_token_or_not(reading, gained):
    send = (
        "send gnome-ranger-master/1, send hill-giant-minion, go, block hell-hound-minion hill-giant-minion, "
        "block bronze-dragon-apprentice gnome-ranger-master/1"
    )
    session = settled(FIGHT.replace("TURN", "2").replace("SEND", send), OLD, experience_active=reading)
    assert tokens(session) == (gained, None, None)
    assert "gnome-ranger-master/1" in players(session)[1]["prep"]
