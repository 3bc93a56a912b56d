"""Which readings an answer hangs on, and how `outcome` tells the answers under them."""

import json

import pytest

from dicelaw.oracle.answers.hanging import Hanging
from dicelaw.oracle.cli.outcome import _print_readings
from dicelaw.oracle.errors import ExitCode


def _standing(at="main-2", health=5, deck=3):
    player = {"seat": "1", "hero": "Monk", "health": health, "cp": 2, "hand": 0, "tokens": {}, "deck": deck}
    return {"choices": [], "chance": "1", "standing": {"at": at, "players": [player]}}


def _told(capsys, *answers):
    found = dict(zip(("one", "other"), answers, strict=True))
    _print_readings("dice-throne", [Hanging("healing", "When?", "one", found)])
    return capsys.readouterr().out.splitlines()[1:]


def test_answers_that_differ_are_told_as_they_are(capsys):
    assert _told(capsys, [_standing()], [_standing(health=4)]) == [
        "  one (as here):", "    1 Monk: 5 health, 2 CP, 0 in hand",
        "  other:", "    1 Monk: 4 health, 2 CP, 0 in hand",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("other", "place"),
    [(_standing(at="upkeep"), "upkeep"), (_standing(deck=2), "main-2")],
    ids=("at", "deck"),
)
def test_where_lines_are_alike_it_is_said_that_something_else_differs(capsys, other, place):
    assert _told(capsys, [_standing()], [other]) == [
        "  one (as here), at main-2:", "    1 Monk: 5 health, 2 CP, 0 in hand",
        f"  other, at {place}:", "    1 Monk: 5 health, 2 CP, 0 in hand",
        "  they differ in what these lines leave out; --format json has all of it",
    ]  # fmt: skip


def test_a_refusal_and_several_results_are_a_line_each(capsys):
    assert _told(capsys, "it is forbidden", [_standing(), _standing(health=1)]) == [
        "  one (as here): it is forbidden",
        "  other: 2 results; see them with --reading healing=other",
    ]


ENERGY_DRAIN = """
teams:
  - {format: demo, cards: [{card: madelyne-pryor-red-queen, dice: 2}], basics: [magic-missile]}
  - {format: demo, cards: [{card: jubilee-wondra, dice: 2}], basics: [barkskin]}
players:
  - field: {madelyne-pryor-red-queen/1: level 3}
    reserve: {magic-missile/1: action}
  - field: {jubilee-wondra/1: level 2}
turn: 1
play:
  - use magic-missile/1
  - damage jubilee-wondra/1
  - until: attack
  - send madelyne-pryor-red-queen/1
  - until: block
"""
BLOCKED = "  - block jubilee-wondra/1 madelyne-pryor-red-queen/1\n"


@pytest.fixture
def hangs(tmp_path, run):
    """The answers under each reading of the points on which `outcome` says that a scenario hangs."""

    def hangs(game, text):
        (tmp_path / "it.yaml").write_text(text)
        _, out, _ = run("outcome", game, tmp_path / "it.yaml", "--format", "json")
        return {one["point"]: one["answers"] for one in json.loads(out)["readings"]}

    return hangs


def _life(found):
    return found[0]["standing"]["players"][1]["life"]


def test_an_answer_hangs_on_a_reading_whose_rule_only_demands_something_of_a_step(hangs):
    found = hangs("dice-masters@2016", ENERGY_DRAIN + BLOCKED + "  - until: cleanup\n")
    assert {answer: _life(rows) for answer, rows in found["blocker-gone"].items()} == {
        "blocked": 10, "unblocked": 8,
    }  # fmt: skip


def test_an_answer_hangs_on_no_reading_under_which_it_is_the_same(hangs):
    assert hangs("dice-masters@2016", ENERGY_DRAIN + "  - until: cleanup\n") == {}
    assert hangs("dice-masters@2018", ENERGY_DRAIN + BLOCKED + "  - until: cleanup\n") == {}


TWICE = """
teams:
  - {format: demo, cards: [{card: jubilee-wondra, dice: 2}], basics: [magic-missile]}
  - {format: demo, cards: [{card: lois-lane-reporter, dice: 2}], basics: [barkskin]}
players:
  - field: {jubilee-wondra/1: level 1, jubilee-wondra/2: level 1}
  - reserve: {sidekick/1: shield, sidekick/2: shield}
turn: 1
start: attack
play:
  - send jubilee-wondra/1
  - send jubilee-wondra/2
  - until: damage/react
  - 2 lois-lane player-2
  - pay 2/sidekick/1 1
  - 2 lois-lane player-2
"""


def test_a_refusal_names_its_own_rule_and_the_reading_without_it(tmp_path, run):
    (tmp_path / "it.yaml").write_text(TWICE)
    code, _, err = run("outcome", "dice-masters@2018", tmp_path / "it.yaml")
    assert code == ExitCode.ILLEGAL
    assert "is not allowed at damage/react by global/reactive-once-per-event\n" in err
    assert "  under the reading reaction-events=source play goes on: " in err


COPIES = """
teams: taking
players:
  - field: {mimic-best-of-the-x-men: level 1}
    copies: {mimic-best-of-the-x-men: stats of ronan-treason on level 3}
  - {}
play: [until: main]
"""


def test_an_answer_hangs_on_a_reading_under_which_what_lies_there_counts_otherwise(hangs):
    found = hangs("dice-masters@2018", COPIES)
    fields = {
        answer: rows[0]["standing"]["players"][0]["field"] for answer, rows in found["copied-level"].items()
    }
    attack = {answer: row["mimic-best-of-the-x-men/1"]["attack"] for answer, row in fields.items()}
    assert attack == {"own": 5, "copied": 8}


def test_under_a_reading_by_which_play_goes_further_it_is_said_where_it_stands(run, tmp_path):
    """Where an Ultimate silences everyone, nobody acts before its Roll Phase is over: the Ninja acts then."""
    file = tmp_path / "rage.yaml"
    players = ["barbarian, hand: [double-up], cp: 1", "paladin", "monk", "ninja, hand: [getting-paid]"]
    heroes = "".join(f"  - {{hero: {one}}}\n" for one in players)
    play = "  - roll: [6, 6, 6, 6, 6]\n  - announce: rage\n  - roll: [1]\n"
    text = f"game: dice-throne\nmode: 2v2\nplayers:\n{heroes}play:\n{play}"
    file.write_text(text, encoding="utf-8")
    asked = ("legal", "dice-throne", str(file), "--why-not", "4 plays getting-paid")
    code, out, _ = run(*asked)
    assert code == ExitCode.ILLEGAL
    assert out.splitlines()[-2:] == [
        "  opponents (as here): refused by ultimate/no-opponent-action",
        "  everyone (play then stands at conclusion/over): legal",
    ]
    (hangs,) = json.loads(run(*asked, "--format", "json")[1])["readings"]
    assert hangs["stands"] == {"everyone": "conclusion/over"}
