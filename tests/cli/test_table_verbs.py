"""The verbs that know Dice Masters, as a user types them."""

import json
from pathlib import Path

import pytest

from dicelaw.oracle.errors import ExitCode

NEW, OLD = "dice-masters@2018", "dice-masters@2016"
POSITION = """
game: dice-masters@2018
teams: x-men-demo
players:
  - reserve: {jubilee-wondra: level 1, sidekick/1: bolt}
  - field: {mastermind-fracturing-the-phoenix: level 1}
play: [field jubilee-wondra]
"""


@pytest.fixture
def run(run, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("position.yaml").write_text(POSITION, encoding="utf-8")
    return run


def test_legal_lists_what_an_effect_may_be_about(run):
    code, out, _ = run("legal", NEW, "position.yaml", "--format", "json")
    answer = json.loads(out)
    assert code == ExitCode.OK
    assert answer["at"] == "due"
    code, out, _ = run("legal", NEW, "position.yaml", "--why-not", "buy hope-summers-messiah-complex")
    assert code == ExitCode.ILLEGAL


def test_outcome_follows_each_choice(run):
    code, out, _ = run("outcome", NEW, "position.yaml", "--format", "json")
    assert code == ExitCode.OK
    ends = {
        (result["standing"]["players"][1]["life"], tuple(result["standing"]["players"][1]["prep"]))
        for result in json.loads(out)["results"]
    }
    assert (8, ()) in ends
    assert (10, ("mastermind-fracturing-the-phoenix/1",)) in ends


@pytest.mark.parametrize("game", [NEW, OLD])
def test_a_random_play_is_recorded_and_replayed(run, game):
    options = ("--seat", "1=random", "--seed", "2", "--save", "play.jsonl")
    code, out, err = run("play", game, *options)
    assert code == ExitCode.OK
    assert "the game is over; winner: player" in out
    assert err.splitlines()[-1].startswith(f"repeat: dicelaw play {game} --seat 1=random")
    header = json.loads(Path("play.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert (header["game"], header["heroes"]) == (game, [])
    code, out, _ = run("replay", "play.jsonl")
    assert code == ExitCode.OK
    assert "every step is legal" in out


def test_teams_are_chosen_by_name(run):
    both = ("--seat", "1=random", "--limit", "5")
    assert run("play", NEW, "--teams", "timing", *both)[0] == ExitCode.UNDECIDED
    code, _, err = run("play", NEW, "--teams", "timng", *both)
    assert (code, "near: timing" in err) == (ExitCode.UNKNOWN_NAME, True)
    code, _, err = run("play", "dice-throne", "--teams", "timing", *both)
    assert (code, "has heroes, no teams" in err) == (ExitCode.USAGE, True)


@pytest.mark.parametrize("kind", ["cards", "teams", "readings", "properties"])
def test_each_kind_of_thing_is_listed(run, kind):
    code, out, _ = run("list", kind, "--game", OLD, "--format", "json")
    assert code == ExitCode.OK
    assert all(row["id"] for row in json.loads(out))


def test_what_a_game_has_not_is_named(run):
    code, _, err = run("list", "heroes", "--game", OLD)
    assert code == ExitCode.UNKNOWN_NAME
    assert "cards, teams, dice, words, readings, properties" in err
    assert run("list", "teams")[0] == ExitCode.UNKNOWN_NAME


def test_rules_are_those_of_the_edition(run):
    code, out, _ = run("rules", OLD, "ko/combat-order@2016", "--format", "json")
    row = json.loads(out)
    assert (code, row["status"]) == (ExitCode.OK, "modelled")
    assert "damage/dealt/combat" in [one["id"] for one in row["transitions"]]
    assert "ko/combat-order@2016" in [one["id"] for one in row["properties"]]
    assert run("rules", OLD, "ko/combat-order@2018")[0] == ExitCode.UNKNOWN_NAME
    code, out, _ = run("rules", OLD, "priority/casual-after-each-action", "--format", "json")
    assert json.loads(out)["reading"]["id"] == "procedure"


def test_the_graph_is_drawn(run):
    code, out, _ = run("graph", NEW, "attack")
    assert code == ExitCode.OK
    assert '"attack/window"' in out


@pytest.mark.slow
def test_every_witness_is_asked_about_a_mistake_on_a_card(run):
    code, out, _ = run(
        "mutate", NEW, "--about", "iceman-right-on-schedule/damaged/1#left-out", "--by", "vectors", "--by",
        "rulings", "--every-witness", "--format", "json",
    )  # fmt: skip
    (row,) = map(json.loads, out.splitlines())
    assert (code, row["kind"], row["verdict"]) == (ExitCode.OK, "content", "killed")
    assert row["by"]["vectors"].startswith(f"vector/{NEW}/")
    assert row["by"].keys() == {"vectors", "rulings"}, "every witness is asked"
    code, _, err = run("mutate", NEW, "--about", "iceman-right-on-time")
    assert code == ExitCode.UNKNOWN_NAME
    assert "iceman-right-on-schedule" in err
