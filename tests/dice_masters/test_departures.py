"""Cards whose text is partly left out: every answer that rests on one says so."""

import json
from pathlib import Path

import pytest
from served import Client
from tables import NEW, opened

from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.oracle.cli import main
from dicelaw.oracle.games.departures import departures

USED = """
teams: x-men-demo
turn: 2
players:
  - {}
  - {field: {madelyne-pryor-anodyne/1: level 1}, reserve: {counterstrike/1: action}}
play: [use counterstrike/1]
"""
SAYS = "not as printed: Counterstrike: the effect of its action faces is left out, its Global is there"


@pytest.fixture
def asked(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("position.yaml").write_text(USED, encoding="utf-8")

    def command(verb, *arguments):
        main([verb, NEW, "position.yaml", *arguments])
        return capsys.readouterr().out

    return command


@pytest.mark.parametrize(
    ("verb", "arguments"),
    [("outcome", ()), ("legal", ()), ("legal", ("--why-not", "2 passes"))],
    ids=["outcome", "legal", "why not"],
)
def test_an_answer_that_rests_on_one_says_so(asked, verb, arguments):
    assert SAYS in asked(verb, *arguments).splitlines()
    (row,) = json.loads(asked(verb, *arguments, "--format", "json"))["not_as_printed"]
    assert row["card"] == "counterstrike"
    assert SAYS.endswith(row["says"])


QUESTIONS = {"search": ("--goal", "winner=2", "--until", "attack"), "chance": ("over", "--until", "attack")}


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize("verb", QUESTIONS)
def test_an_answer_to_a_question_that_rests_on_one_says_so(capsys, verb):
    def told(*more):
        main([verb, NEW, *QUESTIONS[verb], "--from", "position.yaml", *more])
        return capsys.readouterr().out

    assert told().splitlines()[-1] == SAYS
    (row,) = json.loads(told("--format", "json"))["not_as_printed"]
    assert row["card"] == "counterstrike"


def test_an_answer_that_rests_on_none_says_nothing():
    """The limit: the same teams, with the die still on its card."""
    session, _ = opened(USED.partition("play:")[0].replace(", reserve: {counterstrike/1: action}", ""))
    assert departures(session) == []


def test_a_global_that_is_left_out_needs_no_die():
    """Human Torch lacks his Global, which either player could use with none of his dice in play."""
    session, _ = opened("teams: answers\nplayers: [{}, {}]\n")
    named = {one["card"] for one in departures(session)}
    assert {"human-torch-flame-on", "magneto-founder-of-the-brotherhood"} <= named
    assert "captain-america-the-first-avenger" not in named


def test_the_service_says_so_too():
    client = Client()
    setup = {
        "game": NEW, "teams": "x-men-demo", "turn": "2", "start": "main",
        "players": [{}, {"reserve": {"counterstrike/1": "action"}}],
    }  # fmt: skip
    state = client.ask(op="open", setup=setup)
    assert [row["card"] for row in state["not_as_printed"]] == ["counterstrike"]


def test_every_card_that_lacks_a_global_says_what_is_left_out():
    cards = load_pack().cards.values()
    departing = [one for one in cards if one.departs]
    assert len(departing) >= 35
    assert all("Global" in one.departs for one in cards if one.lacks_global)
