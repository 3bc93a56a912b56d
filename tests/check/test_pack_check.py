"""`dicelaw check` of a pack of Dice Conquest: plays, a find that breaks something, and what is refused."""

import json
import shutil
from importlib.resources import files

import pytest
from planted_pairs import QUESTS, spoiled_quest

from dicelaw.oracle.dice_conquest.fuzzing import QuestFuzzing
from dicelaw.oracle.errors import ExitCode

PACK = files("dicelaw.model.dice_conquest.content") / "made-up.yaml"


@pytest.fixture
def pack(tmp_path, monkeypatch):
    monkeypatch.setattr("dicelaw.oracle.dice_conquest.check.PLAYS", 25)
    monkeypatch.setattr("dicelaw.oracle.fuzz.judging.ASKED", 0)
    path = tmp_path / "mine.yaml"
    shutil.copy(PACK, path)
    return path


def test_plays_without_a_fault_leave_it_undecided(run, pack):
    code, out, err = run("check", pack, "--no-interactions")
    assert code == ExitCode.UNDECIDED
    assert out.splitlines()[-1] == "mine.yaml: no fault is seen in 25 plays"
    assert err == f"repeat: dicelaw check {pack} --no-interactions\n"


def test_a_find_breaks_something(run, pack, monkeypatch):
    spoil = spoiled_quest("turn/clockwise")
    spoiled = QuestFuzzing(None, spoil, [QUESTS])
    monkeypatch.setattr("dicelaw.oracle.dice_conquest.fuzzing.QuestFuzzing", lambda _: spoiled)
    code, out, _ = run("check", pack, "--no-interactions", "--format", "json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == ExitCode.REFUTED
    assert rows[0]["about"] == "turn/clockwise"
    assert rows[-1]["part"] == "summary"


def test_what_is_for_heroes_is_refused_for_a_pack(run, pack, tmp_path):
    says = "--save, --report, --policy and --watch are for content of heroes and teams; this is a pack"
    for words in (("--save", tmp_path / "play.jsonl"), ("--policy", "random")):
        code, out, err = run("check", pack, *words)
        assert (code, out, err) == (ExitCode.BAD_INPUT, "", f"error: {says}\n")
