"""Dice Masters between any two teams: from files, from a scenario, told by cards, with cards of one's own."""

import json
from pathlib import Path

import pytest

from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode

GAME = "dice-masters@2018"
EXAMPLES = Path("examples/teams").absolute()
FILES = (str(EXAMPLES / "wondra.yaml"), str(EXAMPLES / "brawlers.yaml"))
TOLD = (
    "jubilee-wondra@3/professor-x-to-the-astral-plane@2"
    "//hulk-green-goliath@2/luke-cage-bodyguard@2//distraction/polymorph//10"
)
"""The teams of these files by their cards."""
BOLT = """
source: our own
cards:
  - id: bolt-thrower
    name: Bolt Thrower
    cost: 2
    type: bolt
    maximum: 4
    levels: [0 1 1, 1 2 2, 1 3 3]
    when: {fielded: [damage 1 to opponent]}
"""


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Runs a verb in an empty folder: its code and what it says."""
    monkeypatch.chdir(tmp_path)

    def ran(*words):
        code = main([*map(str, words)])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return ran


def test_a_scenario_names_a_team_file_and_a_list_of_cards(run):
    code, out, _ = run("outcome", GAME, EXAMPLES / "unblocked.yaml")
    assert (code, "the game is over; winner: player 1" in out) == (0, True)
    code, out, _ = run("chance", GAME, "life[2]=0", "--from", EXAMPLES / "unblocked.yaml")
    assert (code, "1.000000 = 1" in out) == (0, True)


def test_a_play_between_two_team_files_is_replayed_by_their_cards(run):
    options = ("--seat", "1=random", "--seat", "2=random", "--limit", "40", "--save", "play.jsonl")
    code, _, err = run("play", GAME, "--teams", *FILES, *options)
    assert code == ExitCode.UNDECIDED
    assert f"--teams {' '.join(FILES)}" in err
    header = json.loads(Path("play.jsonl").read_text(encoding="utf-8").split("\n")[0])
    assert header["teams"] == TOLD
    assert run("replay", "play.jsonl")[0] == 0


def test_dice_of_two_lists_of_cards_are_listed(run):
    for words in ((TOLD,), FILES):
        code, out, _ = run("list", "dice", "--game", GAME, "--teams", *words, "--format", "json")
        names = [row["id"] for row in json.loads(out)]
        assert (code, names.count("jubilee-wondra/3"), "hulk-green-goliath/3" in names) == (0, 1, False)


def test_cards_of_ones_own_play_in_a_team_of_ones_own(run):
    Path("pack").mkdir()
    Path("pack/bolt.yaml").write_text(BOLT, encoding="utf-8")
    team = "{format: demo, cards: [{card: bolt-thrower, dice: 2}], basics: [polymorph]}"
    players = "[{reserve: {bolt-thrower: level 1}}, {life: 1}]"
    text = f"teams: [{team}, {team}]\nplayers: {players}\nstart: main\n"
    Path("own.yaml").write_text(text + "play: [1 field 1/bolt-thrower/1]\n", encoding="utf-8")
    code, out, _ = run("outcome", GAME, "own.yaml", "--content", "pack")
    assert (code, "the game is over; winner: player 1" in out) == (0, True)
    code, _, err = run("outcome", GAME, "own.yaml")
    assert code == ExitCode.UNKNOWN_NAME
    assert "own.yaml:1: teams[0].cards[0].card: no card is called 'bolt-thrower'" in err


WRONG = {
    "unknown card": ("cards: [{card: hulk-green-goliat, dice: 2}]", ExitCode.UNKNOWN_NAME,
                     "bad.yaml:3: cards[0].card: no card is called 'hulk-green-goliat'; near: hulk-"),
    "too many dice": ("cards: [{card: hulk-green-goliath, dice: 9}]", ExitCode.ILLEGAL,
                      "bad.yaml:3: cards[0].dice: Hulk, Green Goliath has 9 dice; at most "),
    "too many cards": (f"cards: [{', '.join(['{card: jubilee-wondra, dice: 1}'] * 3)}]", ExitCode.ILLEGAL,
                       "bad.yaml:3: cards: there are 3 cards; at most 2 are allowed (setup/demo-reduced"),
    "no cards": ("cards: []", ExitCode.UNKNOWN_NAME, "bad.yaml:3: cards: there are no cards"),
    "format": ("format: tournament\ncards: [{card: jubilee-wondra, dice: 1}]", ExitCode.BAD_INPUT,
               "bad.yaml:2: format: this team is of the format tournament, and the other one of demo"),
}  # fmt: skip
"""Teams that cannot play, with the code and what is said."""


INSIDE = {
    "another game": ("game: dice-throne", "dice-throne has no teams to build"),
    "no game": ("game: dice-mastrs@2018", "no game is called 'dice-mastrs@2018'"),
    "readings": ("readings: {team-dice: exactly}", "bad.yaml:2: teams[0].readings.team-dice: no open point"),
}
"""Teams in a scenario that say something that cannot be, with what is said."""


@pytest.mark.parametrize("name", INSIDE)
def test_what_a_team_in_a_scenario_says_of_itself_is_looked_at(run, name):
    field, says = INSIDE[name]
    team = f"{{{field}, format: demo, cards: [{{card: oak, dice: 1}}], basics: [gust]}}"
    text = f"game: {GAME}\nteams: [{team}, {FILES[0]}]\nplayers: [{{}}, {{}}]\n"
    Path("bad.yaml").write_text(text, encoding="utf-8")
    code, out, err = run("outcome", GAME, "bad.yaml")
    assert (code, out) == (ExitCode.UNKNOWN_NAME, "")
    assert says in err


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_team_is_said_with_its_place(run, name):
    body, expected, says = WRONG[name]
    basics = "basics: [polymorph, distraction]" if name == "format" else "basics: [polymorph]"
    first = "" if name == "format" else "format: demo\n"
    Path("bad.yaml").write_text(f"game: {GAME}\n{first}{body}\n{basics}\n", encoding="utf-8")
    code, out, err = run("play", GAME, "--teams", FILES[0], "bad.yaml", "--limit", "5")
    assert (code, out) == (expected, "")
    assert says in err


@pytest.mark.parametrize(
    ("teams", "expected", "says"),
    [
        (FILES[:1], ExitCode.USAGE, "2 teams play; files given: 1"),
        (("none.yaml", FILES[0]), ExitCode.BAD_INPUT, "none.yaml"),
        (("x-men-dem",), ExitCode.UNKNOWN_NAME, "no pair of teams is called 'x-men-dem'; near: x-men-demo"),
        (("jubilee-wondr//hulk-green-goliath//polymorph",), ExitCode.UNKNOWN_NAME, "near: jubilee-wondra"),
        (("jubilee-wondra@9//hulk-green-goliath//polymorph",), ExitCode.BAD_INPUT, "tells no teams"),
        (("jubilee-wondra//hulk-green-goliath//polymorph//0",), ExitCode.BAD_INPUT, "tells no teams"),
    ],
)
def test_teams_that_there_are_not(run, teams, expected, says):
    code, _, err = run("play", GAME, "--teams", *teams, "--limit", "5")
    assert code == expected
    assert says in err


@pytest.mark.parametrize("face", ["Level 2", "LEVEL  2", "level 2", "5"])
def test_a_face_is_the_same_however_it_is_written(run, face):
    text = f"teams: x-men-demo\nplayers: [{{field: {{Jubilee Wondra: {face}}}}}, {{}}]\n"
    Path("one.yaml").write_text(text, encoding="utf-8")
    code, out, _ = run("outcome", GAME, "one.yaml")
    assert (code, "field: jubilee-wondra/1 (level 2, 3A 3D)" in out) == (ExitCode.OK, True)
