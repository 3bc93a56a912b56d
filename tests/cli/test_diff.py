"""`dicelaw diff` as a user types it."""

import json
from functools import partial
from pathlib import Path

import pytest
import yaml

from dicelaw.model.dice_masters.editions import DIFFERENCES
from dicelaw.model.dice_masters.readings import OPEN_POINTS
from dicelaw.model.open_points import chosen
from dicelaw.oracle.errors import ExitCode
from dicelaw.specs.dice_masters.changed import BECAUSE, CHANGES
from dicelaw.specs.dice_throne.rulings import load

OLD, NEW = "dice-masters@2016", "dice-masters@2018"
SAME = {"survivors", "inactive-window", "queue-order", "prevention", "tie", "applied-return", *BECAUSE}
"""Differences that no play shows, as far as its turn goes and with the readings that we follow."""
UNDER = {
    "procedure=casual": "field 1/npc/2",
    "queue-order=active-first": "ko 1/sore-loser/2",
    "prevention=ability": "pay 2/npc/1 1",
    "applied-return=kept": "pay-die batman-speedy-recovery/1",
}
"""The last decision of the shortest play that shows some of them under another reading."""
LAST = {
    "first-turn": "draw 1/npc/4",
    "generic-half": "pay banishment/1 1",
    "shortage-energy": "pass",
    "reaction-limit": "pay 2/npc/1 1",
    "idle-global": None,
    "interrupt": "opponent",
    "redirect-kind": "pass",
    "idle-action": None,
    "ko-order": "pass",
    "unrolled-starting-die": "use way-out-west/1",
    "overcrush-removed": "pass",
    "copied-stats": "pass",
    "copied-abilities": "copy-abilities understudy/1",
    "holder-leaves": "pass",
    "controller-attacks": "pass",
    "controlled-leaves": "pass",
    "several-types": None,
    "price-floor": "pay-die 1/npc/2",
    "self-cost": None,
    "wild-counted": "damage jocasta-wife-of-ultron/1",
    "sent-to-used": "discard 1/npc/1",
}
"""The last decision of the shortest play that shows each of the others."""
DUEL = """
players:
  - {hero: barbarian, health: 40}
  - {hero: paladin, health: 40}
"""


