"""`dicelaw matchups`: what is measured, in every form, that a run goes on, and wrong input."""

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from console_blocks import commands_of, departs

from dicelaw.checker.duels import Duels
from dicelaw.checker.matchups import BATCH, Matrix, Pair, Question, measured, pairs_of
from dicelaw.oracle.answers.matrix import as_csv, picture, table
from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode

GAME = "dice-throne"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "check.md"
FEW = ["--heroes", "barbarian", "monk", "--games", "4", "--within", "50"]


@pytest.fixture(autouse=True)
def _apart(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


class Here:
    """An executor that does what it is given at once, and keeps what that was."""

    def __init__(self):
        self.asked = []

    def submit(self, work, *given):
        from concurrent.futures import Future

        self.asked.append(given)
        future = Future()
        future.set_result(work(*given))
        return future


@pytest.fixture
def coin(monkeypatch):
    """Players of whom the first by name wins seven duels in ten."""
    from dicelaw.checker import matchups

    class Players:
        def duels(self, _content, one, other, *, first, count, seed, most):
            assert first + count <= most
            wins = sum((number * 7 + seed) % 10 < 7 for number in range(first, first + count))
            assert one < other
            return Duels(count, wins, count - wins, 0, 10 * count)

    monkeypatch.setattr(matchups, "players", lambda _game: Players())


@pytest.mark.usefixtures("coin")
def test_a_match_up_is_played_until_it_is_precise_enough():
    asked = Question(GAME, within=0.08, most=1000)
    begun = {pair: Duels() for pair in pairs_of(["a", "b", "c"])}
    found = dict(begun)
    for pair, first, duels in measured(asked, begun, [Here(), Here()]):
        assert found[pair].games == first
        found[pair] += duels
    assert [duels.games % BATCH for duels in found.values()] == [0, 0, 0]
    assert all(duels.within <= 0.08 for duels in found.values())
    early = [Duels(duels.games - BATCH, round(0.7 * (duels.games - BATCH))) for duels in found.values()]
    assert all(duels.within > 0.08 for duels in early)


@pytest.mark.usefixtures("coin")
def test_what_is_found_does_not_hang_on_who_does_it():
    asked = Question(GAME, within=0.1, most=300)
    ends = []
    for count in (1, 3):
        found = {pair: Duels() for pair in pairs_of(["a", "b", "c", "d"])}
        for pair, _, duels in measured(asked, dict(found), [Here() for _ in range(count)]):
            found[pair] += duels
        ends.append(found)
    assert ends[0] == ends[1]


@pytest.mark.usefixtures("coin")
def test_only_what_is_left_is_played():
    asked, here = Question(GAME, within=0.01, most=120), Here()
    begun = {Pair("a", "b"): Duels(120, 84, 36, 0, 9), Pair("a", "c"): Duels(50, 35, 15, 0, 9)}
    assert [(pair.other, first, duels.games) for pair, first, duels in measured(asked, begun, [here])] == [
        ("c", 50, 50), ("c", 100, 20),
    ]  # fmt: skip


def test_a_matrix_is_seen_from_both_sides():
    found = {
        Pair("a", "b"): Duels(10, 7, 3, 0, 90), Pair("a", "c"): Duels(20, 8, 10, 1, 90),
        Pair("b", "c"): Duels(10, 5, 5, 0, 90),
    }  # fmt: skip
    matrix = Matrix(Question(GAME), ("a", "b", "c"), found)
    assert matrix.of("b", "a") == Duels(10, 3, 7, 0, 90)
    assert matrix.rate("a") == pytest.approx((0.7 + 0.4) / 2)
    assert matrix.ranked() == ["a", "c", "b"]
    assert table(matrix)[0] == {"": "1 a", "all": "55", "1": "-", "2": "40", "3": "70"}
    rows = [*csv.DictReader(io.StringIO(as_csv(matrix)))]
    assert [(row["hero"], row["rival"], row["won"]) for row in rows][2] == ("b", "a", "3")
    assert len(rows) == 6
    drawn = ElementTree.fromstring(picture(matrix, "a <way> & another"))
    titles = [one.text for one in drawn.iter("{http://www.w3.org/2000/svg}title")]
    assert "b beats a in 3 of 10 duels: from 11 to 60 %" in titles
    assert len(titles) == 9


def test_duels_are_told_and_kept(capsys, tmp_path):
    out = tmp_path / "matrix.json"
    assert main(["matchups", GAME, *FEW, "--format", "json", "--processes", "1", "--out", str(out)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == json.loads(out.read_text())
    (row,) = found["matchups"]
    assert (row["hero"], row["rival"], row["games"]) == ("barbarian", "monk", 4)
    kept = [*(tmp_path / "cache").rglob("results/*/*")]
    assert len(kept) == 1
    assert main(["matchups", GAME, *FEW, "--format", "json", "--processes", "1"]) == 0
    assert json.loads(capsys.readouterr().out) == found


def test_too_few_duels_are_undecided(capsys):
    asked = ["--heroes", "barbarian", "monk", "--games", "2", "--within", "1", "--processes", "1"]
    assert main(["matchups", GAME, *asked]) == ExitCode.UNDECIDED
    assert "2 duels of 1 match-up, 2 each; 95 % intervals of ±" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "code", "says"),
    [
        (["dice-conquest"], ExitCode.UNKNOWN_NAME, "dice-conquest has no player who decides sensibly"),
        ([GAME, "--heroes", "monk", "mink"], ExitCode.UNKNOWN_NAME, "no hero is called 'mink'; near: monk"),
        ([GAME, "--heroes", "monk", "monk"], ExitCode.BAD_INPUT, "between two different heroes; given: monk"),
        ([GAME, "--out", "matrix.png"], ExitCode.USAGE, "name a file that ends with .csv, .json, .svg"),
        ([GAME, "--within", "0"], ExitCode.USAGE, "--within"),
        ([GAME, "--cluster", "tcp://127.0.0.1:1", "--content", "examples/content/scout"], ExitCode.USAGE,
         "--cluster does not go with --content"),
    ],
)  # fmt: skip
def test_wrong_input_is_said_in_a_sentence(given, code, says, capsys):
    assert main(["matchups", *given]) == code
    assert says in " ".join(capsys.readouterr().err.split())


def test_the_commands_of_the_page_do_what_is_shown(capsys):
    commands = commands_of(PAGE.read_text(encoding="utf-8"))
    assert [command.text.split()[1] for command in commands] == ["matchups"]
    assert [departs(command, capsys) for command in commands] == [""]
