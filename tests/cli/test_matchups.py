"""`dicelaw matchups`: what is measured, in every form, that a run goes on, and wrong input."""

import csv
import io
import json
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

import pytest
from console_blocks import commands_of, departs

from dicelaw.checker.duels import Duels, Players
from dicelaw.checker.matchups import BATCH, Matrix, Pair, Question, measured, pairs_of
from dicelaw.oracle.answers.matrix import as_csv, as_json, endings, how_measured, picture, table
from dicelaw.oracle.cli import main
from dicelaw.oracle.cli import matchups as verb
from dicelaw.oracle.dice_masters.matched import matched
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.games.own_content import own_content
from dicelaw.oracle.games.ports import Asked

GAME, TEAMS = "dice-throne", "dice-masters@2018"
SOME = Players("some", "a <way> & another", lambda _made: None)
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
def here(monkeypatch):
    """Duels are played by this process; others are begun where it is about the command as a whole."""

    @contextmanager
    def executors(_processes, _cluster):
        yield [Here()]

    monkeypatch.setattr(verb, "_executors", executors)


@pytest.fixture
def coin(monkeypatch):
    """Players of whom the first by name wins seven duels in ten."""
    from dicelaw.checker import matchups

    class Coin:
        FEW = 25

        def arena(self, meeting, *, compiled):
            assert compiled
            assert meeting.one < meeting.other
            return self

        def duels(self, numbers, seed):
            wins = sum((number * 7 + seed) % 10 < 7 for number in numbers)
            return Duels(len(numbers), wins, len(numbers) - wins, 0, 10 * len(numbers))

    matchups._arena.cache_clear()
    monkeypatch.setattr(matchups, "matching", lambda _game: Coin())
    yield
    matchups._arena.cache_clear()


@pytest.mark.usefixtures("coin")
def test_a_match_up_is_played_until_it_is_precise_enough():
    asked = Question(GAME, SOME, within=0.08, most=1000)
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
    asked = Question(GAME, SOME, within=0.1, most=300)
    ends = []
    for count in (1, 3):
        found = {pair: Duels() for pair in pairs_of(["a", "b", "c", "d"])}
        for pair, _, duels in measured(asked, dict(found), [Here() for _ in range(count)]):
            found[pair] += duels
        ends.append(found)
    assert ends[0] == ends[1]


@pytest.mark.usefixtures("coin")
def test_only_what_is_left_is_played():
    asked, here = Question(GAME, SOME, within=0.01, most=120), Here()
    begun = {Pair("a", "b"): Duels(120, 84, 36, 0, 9), Pair("a", "c"): Duels(50, 35, 15, 0, 9)}
    assert [(pair.other, first, duels.games) for pair, first, duels in measured(asked, begun, [here])] == [
        ("c", 50, 50), ("c", 100, 20),
    ]  # fmt: skip


