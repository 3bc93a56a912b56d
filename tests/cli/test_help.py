"""How a user finds out what there is: `python -m dicelaw`, `dicelaw help`, and the completion of shells."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dicelaw.oracle.cli import VERBS
from dicelaw.oracle.errors import ExitCode

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("in_checkout", [True, False])
def test_python_m_is_the_command_line(run, tmp_path, in_checkout):
    """Also in a checkout, whose folder `dicelaw` hides the installed package."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    found = subprocess.run(
        [sys.executable, "-m", "dicelaw", "list", "games"], cwd=ROOT if in_checkout else tmp_path,
        env=environment, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (found.returncode, found.stdout, found.stderr) == run("list", "games")


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_a_verb_is_what_its_option_says(run, verb):
    found = run("help", verb)
    assert found == run(verb, "--help")
    assert found[1].startswith(f"Usage: dicelaw {verb} ")


def test_help_lists_the_verbs(run):
    found = run("help")
    assert found == run("--help")
    assert all(f"\n  {verb} " in found[1] for verb in VERBS)


def test_help_of_an_unknown_verb_names_the_near_ones(run):
    code, out, err = run("help", "lgeal")
    assert (code, out) == (ExitCode.USAGE, "")
    assert "'legal'" in err


@pytest.fixture
def completed(run, monkeypatch):
    """What bash is told for a command line whose last word is begun."""

    def ask(*words):
        monkeypatch.setenv("_DICELAW_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", " ".join(words))
        monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
        code, out, err = run()
        assert (code, err) == (ExitCode.OK, "")
        return [line.partition(",")[2] for line in out.splitlines() if line]

    return ask


def test_shells_complete_verbs_games_and_options(completed):
    assert completed("dicelaw", "rul") == ["rules", "rulings"]
    games = ["dice-masters@2016", "dice-masters@2018"]
    assert completed("dicelaw", "legal", "dice-m") == games
    assert completed("dicelaw", "legal", "--form") == ["--format"]
    assert completed("dicelaw", "rules", "dice-throne", "--status", "p") == ["planned"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_readme_says_how_a_shell_learns_it(run, monkeypatch, shell):
    assert f"_DICELAW_COMPLETE={shell}_source dicelaw" in (ROOT / "README.md").read_text(encoding="utf-8")
    monkeypatch.setenv("_DICELAW_COMPLETE", f"{shell}_source")
    code, out, _ = run()
    assert code == ExitCode.OK
    assert f"_DICELAW_COMPLETE={shell}_complete" in out


def test_an_unknown_shell_is_no_verdict(run, monkeypatch):
    monkeypatch.setenv("_DICELAW_COMPLETE", "nosuch_source")
    assert run()[0] == ExitCode.USAGE
