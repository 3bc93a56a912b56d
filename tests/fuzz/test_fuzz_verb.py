"""`dicelaw fuzz` as a user types it: finds, exit codes, what is kept, and wrong input."""

import json

import pytest

from dicelaw.oracle.cli import main

PLAYS = "3"


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A campaign about the hero with a free loop, with its folder and exit code."""
    out = tmp_path_factory.mktemp("campaign")
    words = [
        "fuzz",
        "dice-throne",
        "--content",
        "examples/content/tinker",
        "--plays",
        PLAYS,
        "--out",
        str(out),
    ]
    return out, words, main(words)


def test_a_free_loop_is_found_named_and_kept(kept, capsys):
    out, _, code = kept
    assert code == 1
    finds = (json.loads(path.read_text()) for path in out.glob("finds/*.json"))
    (find,) = (one for one in finds if one["kind"] != "reading")
    assert (find["kind"], find["entries"]) == ("cycle", ["status/spark"])
    assert [one["text"] for one in find["decisions"]] == ["use status/spark/flash"]
    (scenario,), (trace,) = out.glob("finds/cycle-*.yaml"), out.glob("finds/cycle-*.jsonl")
    content = ["--content", "examples/content/tinker"]
    assert main(["replay", str(trace), *content]) == 0
    assert main(["outcome", "dice-throne", str(scenario), *content]) == 0
    assert "every step is legal" in capsys.readouterr().out


def test_what_is_kept_is_tried_first_and_gone_on_from(kept, capsys):
    words = kept[1]
    capsys.readouterr()
    assert main([*words, "--format", "json"]) == 1
    *finds, end = map(json.loads, capsys.readouterr().out.splitlines())
    (again,) = (one for one in finds if one["kind"] != "reading")
    assert all(one["again"] for one in finds)
    assert again["entries"] == ["status/spark"]
    assert (end["plays"], end["plays_in_all"], end["finds"], end["again"]) == (0, int(PLAYS), 0, 1)


def test_an_unknown_entry_has_near_names(capsys):
    assert main(["fuzz", "dice-throne", "--with", "common/tipit", "--plays", "1"]) == 4
    assert "common/tip-it" in capsys.readouterr().err


def test_content_of_another_game_is_refused(capsys):
    assert main(["fuzz", "dice-masters@2016", "--content", "examples/content/scout"]) == 3
    assert "scout.yaml" in capsys.readouterr().err


def test_an_implementation_is_asked_by_one_process(capsys):
    asked = ["--engine", "no-such-adapter", "--processes", "2"]
    assert main(["fuzz", "dice-throne", *asked]) == 2
    assert "leave out this or --engine" in " ".join(capsys.readouterr().err.split())


def test_a_folder_of_something_else_is_refused(tmp_path, capsys):
    (tmp_path / "campaign.json").write_text("[]")
    assert main(["fuzz", "dice-throne", "--plays", "1", "--out", str(tmp_path)]) == 3
    assert "campaign.json" in capsys.readouterr().err


def test_what_hangs_on_a_reading_is_said_and_is_no_fault(tmp_path, capsys):
    content = ["--content", "examples/content/scout"]
    assert main(["fuzz", "dice-throne", *content, "--plays", "1", "--out", str(tmp_path)]) == 0
    assert "hangs  on the reading attack-bonus: scout/glare + status/dazzled" in capsys.readouterr().out
    (scenario,) = tmp_path.glob("finds/reading-attack-bonus-*.yaml")
    assert main(["outcome", "dice-throne", str(scenario), *content]) == 0
    assert "this hangs on the reading attack-bonus" in capsys.readouterr().out
