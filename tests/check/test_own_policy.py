"""Players who decide by a function of the user's own: what it is given, what it may give, what is refused."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dicelaw.checker.playing import playing
from dicelaw.checker.ports import matching
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel
from dicelaw.oracle.answers.policies import players
from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode

HOARD = str(Path(__file__).resolve().parents[2] / "examples" / "policies" / "hoarder.py") + ":hoard"
TWO = {
    "dice-throne": ["--heroes", "barbarian", "monk"],
    "dice-masters@2018": ["--teams", "x-men-demo/1", "x-men-demo/2"],
}


@pytest.fixture(autouse=True)
def _apart(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def own(tmp_path):
    """A policy by its source."""

    def made(source, name="choose", file="own.py"):
        folder = tmp_path / "own"
        folder.mkdir(exist_ok=True)
        (folder / file).write_text(source, encoding="utf-8")
        return f"{folder / file}:{name}"

    return made


def run(game, policy, *words, games=2):
    asked = ["matchups", game, *TWO[game], "--policy", policy, "--games", str(games), "--processes", "1"]
    return main([*asked, *words])


@pytest.mark.parametrize("game", TWO)
def test_a_function_of_ones_own_decides_for_both(game, capsys, tmp_path):
    found = []
    for _ in range(2):
        assert run(game, HOARD, "--format", "json") == ExitCode.UNDECIDED
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]
    assert found[0]["policy"] == HOARD
    assert found[0]["players"] == f"players who decide by {HOARD}"
    assert not [*(tmp_path / "cache").rglob("results/*/*")], "nothing is kept of code that may change"


def test_it_is_given_what_its_seat_sees_and_nothing_else(own):
    seen = own(
        "asked = []\n\ndef choose(now):\n    asked.append(now)\n    return now.random.choice(now.legal)\n"
    )
    made = duel(load_pack(), ("barbarian", "monk"))
    policy = players("dice-throne", seen)
    plays = playing(made.machine, policy.decides(made), compiled=True)
    ends = [plays.play(3, 0) for _ in range(2)]
    assert ends[0] == ends[1]
    asked = next(
        module.asked for name, module in sys.modules.items() if name.startswith("dicelaw_own") and
        str(vars(module).get("__file__")) == seen.rpartition(":")[0]
    )  # fmt: skip
    assert {one.seat for one in asked} == {1, 2}
    for one in asked:
        assert len(one.legal) > 1
        assert {decision["actor"] for decision in one.legal} == {str(one.seat)}
        hands = ["cards" in player for player in one.sees["players"]]
        assert hands == [seat == one.seat for seat in (1, 2)]


def test_what_it_changes_is_its_own(own):
    spoils = own(
        "def choose(now):\n"
        "    first = now.legal[0]\n"
        "    for one in now.legal[1:]:\n"
        "        one.clear()\n"
        "    now.sees.clear()\n"
        "    return first\n"
    )
    assert run("dice-throne", spoils) == ExitCode.UNDECIDED


def test_what_it_prints_is_no_part_of_the_answer(own, capsys):
    talks = own("print('hello')\n\ndef choose(now):\n    print('well')\n    return now.legal[0]\n")
    assert run("dice-throne", talks, "--format", "json") == ExitCode.UNDECIDED
    assert json.loads(capsys.readouterr().out)["policy"] == talks


@pytest.mark.parametrize(
    ("source", "name", "code", "says"),
    [
        ("def choose(:\n", "choose", ExitCode.BAD_INPUT, "this is no Python: line 1: invalid syntax"),
        ("x = 1\n1 / 0\n", "choose", ExitCode.BAD_INPUT,
         "it cannot be run: ZeroDivisionError: division by zero, at line 2"),
        ("raise SystemExit(0)\n", "choose", ExitCode.BAD_INPUT, "cannot be run: SystemExit: 0, at line 1"),
        ("import beside\n", "choose", ExitCode.BAD_INPUT, "No module named 'beside', at line 1"),
        ("def chose(now):\n    pass\n", "choose", ExitCode.UNKNOWN_NAME, "is called 'choose'; near: chose"),
        ("choose = 3\n", "choose", ExitCode.BAD_INPUT, "this is 'int', and no function"),
        ("def choose(now):\n    return now.legal[99]\n", "choose", ExitCode.BAD_INPUT,
         "it raised IndexError: list index out of range, at line 2, for seat 1 at upkeep"),
        ("def choose():\n    pass\n", "choose", ExitCode.BAD_INPUT, "it raised TypeError: choose() takes 0"),
        ("def choose(now):\n    raise SystemExit\n", "choose", ExitCode.BAD_INPUT, "it raised SystemExit"),
        ("def choose(now):\n    return 'pass'\n", "choose", ExitCode.ILLEGAL,
         "which is none of the 2 legal decisions of seat 1 at upkeep"),
        ("def choose(now):\n    return {**now.legal[0], 'text': 'roll'}\n", "choose", ExitCode.ILLEGAL,
         "which is none of the 2 legal decisions of seat 1"),
        ("class Odd:\n    __eq__ = lambda *_: True\n\ndef choose(now):\n    return Odd()\n",
         "choose", ExitCode.ILLEGAL, "Odd object at "),
        ("class Odd:\n    __repr__ = lambda _: 1\n\ndef choose(now):\n    return Odd()\n",
         "choose", ExitCode.BAD_INPUT, "it raised TypeError: __repr__ returned non-string"),
        ("\0", "choose", ExitCode.BAD_INPUT, "this is no Python: source code string cannot contain null"),
        ("", "", ExitCode.USAGE, "name the function in it too, as "),
    ],
)  # fmt: skip
def test_what_is_no_policy_is_refused_in_a_sentence(source, name, code, says, own, capsys):
    given = own(source, name)
    own("raise SystemError('this is run')\n", file="beside.py")
    assert run("dice-throne", given) == code
    out, err = capsys.readouterr()
    assert not out
    (line,) = [row for row in err.splitlines() if row.startswith("error: ")]
    assert says in line
    assert [path.name for path in Path(given.rpartition(":")[0]).parent.iterdir() if path.is_dir()] == []


def test_what_lies_beside_it_is_not_run_where_it_is_called_either(own):
    """`python -m` puts the present folder before all others."""
    given = own("import beside\n\ndef choose(now):\n    return now.legal[0]\n")
    own("print('this is run')\n", file="beside.py")
    path, _, name = given.rpartition(":")
    words = ["matchups", "dice-throne", *TWO["dice-throne"], "--policy", f"{Path(path).name}:{name}"]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    done = subprocess.run(
        [sys.executable, "-m", "dicelaw", *words], cwd=Path(path).parent, env=environment,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (ExitCode.BAD_INPUT, "")
    assert "No module named 'beside'" in done.stderr


def test_a_file_that_is_not_there_is_said(capsys):
    assert run("dice-throne", "none.py:choose") == ExitCode.BAD_INPUT
    assert "none.py: this cannot be read: No such file or directory" in capsys.readouterr().err
    assert run("dice-throne", "none.py") == ExitCode.USAGE
    assert "as none.py:NAME" in capsys.readouterr().err


def test_workers_of_a_cluster_do_not_get_it(capsys):
    assert run("dice-throne", HOARD, "--cluster", "tcp://127.0.0.1:1") == ExitCode.USAGE
    assert "--cluster does not go with your own policy" in capsys.readouterr().err


SCOUT = str(Path(HOARD.rpartition(":")[0]).parents[1] / "content" / "scout")


def test_a_check_hands_it_on(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "dicelaw.checker.dice_throne.checking.checked", lambda _folder, **words: asked.append(words) or []
    )
    words = ["--policy", HOARD, "--games", "1", "--no-interactions"]
    assert main(["check", SCOUT, *words]) == ExitCode.OK
    assert [(one["players"].says, one["games"]) for one in asked] == [(f"players who decide by {HOARD}", 1)]


@pytest.mark.slow
def test_a_check_takes_it_too(capsys):
    words = ["--policy", HOARD, "--games", "1", "--no-interactions", "--processes", "1"]
    assert main(["check", SCOUT, *words]) in (ExitCode.OK, ExitCode.UNDECIDED)
    assert f"both are players who decide by {HOARD}" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("game", TWO)
def test_every_game_says_how_random_players_decide(game):
    assert matching(game).at_random is not None
