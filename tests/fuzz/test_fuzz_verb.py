"""`dicelaw fuzz` as a user types it: finds, exit codes, what is kept, and wrong input."""

import json
from contextlib import nullcontext

import pytest

from dicelaw.oracle.cli import fuzz, main
from dicelaw.oracle.cli.interruption import Interrupted

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


@pytest.mark.parametrize(("impl", "code"), [("no-such-adapter", 3), ("true", 7)])
def test_an_implementation_that_does_not_start_leaves_no_folder(impl, code, tmp_path, capsys):
    out = tmp_path / "campaign"
    assert main(["fuzz", "dice-throne", "--engine", impl, "--out", str(out)]) == code
    assert capsys.readouterr().err.startswith("error: ")
    assert not out.exists()


@pytest.mark.parametrize("form", ["pretty", "json"])
def test_plays_of_a_round_that_was_interrupted_are_said_not_to_be_kept(form, tmp_path, capsys, monkeypatch):
    def interrupted(_campaign):
        raise Interrupted

    monkeypatch.setattr(fuzz, "telling", lambda: nullcontext(interrupted))
    monkeypatch.setattr("dicelaw.oracle.fuzz.campaign.SAVING", 600.0)
    assert main(["fuzz", "dice-throne", "--plays", "2", "--out", str(tmp_path), "--format", form]) == 130
    said = capsys.readouterr().out
    if form == "json":
        assert json.loads(said)["plays_not_kept"] == 1
    else:
        assert "not kept: 1 play, which the next run makes again" in said
    assert not (tmp_path / "campaign.json").exists()


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
