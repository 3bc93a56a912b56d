"""The session service for Dice Conquest: one to four seats, each with a key, and nothing concealed."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from served import Client

from dicelaw.oracle.files.codec import decision, expected, move_of, observation
from dicelaw.oracle.formats.formats import Decision, Expected, Observation

GAME = "dice-conquest"
HEROES = (["champion"], ["scholar", "healer"], ["wizard", "knight", "rogue"],
          ["tracker", "warlock", "cutpurse", "tinker"])  # fmt: skip
POSITION = {
    "game": GAME,
    "players": [{"hero": "wizard"}, {"hero": "knight", "health": 7}],
    "turn": "1",
    "display": {"stone-golem": {"d8": 4}, "cave-giant": {}},
    "available": {"d4": 1, "d6": 5, "d10": 3, "d10%": 8, "d12": 10, "d20": 2},
    "start": "turn",
}
CLIENT = Client(steps=100_000)


def _told(kind, values):
    return kind.model_validate(values).model_dump(exclude_unset=True) == values


def _opened(**fields):
    CLIENT.service.plays._holders.clear()
    return CLIENT.ask("open", **fields)


@given(st.integers(0, 2**32), st.integers(0, 120), st.sampled_from(HEROES))
@settings(max_examples=8, deadline=None)
def test_what_goes_over_the_wire_has_the_published_shape(seed, steps, heroes):
    keys = _opened(game=GAME, heroes=heroes)["keys"]
    CLIENT.play(keys["owner"], Random(seed), steps)
    session = CLIENT.session(keys["owner"])
    assert len(keys["seats"]) == len(heroes)
    assert _told(Observation, observation(session))
    assert _told(Expected, expected(session))
    for move in session.legal():
        shown = decision(session, move)
        assert _told(Decision, shown)
        assert decision(session, move_of(session, shown["transition"], shown["choices"])) == shown


def test_every_key_sees_the_same_and_decides_for_itself_alone():
    keys = _opened(setup=POSITION)["keys"]
    everybody = [keys["owner"], *keys["seats"], keys["watch"]]
    seen = [CLIENT.ask("state", session=key)["observation"] for key in everybody]
    assert all(one == seen[0] for one in seen)
    assert [one["health"] for one in seen[0]["players"]] == [10, 7]
    assert seen[0]["display"][0] == {"card": "stone-golem", "health": 20, "damage": 4, "dice": {"d8": 4}}
    assert CLIENT.refused("apply", session=keys["seats"][1], decision="choose d12")["code"] in (
        "forbidden", "illegal",
    )  # fmt: skip
    made = CLIENT.ask("apply", session=keys["seats"][0], decision="choose d12")
    assert made["events"][0]["transition"] == "turn/choose"
    CLIENT.ask("apply", session=keys["seats"][0], decision="critical")
    made = CLIENT.ask("apply", session=keys["seats"][0], decision="slay stone-golem")
    assert [one["card"] for one in made["observation"]["display"]] == ["cave-giant"]
    assert "d8" in made["observation"]["spent"]


def test_reading_and_refusing_change_nothing_and_undo_restores():
    keys = _opened(game=GAME, heroes=HEROES[3])["keys"]
    owner, draw = keys["owner"], Random(4)
    for _ in range(6):
        before = CLIENT.ask("state", session=owner)
        for text in ("pass", "choose d4", "place ogre"):
            for key in (*keys["seats"], keys["watch"]):
                CLIENT.reply("why-not", session=key, decision=text)
        assert CLIENT.ask("state", session=owner) == before
        if made := CLIENT.play(owner, draw, 5):
            CLIENT.ask("undo", session=owner, count=len(made))
        assert CLIENT.ask("state", session=owner) == before
        CLIENT.play(owner, draw, 7)


def test_an_outcome_is_that_of_the_turn_and_a_search_finds_the_slaying():
    keys = _opened(setup={**POSITION, "readings": {"pass-ends": "hero"}})["keys"]
    for text in ("choose d12", "critical", "slay stone-golem"):
        CLIENT.ask("apply", session=keys["seats"][0], decision=text)
    found = CLIENT.ask("outcome", session=keys["owner"], every=True)
    assert all(one["card"] == "cave-giant" for one in found["results"][0]["standing"]["display"])
    way = CLIENT.ask("search", session=keys["owner"], goal="die[d12]=spent", until=["turn"])
    assert way["possible"]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"game": GAME, "teams": "brawl"}, "heroes, no teams"),
        ({"game": GAME, "heroes": ["wizerd"]}, "wizard"),
        ({"game": GAME, "heroes": ["wizard", "scholar"]}, "no pack has all"),
        ({"game": GAME, "heroes": ["a", "b", "c", "d", "e"]}, "1 to 4 heroes play; given: 5"),
        ({"game": "dice-throne", "heroes": ["barbarian"]}, "2 to 6 heroes play; given: 1"),
        ({"setup": {**POSITION, "start": "attack"}}, "setup.start"),
        ({"setup": {**POSITION, "display": {"stone-golm": {}}}}, "stone-golem"),
        (
            {"setup": {**POSITION, "players": [{"hero": "wizard", "life": 3}]}},
            "setup.dice-conquest.players.0.life",
        ),
        ({"setup": {**POSITION, "available": {"d4": 9}}}, "from 1 to 4"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(body, says):
    assert says in CLIENT.refused("open", **body)["says"]