@pytest.fixture
def run(run, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    return partial(run, "diff")


@pytest.mark.slow
def test_every_difference_of_the_editions_is_shown_or_proved_away(run):
    code, out, err = run(OLD, NEW, "--format", "json")
    every = [json.loads(line) for line in out.splitlines()]
    rows = {row["topic"]: row for row in every if row["one_is"] == OLD}
    under = {row["one_is"].partition("?")[2]: row["play"][-1] for row in every if row["one_is"] != OLD}
    assert code == ExitCode.OK
    assert list(rows) == list(DIFFERENCES)
    assert under == UNDER
    assert {topic for topic, row in rows.items() if row["verdict"] == "same"} == SAME
    assert {topic: (row["play"] or [None])[-1] for topic, row in rows.items() if "play" in row} == LAST
    assert err.splitlines()[-1] == f"repeat: dicelaw diff {OLD} {NEW} --format json"


def test_every_change_has_a_topic_of_its_own():
    assert len(set(CHANGES.values())) == len(CHANGES) == 26
    assert set(CHANGES.values()) <= set(DIFFERENCES)
    assert set(BECAUSE) <= SAME
    readings = [one.reading for one in DIFFERENCES.values() if one.reading is not None]
    assert all(
        chosen(OPEN_POINTS["2016"], dict([reading])) != chosen(OPEN_POINTS["2016"], {})
        for reading in readings
    )


def test_a_topic_says_from_where_it_was_compared_and_why_nothing_shows(run):
    code, out, _ = run(OLD, NEW, "--topic", "starting-dice")
    assert code == ExitCode.OK
    assert "  position: Starting dice are fielded, pay, attack and block.\n" in out
    assert "  no play tells them apart to the end of the turn (87 pairs of states, all seen)\n" in out
    assert f"  {BECAUSE['starting-dice']}\n" in out


def test_a_reading_of_ones_own_is_not_replaced(run):
    code, out, _ = run(f"{OLD}?applied-return=kept", NEW, "--topic", "applied-return", "--format", "json")
    assert code == ExitCode.OK
    assert [json.loads(line)["verdict"] for line in out.splitlines()] == ["different"]


def test_both_sides_are_shown_with_what_each_text_says(run):
    code, out, _ = run(OLD, NEW, "--topic", "idle-global")
    assert code == ExitCode.OK
    assert "[global/repeat@2016]" in out
    assert "[target/none-no-initiation]" in out
    assert f"  {OLD}, at main:\n    only here: global blink\n" in out


def test_an_edition_is_the_same_as_itself_by_its_definitions(run):
    code, out, _ = run(NEW, NEW)
    assert (code, out) == (
        ExitCode.OK,
        "the beginning: same\n  no play tells them apart (by their definitions)\n",
    )


def test_readings_of_one_edition_compare_from_a_file(run):
    text = (
        "teams: faerun-demo\nplayers: [{reserve: {sidekick/1: level 1}}, {reserve: {sidekick/1: shield}}]\n"
    )
    Path("casual.yaml").write_text(text, encoding="utf-8")
    code, out, _ = run(OLD, f"{OLD}?procedure=casual", "casual.yaml", "--format", "json")
    row = json.loads(out)
    assert code == ExitCode.OK
    assert row["play"] == ["field 1/npc/1"]
    assert "global barkskin" in row["only_in_other"]


def test_readings_of_a_duel_compare_too(run):
    Path("duel.yaml").write_text(DUEL, encoding="utf-8")
    code, out, err = run("dice-throne", "dice-throne?heal-cap=healing", "duel.yaml", "--budget", "300")
    assert code == ExitCode.UNDECIDED
    assert out.startswith("duel.yaml: unknown\n")
    assert "raise --budget" in out
    assert err.splitlines()[-1].startswith("repeat: dicelaw diff dice-throne")


@pytest.mark.parametrize("id", ["ruling/open-points/sent-back", "ruling/monk/fresh-chi-and-older"])
def test_readings_of_a_duel_are_told_apart_where_a_ruling_hangs_on_them(run, id):
    case = next(case for case in load().cases if case.id == id)
    plays = [
        entry for entry in case.scenario.data["play"] if not (isinstance(entry, dict) and "until" in entry)
    ]
    Path("duel.yaml").write_text(yaml.safe_dump({**case.scenario.data, "play": plays}), encoding="utf-8")
    names = ["dice-throne?" + ",".join(f"{p}={a}" for p, a in one.readings.items()) for one in case.expected]
    code, out, _ = run(*names[:2], "duel.yaml", "--format", "json")
    row = json.loads(out)
    assert (code, row["verdict"]) == (ExitCode.OK, "different")
    assert row["play"] == ["pass", "pass"]


def test_a_play_that_is_not_legal_in_both_is_refused(run):
    Path("duel.yaml").write_text(DUEL + "play: [roll: [1, 1, 1, 4, 6], announce: rage]\n", encoding="utf-8")
    code, out, err = run("dice-throne", "dice-throne?heal-cap=healing", "duel.yaml")
    assert (code, out) == (ExitCode.ILLEGAL, "")
    assert err.startswith("error: dice-throne, duel.yaml:5: play[1]: ")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ((OLD, "dice-throne"), ExitCode.BAD_INPUT, "different games"),
        ((OLD, "dice-masters@2017"), ExitCode.UNKNOWN_NAME, "no game is called"),
        ((OLD, NEW, "--topic", "first-tun"), ExitCode.UNKNOWN_NAME, "near: first-turn"),
        ((OLD, f"{OLD}?procedure=loose"), ExitCode.UNKNOWN_NAME, "answer to procedure"),
        ((OLD, f"{OLD}?procedure"), ExitCode.USAGE, "is not a reading"),
        ((OLD, OLD, "--topic", "survivors"), ExitCode.BAD_INPUT, "topics for two editions only"),
        ((OLD, NEW, "nothing.yaml"), ExitCode.BAD_INPUT, "nothing.yaml"),
        ((OLD, NEW, "nothing.yaml", "--topic", "survivors"), ExitCode.USAGE, "does not go with a FILE"),
    ],
)
def test_what_cannot_be_compared_says_why(run, arguments, code, says):
    found, out, err = run(*arguments)
    assert (found, out) == (code, "")
    assert says in err
