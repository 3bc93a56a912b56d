"""`--content` in each verb, with the example hero of CONTRIBUTING.md in a folder of the user's."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from dicelaw.checker.verdicts import Outcome, Verdict
from dicelaw.checker.verify import verify as verifying
from dicelaw.checker.verify.content_row import ContentRow
from dicelaw.checker.verify.jobs import jobs
from dicelaw.oracle.errors import ExitCode

SCOUT = Path(__file__).resolve().parents[2] / "examples" / "content" / "scout"
OWN = ("--content", "mine")
DUEL = ("--heroes", "scout", "barbarian", "--seat", "1=random", "--limit", "150")
SCENARIO = """
players:
  - {hero: scout, hand: [lantern], cp: 1}
  - {hero: barbarian, tokens: {dazzled: 1}}
start: main-1
play:
  - scout plays lantern
  - pass
  - roll: [1, 1, 1, 4, 4]
  - announce shot
  - decline
  - until: conclusion/check
"""


@pytest.fixture
def run(run, monkeypatch, tmp_path):
    """Runs a command where the folder ``mine`` has the Scout."""
    shutil.copytree(SCOUT, tmp_path / "mine")
    monkeypatch.chdir(tmp_path)
    Path("scene.yaml").write_text(SCENARIO, encoding="utf-8")
    return run


def rows(run, *arguments):
    code, out, err = run(*arguments, "--format", "json")
    assert code == ExitCode.OK, err
    return json.loads(out)


@pytest.mark.parametrize(
    ("kind", "id"), [("heroes", "scout"), ("cards", "scout/lantern"), ("statuses", "dazzled")]
)
def test_list_has_it_beside_ours(run, kind, id):
    ours = {row["id"] for row in rows(run, "list", kind)}
    both = {row["id"] for row in rows(run, "list", kind, *OWN)}
    assert id in both - ours
    assert ours < both


def test_list_properties_are_those_of_ours(run):
    assert rows(run, "list", "properties", *OWN) == rows(run, "list", "properties")


def test_outcome_counts_the_status_effect(run):
    answer = rows(run, "outcome", "dice-throne", "scene.yaml", *OWN)
    barbarian = answer["results"][0]["standing"]["players"][1]
    assert (barbarian["health"], barbarian["tokens"]) == (50 - 4 - 2, {"dazzled": 2})


def test_legal_says_what_may_be_done_with_it(run):
    text = SCENARIO.partition("play:")[0].replace("barbarian, ", "barbarian, cp: 1, ")
    Path("scene.yaml").write_text(text, encoding="utf-8")
    code, out, err = run("legal", "dice-throne", "scene.yaml", *OWN)
    assert code == ExitCode.OK
    assert "1 Scout: play scout/lantern" in out
    assert "legal dice-throne scene.yaml --content mine" in err.splitlines()[-1]
    why = run("legal", "dice-throne", "scene.yaml", *OWN, "--why-not", "2 uses blink")
    assert why[:2] == (0, "'2 uses blink' is legal as soon as Scout, who has the decision, has passed\n")


def test_without_it_the_hero_is_unknown(run):
    code, _, err = run("legal", "dice-throne", "scene.yaml")
    assert code == ExitCode.UNKNOWN_NAME
    assert "players[0].hero: no hero is called 'scout'" in err


def test_a_play_is_recorded_with_it_and_replays(run):
    code, out, err = run("play", "dice-throne", *OWN, *DUEL, "--seed", 1, "--save", "play.jsonl")
    assert code == ExitCode.UNDECIDED
    assert " --save play.jsonl --limit 150 --content mine" in err
    header = json.loads(Path("play.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert header["content"].keys() == {"digest", "heroes"}
    assert header["content"]["heroes"] == ["scout"]
    code, again, _ = run("replay", "play.jsonl", *OWN)
    assert code == ExitCode.OK
    assert again.splitlines()[-2:] == out.splitlines()[-2:]


def test_decks_of_different_sizes_have_cards_of_the_same_name(run):
    for seed in range(3):
        run("play", "dice-throne", *OWN, *DUEL, "--seed", seed, "--save", "play.jsonl")
        assert run("replay", "play.jsonl", *OWN)[0] == ExitCode.OK
    text = SCENARIO.partition("play:")[0].replace("[lantern]", "[try-try-again, lantern]")
    Path("scene.yaml").write_text(text + "play: [1 sells try-try-again]\n", encoding="utf-8")
    step = rows(run, "outcome", "dice-throne", "scene.yaml", *OWN)["steps"][0]
    assert step["choices"] == {"card": "common/try-try-again"}


def test_hero_lays_out_its_board(run):
    code, out, _ = run("hero", "scout", *OWN)
    assert code == ExitCode.OK
    assert out.startswith("Scout (scout): 1, 2, 3 bow; 4, 5 boot; 6 moon\n")


def test_graph_draws_a_duel_of_it(run):
    code, out, _ = run("graph", "dice-throne", "main-1", *OWN, "--heroes", "scout", "scout")
    assert code == ExitCode.OK
    assert out.startswith("flowchart TD")


def test_verify_checks_the_properties_with_it(run):
    words = ("--property", "ultimate/exact-damage", "--format", "json")
    code, out, err = run("verify", "dice-throne", *OWN, *words)
    row, *readings = [json.loads(line) for line in out.splitlines()]
    assert code == ExitCode.OK
    assert row["verdict"] == row["expected"] == "depends-on-reading"
    assert {"ultimate/exact-damage": "refuted"} in [one["changes"] for one in readings]
    assert err.splitlines()[-1].endswith("--property ultimate/exact-damage --format json --content mine")


def test_verify_has_work_for_the_content_and_for_each_hero(tmp_path):
    shutil.copytree(SCOUT, tmp_path / "mine")
    found = jobs("dice-throne", None, readings="none", content=tmp_path / "mine")
    assert [(job.kind, job.ids) for job in found][-2:] == [("tables", ()), ("entry", ("scout",))]
    assert {job.content for job in found} == {tmp_path / "mine"}


@pytest.mark.parametrize(
    ("outcome", "code"), [(Outcome.UNKNOWN, ExitCode.OK), (Outcome.REFUTED, ExitCode.REFUTED)]
)
@pytest.mark.parametrize("form", ["pretty", "json"])
def test_verify_reports_on_the_content(run, monkeypatch, outcome, code, form):
    verdict = Verdict(outcome, "walk", "a few steps", "something was seen")
    finding = ContentRow(
        "dice-throne", "content/scout/plays", "No play gets stuck.", verdict, 0.5, Outcome.UNKNOWN
    )
    monkeypatch.setattr(verifying, "verify", lambda *_, **__: iter([finding]))
    words = ("--property", "content/scout/plays", "--format", form)
    found, out, _ = run("verify", "dice-throne", *OWN, *words)
    assert found == code
    if form == "json":
        row = json.loads(out)
        assert (row["property"], row["verdict"], row["expected"]) == (
            "content/scout/plays", outcome.value, "unknown",
        )  # fmt: skip
    else:
        assert "content/scout/plays" in out
        assert ("UNEXPECTED" in out) == (code is ExitCode.REFUTED)