def test_a_matrix_is_seen_from_both_sides():
    found = {
        Pair("a", "b"): Duels(10, 7, 3, 0, 90, (("stab", 5), ("kick", 2)), (("kick", 3),)),
        Pair("a", "c"): Duels(20, 8, 10, 1, 90, (("kick", 8),), (("stab", 10),)),
        Pair("b", "c"): Duels(10, 5, 5, 0, 90),
    }  # fmt: skip
    matrix = Matrix(Question(GAME, SOME), ("a", "b", "c"), found)
    assert matrix.of("b", "a") == Duels(10, 3, 7, 0, 90, (("kick", 3),), (("stab", 5), ("kick", 2)))
    assert matrix.rate("a") == pytest.approx((0.7 + 0.4) / 2)
    assert matrix.ranked() == ["a", "c", "b"]
    assert table(matrix)[0] == {"": "1 a", "all": "55", "1": "-", "2": "40", "3": "70"}
    assert endings(matrix)[0] == {
        "": "1 a", "turns": "6.0", "% of wins by": "kick 67, stab 33", "% of losses by": "stab 77, kick 23",
    }  # fmt: skip
    assert endings(matrix)[1]["% of wins by"] == "stab 100"
    assert as_json(matrix)["matchups"][0]["won_by"] == {"stab": 5, "kick": 2}
    rows = [*csv.DictReader(io.StringIO(as_csv(matrix)))]
    assert [(row["name"], row["rival"], row["won"]) for row in rows][2] == ("b", "a", "3")
    assert (rows[0]["won_by"], rows[2]["won_by"]) == ("stab 5; kick 2", "kick 3")
    assert len(rows) == 6
    drawn = ElementTree.fromstring(picture(matrix))
    titles = [one.text for one in drawn.iter("{http://www.w3.org/2000/svg}title")]
    assert "b beats a in 3 of 10 games: from 11 to 60 %; 9.0 turns" in titles
    said = [one.text for one in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert {SOME.says, how_measured(matrix)} <= {*said}
    assert len(titles) == 9


def test_duels_are_told_and_kept(capsys, tmp_path):
    out = tmp_path / "matrix.json"
    assert main(["matchups", GAME, *FEW, "--format", "json", "--processes", "1", "--out", str(out)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == json.loads(out.read_text())
    (row,) = found["matchups"]
    assert (row["name"], row["rival"], row["games"]) == ("barbarian", "monk", 4)
    kept = [*(tmp_path / "cache").rglob("results/*/*")]
    assert len(kept) == 1
    assert main(["matchups", GAME, *FEW, "--format", "json", "--processes", "1"]) == 0
    assert json.loads(capsys.readouterr().out) == found


@pytest.fixture
def teams_file(tmp_path):
    """Makes a team file with this name in this folder."""

    def made(folder, card):
        path = tmp_path / folder / "mine.yaml"
        path.parent.mkdir()
        text = f"game: {TEAMS}\ncards: [{{card: {card}, dice: 4}}]\nbasics: [counterstrike, polymorph]\n"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return made


def names_of(capsys, *words):
    asked = ["matchups", *words, "--games", "4", "--within", "50", "--format", "json", "--processes", "1"]
    assert main(asked) == 0
    found = json.loads(capsys.readouterr().out)
    return [one["name"] for one in sorted(found["ranking"], key=lambda one: one["name"])], found


@pytest.mark.usefixtures("here")
def test_the_teams_of_our_demos_are_matched(capsys):
    names, found = names_of(capsys, TEAMS, "--policy", "random")
    assert names == ["faerun-demo/1", "faerun-demo/2", "x-men-demo/1", "x-men-demo/2"]
    assert names == sorted(matched("dice-masters@2016", Asked()))
    assert found["policy"] == "random"
    assert [row["games"] for row in found["matchups"]] == [4] * 6
    assert all(sum(row["won_by"].values()) == row["won"] for row in found["matchups"])


@pytest.mark.usefixtures("here")
def test_teams_are_pairs_and_team_files_and_those_of_content(capsys, teams_file):
    one, other = teams_file("here", "jubilee-wondra"), teams_file("there", "beast-genetic-expert")
    assert names_of(capsys, TEAMS, "--teams", "brawl/1", one)[0] == ["brawl/1", "mine"]
    names, _ = names_of(capsys, TEAMS, "--teams", one, other)
    assert names == sorted([one, other])
    Path(other).write_text(Path(one).read_text(encoding="utf-8"), encoding="utf-8")
    names, found = names_of(capsys, TEAMS, "--teams", one, other, "brawl/1")
    assert names == sorted([one, other, "brawl/1"])
    alike = [{**row, "name": ""} for row in found["matchups"] if row["rival"] == "brawl/1"]
    assert len(alike) == 2
    assert alike[0] == alike[1]
    told = "jubilee-wondra@2//beast-genetic-expert@2//polymorph//1"
    assert names_of(capsys, TEAMS, "--teams", told)[0] == [f"{told}/1", f"{told}/2"]
    content = "examples/content/night-watch"
    assert names_of(capsys, TEAMS, "--content", content, "--teams", "Night Watchers", one)[0] == [
        "mine", "night-watchers/1", "night-watchers/2",
    ]  # fmt: skip
    assert len(matched(TEAMS, Asked(content=own_content(Path(content))))) == 6


@pytest.mark.usefixtures("here")
def test_a_file_that_changes_is_another_team(capsys, teams_file, tmp_path):
    file = teams_file("here", "jubilee-wondra")
    found = [names_of(capsys, TEAMS, "--teams", "brawl/1", file)[1]]
    Path(file).write_text(Path(file).read_text(encoding="utf-8").replace("dice: 4", "dice: 2"))
    found.append(names_of(capsys, TEAMS, "--teams", "brawl/1", file)[1])
    assert len([*(tmp_path / "cache").rglob("results/*/*")]) == 2
    assert found[0] != found[1]


@pytest.mark.usefixtures("here")
def test_games_of_another_policy_are_others(capsys):
    found = [names_of(capsys, GAME, *FEW[:3], "--policy", one)[1] for one in ("sensible", "random")]
    turns = [sum(row["turns"] for row in one["matchups"]) for one in found]
    assert turns[0] < turns[1]


def test_too_few_duels_are_undecided(capsys):
    asked = ["--heroes", "barbarian", "monk", "--games", "2", "--within", "1", "--processes", "1"]
    assert main(["matchups", GAME, *asked]) == ExitCode.UNDECIDED
    assert "2 games of 1 match-up, 2 each; 95 % intervals of ±" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "code", "says"),
    [
        (["dice-conquest"], ExitCode.UNKNOWN_NAME, "dice-conquest has no player who decides sensibly"),
        ([GAME, "--heroes", "monk", "mink"], ExitCode.UNKNOWN_NAME, "no hero is called 'mink'; near: monk"),
        ([GAME, "--heroes", "monk", "monk"], ExitCode.BAD_INPUT, "between two different ones; given: monk"),
        ([GAME, "--teams", "brawl"], ExitCode.USAGE, "dice-throne has heroes, no teams; leave --teams out"),
        ([GAME, "--policy", "greedy"], ExitCode.UNKNOWN_NAME, "no policy of dice-throne is called 'greedy'"),
        ([TEAMS, "--heroes", "monk"], ExitCode.USAGE, "has teams, no heroes; leave --heroes out"),
        ([TEAMS, "--teams", "brawl/1"], ExitCode.BAD_INPUT, "two different ones; given: brawl/1"),
        ([TEAMS, "--teams", "brawl/3", "texts"], ExitCode.UNKNOWN_NAME, "no pair of teams is called 'br"),
        ([TEAMS, "--teams", "brawl", "no.yaml"], ExitCode.BAD_INPUT, "no.yaml: this cannot be read"),
        ([TEAMS, "--teams", "brawl", "examples/teams/mutants.yaml"], ExitCode.UNKNOWN_NAME,
         "'Bishop' is not among the cards that can be played"),
        ([TEAMS, "--content", "examples/content/scout"], ExitCode.BAD_INPUT,
         "'hero' is a field of content of dice-throne"),
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
    assert [command.text.split()[1] for command in commands] == ["matchups"] * 4
    assert [departs(command, capsys) for command in commands] == [""] * 4
