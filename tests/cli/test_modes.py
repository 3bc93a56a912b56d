"""More than two heroes on the command line: play, replay, legal and outcome."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode

HILL = """
game: dice-throne
players: [{hero: barbarian, health: 30}, {hero: paladin, health: 30}, {hero: monk, health: 20}]
play:
  - roll: [1, 1, 1, 4, 6]
  - announce: smack
  - until: targeting/choose
"""


def said(capsys, *words):
    """The exit code, and what is written to stdout and stderr."""
    code = main(list(words))
    found = capsys.readouterr()
    return code, found.out, found.err


@pytest.fixture(autouse=True)
def _folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("hill.yaml").write_text(HILL, encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "mode"),
    [
        (["--heroes", "barbarian", "paladin", "monk"], "king-of-the-hill"),
        (["--mode", "2v2", "--heroes", "barbarian", "paladin", "barbarian", "monk"], "2v2"),
    ],
)
def test_a_play_is_recorded_and_replayed(capsys, words, mode):
    code, out, _ = said(
        capsys, "play", "dice-throne", *words, "--seat", "1=random", "--limit", "400", "--save", "p.jsonl"
    )
    assert code in (ExitCode.OK, ExitCode.UNDECIDED)
    assert out.count(" health, ") == len(words) - words.index("--heroes") - 1
    assert json.loads(Path("p.jsonl").read_text(encoding="utf-8").splitlines()[0])["mode"] == mode
    code, out, _ = said(capsys, "replay", "p.jsonl")
    assert code == ExitCode.OK
    assert "every step is legal" in out


def test_targets_are_offered_and_refused_by_rule(capsys):
    code, out, _ = said(capsys, "legal", "dice-throne", "hill.yaml")
    assert code == ExitCode.OK
    assert "aim 2" in out
    assert "aim 3" in out
    code, out, _ = said(capsys, "legal", "dice-throne", "hill.yaml", "--why-not", "1 aims at 1")
    assert code == ExitCode.ILLEGAL
    assert "targeting/koth-free-choice" in out


def test_the_outcome_says_whom_it_hurts(capsys):
    text = HILL.replace("until: targeting/choose", "1 aims at 3\n  - decline")
    Path("hill.yaml").write_text(text, encoding="utf-8")
    code, out, _ = said(capsys, "outcome", "dice-throne", "hill.yaml")
    assert code == ExitCode.OK
    assert "3 Monk: 16 health" in out
    assert "2 Paladin: 30 health" in out


@pytest.mark.parametrize(
    ("words", "says", "code"),
    [
        (["--heroes", "barbarian"], "2 to 6 heroes play; given: 1", ExitCode.BAD_INPUT),
        (["--mode", "2v2", "--heroes", "monk", "ninja"], "2 against 2 is played by 4", ExitCode.BAD_INPUT),
        (["--mode", "hill"], "no mode is called 'hill'", ExitCode.UNKNOWN_NAME),
        (["--reading", "koth-target=anybody"], "koth-target is not asked in a duel", ExitCode.BAD_INPUT),
    ],
)
def test_what_cannot_be_played_is_said(capsys, words, says, code):
    found, _, err = said(capsys, "play", "dice-throne", *words)
    assert says in err
    assert found == code


@pytest.mark.parametrize("game", ["dice-conquest", "dice-masters@2018"])
def test_games_with_one_way_to_play_have_no_modes(capsys, game):
    code, _, err = said(capsys, "play", game, "--mode", "2v2")
    assert code == ExitCode.USAGE
    assert f"{game} is played in one way; leave --mode out" in err


def test_help_names_the_option():
    from dicelaw.oracle.cli.play import command

    assert "--mode" in CliRunner().invoke(command, ["--help"]).output
