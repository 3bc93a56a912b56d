"""`dicelaw check` as a designer types it: content that breaks something, content that does not, bad input."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml
from designs import HERO, token, write

from dicelaw.oracle.errors import ExitCode

SCOUT = Path(__file__).resolve().parents[2] / "examples" / "content" / "scout"
BROKEN = token("focus", ["gain focus", "gain 1 cp", "heal 1"])


@pytest.fixture
def broken(tmp_path):
    """A file with a hero who has a free loop."""
    return write(tmp_path, BROKEN)


@pytest.mark.slow
def test_a_free_loop_is_told_and_its_play_replayed(run, broken, tmp_path):
    saved, report = tmp_path / "loop.jsonl", tmp_path / "a" / "report"
    code, out, err = run("check", broken, "--save", saved, "--report", report)
    assert code == ExitCode.REFUTED
    lines = out.splitlines()
    assert lines[0] == "Tinker (tinker)"
    assert lines[1].startswith("refuted  Nothing that tokens are spent for")
    assert "each round: combat points of player 1 +1, healing of player 1 +1" in lines[2]
    assert any("use status/focus/use-1" in line for line in lines)
    assert lines[-1] == "Tinker: breaks something: status/focus/use-1 can be repeated for free"
    page = report / "index.html"
    assert err.splitlines() == [
        f"wrote {saved}",
        f"wrote {page}",
        f"repeat: dicelaw check {broken} --save {saved} --report {report}",
    ]
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"http|url\(|<script|<img", text)
    assert "breaks something: status/focus/use-1 can be repeated for free" in text
    assert "The play before it, from the set-up" in text
    assert "<summary>tinker/whack: " in text
    code, out, _ = run("replay", saved, "--content", broken)
    assert code == ExitCode.OK
    assert "every step is legal" in out


@pytest.mark.slow
def test_the_same_as_json(run, broken):
    code, out, _ = run("check", broken, "--format", "json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == ExitCode.REFUTED
    loops = [row for row in rows if row["part"] == "loops"]
    assert [row["verdict"] for row in loops] == ["refuted"]
    loop = loops[0]["loop"]
    assert loop["uses"] == [{"seat": "1", "entry": "status/focus/use-1", "times": 1}]
    assert loop["gains"] == {"combat points of player 1": 1, "healing of player 1": 1}
    assert loop["sure"]
    assert len(loop["play"]) == loop["before"] + sum(loop["rounds"])
    (damage, entries) = (next(row for row in rows if row["part"] == part) for part in ("damage", "entries"))
    assert damage["begin"] == sorted(damage["begin"])
    useful = entries.pop("useful")
    assert [*useful] == ["tinker/wind-up", "tinker/whack", "tinker/duck", "status/focus/use-1"]
    whack = useful["tinker/whack"]
    assert whack["heroes"] == [HERO, HERO]
    assert 0 < whack["before"] < len(whack["play"])
    assert int(whack["changes"]["health of player 2"]["with"]) < 50
    assert entries == {
        "hero": HERO,
        "part": "entries",
        "count": 4,
        "never": {},
        "in_no_play": [],
        "changed_nothing": {},
        "of_no_use": {},
        "worse_than": {},
        "limits": [],
    }
    assert rows[-1]["part"] == "summary"
    assert rows[-1]["code"] == code
    verdicts = {row["id"]: row["verdict"] for row in rows if row["part"] == "rows"}
    assert verdicts["content/covered"] == "proved"
    assert verdicts["content/tinker/window/closes"] != "refuted"


@pytest.mark.slow
def test_content_without_a_hero_is_checked_with_one_of_ours(run, tmp_path):
    document = {"source": "a test", "statuses": [token("focus", ["gain focus", "deal 5"])]}
    path = tmp_path / "focus.yaml"
    path.write_text(yaml.safe_dump(document))
    code, out, _ = run("check", path)
    assert code == ExitCode.UNDECIDED
    assert (
        "status/focus/use-1 of player 1 would be a loop, but nothing in this duel brings about focus" in out
    )
    assert out.splitlines()[-1] == (
        "cards and status effects, with the Barbarian: undecided whether something can be repeated for free; "
        "1 of 1 entry can never be used"
    )


@pytest.mark.slow
def test_the_example_breaks_nothing(run):
    code, out, err = run("check", SCOUT, "--games", 1, "--verbose")
    assert code == ExitCode.OK
    lines = out.splitlines()
    marks = [line[:8].strip() for line in lines[1:-1] if not line.startswith(" ")]
    assert marks == [
        "proved",
        "proved",
        "proved",
        "proved",
        "proved",
        "plays",
        "entries",
        "damage",
        "strength",
        "together",
        "",
    ]
    said = "Scout: breaks nothing; 13 entries, of which each can be used; wins "
    assert re.fullmatch(rf"{said}\d+ % \(±\d+\) against our 16 heroes", lines[-1])
    assert sum(line.startswith((" barbarian ", " vampire-lord ")) for line in lines) == 2
    assert err == f"repeat: dicelaw check {SCOUT} --games 1 --verbose\n"


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("nowhere", "error: nowhere: there is no such folder\n"),
        ("empty", "error: empty: this folder has no content file (*.yaml)\n"),
        (
            "notes.txt",
            "error: notes.txt: this is a file; a folder with content files (*.yaml), or one of them, is",
        ),
    ],
)
def test_what_is_no_content_is_one_sentence(run, monkeypatch, tmp_path, given, says):
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    Path("notes.txt").touch()
    code, out, err = run("check", given)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err.startswith(says)
    assert err.count("\n") == 1


def test_a_wrong_line_is_named(run, tmp_path):
    path = write(tmp_path, token("focus", ["gain a lot"]))
    code, out, err = run("check", path)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err.startswith(f"error: {path}:")
    assert "gain a lot" in err


def test_a_play_goes_only_where_it_can_be_written(run, broken, tmp_path):
    code, out, err = run("check", broken, "--save", tmp_path)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err.startswith(f"error: {tmp_path}: ")


def test_a_report_goes_only_where_a_folder_can_be(run, broken):
    code, out, err = run("check", broken, "--report", broken / "report")
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err == f"error: {broken / 'report'}: this folder cannot be made: Not a directory\n"


def test_content_is_wanted(run):
    assert run("check")[0] == ExitCode.USAGE
