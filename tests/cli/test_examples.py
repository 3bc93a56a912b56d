"""The example scenarios as a user runs them; `golden/` has what `dicelaw outcome` prints for each.

After an intended change `make record` writes them anew.
"""

import json
import re
from pathlib import Path

import pytest

from dicelaw.oracle.errors import ExitCode

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = Path(__file__).parent / "golden"
EXAMPLES = sorted(path.stem for path in (ROOT / "examples").glob("*.yaml"))


@pytest.fixture
def run(run, monkeypatch):
    """Runs a command in the repository."""
    monkeypatch.chdir(ROOT)
    return run


def _game(name):
    text = (ROOT / "examples" / f"{name}.yaml").read_text(encoding="utf-8")
    return re.search(r"^game: (.+)$", text, re.MULTILINE)[1]


def _answer(run, name, *options):
    code, out, _ = run("outcome", "dice-throne", f"examples/{name}.yaml", "--format", "json", *options)
    assert code == ExitCode.OK
    return json.loads(out)


def test_each_example_has_a_golden_output():
    assert [path.stem for path in sorted(GOLDEN.glob("*.txt"))] == EXAMPLES


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_output_is_the_golden_one(run, name):
    game = _game(name)
    code, out, err = run("outcome", game, f"examples/{name}.yaml")
    assert code == ExitCode.OK
    assert out == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8"), "run `make record RECORDFLAGS=golden`"
    expected = f"repeat: dicelaw outcome {game} examples/{name}.yaml"
    assert err.splitlines()[-1] == expected


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_example_says_in_its_first_line_what_it_shows(name):
    first = (ROOT / "examples" / f"{name}.yaml").read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# ")
    assert first.endswith(".")


def test_the_worked_example_of_the_rulebook(run):
    answer = _answer(run, "final-damage-total")
    (damage,) = [step["damage"] for step in answer["steps"] if step.get("damage")]
    to_paladin = next(account for account in damage if account["player"] == "Paladin")
    shown = {
        key: to_paladin[key] for key in ("incoming", "added", "prevented", "subtotal", "halvings", "half")
    }
    assert shown == {
        "incoming": 13, "added": 2, "prevented": 6, "subtotal": 9, "halvings": 2, "half": 5,
    }  # fmt: skip
    assert to_paladin["final"] == 0
    (result,) = answer["results"]
    assert [player["health"] for player in result["standing"]["players"]] == [25, 20]


def test_nothing_answers_an_ultimate(run):
    (result,) = _answer(run, "ultimate")["results"]
    paladin = result["standing"]["players"][1]
    assert paladin["health"] == 1
    assert paladin["tokens"] == {"stun": 1, "protect": 1, "evasive": 3}  # until the next Roll Phase begins


def test_the_active_players_instant_comes_first(run):
    answer = _answer(run, "answered-instant")
    (result,) = answer["results"]
    assert result["standing"]["players"][1]["tokens"] == {}
    assert result["standing"]["players"][1]["health"] == 46
    assert not any(step["transition"] == "answer/carry-out" for step in answer["steps"])


def test_the_chances_of_each_choice_add_up(run):
    from fractions import Fraction

    sums = {}
    for result in _answer(run, "evasive-odds")["results"]:
        key = tuple(result["choices"])
        sums[key] = sums.get(key, 0) + Fraction(result["chance"])
    assert sums == {("Paladin: decline",): 1, ("Paladin: defend paladin/divine-defense",): 1}
