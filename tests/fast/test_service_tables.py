"""The session service for Dice Masters: what every game gets, and what a seat may know of a bag."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from served import Client

from dicelaw.oracle.files.codec import decision, expected, move_of, observation
from dicelaw.oracle.formats.formats import Decision, Expected, Observation

GAMES = ("dice-masters@2016", "dice-masters@2018")
POSITION = {
    "game": "dice-masters@2018",
    "teams": "x-men-demo",
    "players": [
        {"reserve": {"jubilee-wondra": "level 1", "sidekick/1": "bolt"}, "bag": ["sidekick/2"]},
        {"life": 5, "field": {"mastermind-fracturing-the-phoenix": 4}},
    ],
    "turn": "1",
    "start": "main",
}
CLIENT = Client(steps=100_000)
seeds = st.integers(0, 2**32)
games = st.sampled_from(GAMES)


def _begun(seed, steps, game):
    CLIENT.service.plays._holders.clear()
    keys = CLIENT.open(game=game)
    CLIENT.play(keys["owner"], Random(seed), steps)
    return keys


def _inside(keys):
    session = CLIENT.session(keys["owner"])
    return session.state, len(session.events)


def _is_told(kind, values):
    return kind.model_validate(values).model_dump(exclude_unset=True) == values


@given(seeds, st.integers(0, 300), games)
@settings(max_examples=12)
def test_what_goes_over_the_wire_has_the_published_shape(seed, steps, game):
    keys = _begun(seed, steps, game)
    session, draw = CLIENT.session(keys["owner"]), Random(seed)
    assert _is_told(Observation, observation(session, draw.choice([None, 0, 1])))
    assert _is_told(Expected, expected(session))
    for move in session.legal():
        shown = decision(session, move)
        assert _is_told(Decision, shown)
        assert decision(session, move_of(session, shown["transition"], shown["choices"])) == shown


@given(seeds, st.integers(0, 200), games)
@settings(max_examples=10)
def test_reading_and_refusing_change_nothing_and_undo_restores(seed, steps, game):
    keys = _begun(seed, steps, game)
    inside, seen = _inside(keys), CLIENT.seen(keys)
    for text in ("pass", "buy jubilee", "pay/pay die=1/sidekick/1 amount=2", "attack/send die=1/npc/1"):
        for viewer in ("1", "2", "watch"):
            reply = CLIENT.reply("why-not", session=keys[viewer], decision=text)
            if reply.get("result", {}).get("legal") is not True:
                assert "error" in CLIENT.reply("apply", session=keys[viewer], decision=text)
    assert (_inside(keys), CLIENT.seen(keys)) == (inside, seen)
    made = CLIENT.play(keys["owner"], Random(seed), 3)
    if made:
        CLIENT.ask("undo", session=keys["owner"], count=len(made))
    assert (_inside(keys), CLIENT.seen(keys)) == (inside, seen)


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_told_what_comes_out_of_a_bag(game):
    keys = CLIENT.open(game=game)
    CLIENT.ask("apply", session=keys["owner"], decision="setup/toss player=1")
    CLIENT.ask("apply", session=keys["1"], decision="first")
    possible = {row["text"] for row in CLIENT.ask("legal", session=keys["owner"])["decisions"]}
    assert len(possible) == 8
    for viewer in ("1", "2", "watch"):
        asked = CLIENT.ask("legal", session=keys[viewer])
        assert (asked["to_decide"], "decisions" in asked) == ("chance", False)
        for op in ("apply", "why-not"):
            refused = CLIENT.refused(op, session=keys[viewer], decision="draw/draw die=1/npc/1")
            assert refused["code"] in ("forbidden", "unknown-name")
    bags = [player["bag"] for player in CLIENT.ask("state", session=keys["1"])["observation"]["players"]]
    assert [len(bag) for bag in bags] == [8, 8]
    draw = Random(3)
    for _ in range(60):
        CLIENT.play(keys["owner"], draw, 1)
        session = CLIENT.session(keys["owner"])
        for player in CLIENT.ask("state", session=keys["2"])["observation"]["players"]:
            order = [session.game.table.dice.names.index(name) for name in player["bag"]]
            assert order == sorted(order)


def test_all_viewers_see_the_same_table_and_decide_for_themselves_alone():
    keys = CLIENT.open(setup=POSITION)
    states = [CLIENT.ask("state", session=key)["observation"] for key in keys.values()]
    assert all(state == states[0] for state in states)
    assert [player["life"] for player in states[0]["players"]] == [10, 5]
    refused = CLIENT.refused("apply", session=keys["2"], decision="field jubilee-wondra")
    assert refused["code"] in ("forbidden", "illegal")
    made = CLIENT.ask("apply", session=keys["1"], decision="field jubilee-wondra")
    assert made["events"][0]["transition"] == "main/field"
    why = CLIENT.ask("why-not", session=keys["1"], decision="attack/send die=jubilee-wondra")
    assert not why["legal"]


def test_an_outcome_is_that_of_the_turn():
    keys = CLIENT.open(setup={**POSITION, "start": "attack"})
    found = CLIENT.ask("outcome", session=keys["owner"])
    assert found["start"]["turn"] == "1"
    assert {row["chance"] for row in found["results"]} == {"1"}


@pytest.mark.parametrize(
    ("setup", "says"),
    [
        ({**POSITION, "game": "dice-masters@2017"}, "dice-masters@2018"),
        ({**POSITION, "teams": "x-men-dem"}, "x-men-demo"),
        ({**POSITION, "start": "main-1"}, "setup.start"),
        ({**POSITION, "players": [{"hero": "barbarian"}, {}]}, "setup.dice-masters.players.0.hero"),
        ({**POSITION, "players": [{"reserve": {"jubilee-wondra": "level 9"}}, {}]}, "level 1"),
    ],
)
def test_a_wrong_position_is_refused_with_its_place(setup, says):
    error = CLIENT.refused("open", setup=setup)
    assert says in error["says"]
    assert error["code"] in ("unknown-name", "malformed")


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"game": GAMES[0], "heroes": ["barbarian", "paladin"]}, "teams, no heroes"),
        ({"game": "dice-throne", "teams": "brawl"}, "heroes, no teams"),
        ({"game": GAMES[0], "teams": "none"}, "pair of teams"),
        ({"game": GAMES[1], "readings": {"procedure": "casual"}}, "open point"),
    ],
)
def test_what_a_game_has_not_is_refused(body, says):
    assert says in CLIENT.refused("open", **body)["says"]


def test_both_games_are_served_at_once():
    keys = [CLIENT.open(), CLIENT.open(game=GAMES[0]), CLIENT.open(game=GAMES[1], teams="brawl")]
    seen = [json.dumps(CLIENT.ask("state", session=one["owner"])["observation"]) for one in keys]
    assert ["health" in text for text in seen] == [True, False, False]
    assert "luke-cage-bodyguard" not in seen[1]
