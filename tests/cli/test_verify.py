"""`dicelaw verify` as a user types it: one property, JSON lines, wrong names."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dicelaw.checker.verify import jobs as planning
from dicelaw.checker.verify import report as rowing
from dicelaw.checker.verify import verify as verifying
from dicelaw.checker.verify.jobs import content_rows, jobs, other_readings
from dicelaw.checker.verify.plans import GAMES, AboutNothing, check
from dicelaw.checker.verify.proof_session import Plan
from dicelaw.checker.verify.report import Manifest, expected
from dicelaw.model.kernel.expressions import TRUE
from dicelaw.oracle.cli.verify import command
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.specs.property import (
    AllOf,
    Always,
    Chosen,
    Claim,
    Covered,
    Deterministic,
    Never,
    Property,
    Unchanged,
)

FIELDS = {"game", "property", "verdict", "expected", "engine", "scope", "seconds", "cites", "witness"}


def test_one_property_is_one_line_of_json() -> None:
    done = CliRunner().invoke(
        command,
        ["dice-throne", "--property", "ultimate/exact-damage", "--format", "json"],
        standalone_mode=False,
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["property"] for row in rows if "property" in row] == ["ultimate/exact-damage"]
    assert rows[0].keys() >= FIELDS
    assert rows[0]["verdict"] == rows[0]["expected"] == "depends-on-reading"
    assert rows[0]["witness"]["goal_steps"] > 0


@pytest.fixture
def exact_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice Throne has one property, which hangs on a reading."""
    whole = verifying.plan

    def few(*asked: Any) -> Plan:
        found = whole(*asked)
        return replace(
            found, properties=[one for one in found.properties if one.id == "ultimate/exact-damage"]
        )

    for module in (planning, verifying):
        monkeypatch.setattr(module, "plan", few)
    alone = {game: _only(expected(game), "ultimate/exact-damage") for game in GAMES}
    for module in (rowing, planning, verifying):
        monkeypatch.setattr(module, "expected", alone.__getitem__)


def _only(manifest: Manifest, id: str) -> Manifest:
    readings = {
        reading: {one: says for one, says in changes.items() if one == id}
        for reading, changes in manifest.readings.items()
    }
    verdicts = {one: says for one, says in manifest.verdicts.items() if one == id}
    return replace(manifest, verdicts=verdicts, readings=readings)


@pytest.mark.parametrize("form", ["pretty", "json"])
def test_a_property_without_a_verdict_is_missed(monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    whole, lost = verifying.plan, "fragment/pipeline/arrives"

    def fewer(*asked: Any) -> Plan:
        found = whole(*asked)
        return replace(found, properties=[one for one in found.properties if one.id != lost])

    for module in (planning, verifying):
        monkeypatch.setattr(module, "plan", fewer)
    done = CliRunner().invoke(command, ["fragments", "--format", form], standalone_mode=False)
    count = len(expected("fragments").verdicts)
    assert done.return_value == ExitCode.REFUTED
    assert f"MISSING: fragments {lost}, expected by expected.json" in done.output
    assert f"{count - 1} of {count} properties, {count - 1} proved, 0 unexpected" in done.output


@pytest.mark.usefixtures("exact_damage")
def test_what_depends_on_a_reading_says_which_gives_which() -> None:
    done = CliRunner().invoke(command, ["dice-throne", "--format", "json"], standalone_mode=False)
    assert done.return_value == ExitCode.OK
    rows = {row.get("property", row.get("reading")): row for row in map(json.loads, done.stdout.splitlines())}
    row = rows["ultimate/exact-damage"]
    assert row["verdict"] == row["expected"] == "depends-on-reading"
    assert row["readings"] == {"subtotal-floor=before": "proved", "subtotal-floor=after": "refuted"}
    assert rows["subtotal-floor=after"]["changes"]["ultimate/exact-damage"] == "refuted"
    assert "1 depending on a reading, 0 unexpected" in done.stderr


@pytest.mark.usefixtures("exact_damage")
def test_a_property_asked_for_alone_has_the_same_verdict() -> None:
    words = ["dice-throne", "--property", "ultimate/exact-damage", "--format", "json"]
    done = CliRunner().invoke(command, words, standalone_mode=False)
    assert done.return_value == ExitCode.OK
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert rows[0]["verdict"] == rows[0]["expected"] == "depends-on-reading"
    assert rows[0]["readings"] == {"subtotal-floor=before": "proved", "subtotal-floor=after": "refuted"}
    assert [row["changes"] for row in rows[1:]] == [{"ultimate/exact-damage": "refuted"}]


def test_a_row_about_content_can_be_asked_for() -> None:
    words = ["dice-throne", "--property", "content/forward", "--format", "json"]
    done = CliRunner().invoke(command, words, standalone_mode=False)
    assert done.return_value == ExitCode.OK
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["property"], row["verdict"]) for row in rows] == [("content/forward", "proved")]


def test_the_rows_about_a_hero_are_known_and_are_no_others() -> None:
    folder = Path(__file__).parents[2] / "examples" / "content" / "scout"
    stated = verifying.plan("dice-throne", (), folder).properties
    rows = content_rows("dice-throne", stated, folder)
    assert rows.keys() == {"", "scout"}
    assert rows["scout"] >= {"content/scout/plays", "content/scout/play/instruction-due"}
    todo = jobs("dice-throne", ["content/scout/plays"], readings="known", content=folder)
    assert [(job.kind, job.ids) for job in todo] == [("entry", ("scout",))]


@pytest.mark.parametrize(
    ("claim", "phrase"),
    [
        (Always(TRUE, "nowhere"), "`at` (nowhere) matches no point"),
        (AllOf((Always(TRUE), Always(TRUE, "nowhere"))), "`at` (nowhere) matches no point"),
        (Unchanged((), along=("no-step", "!*")), "`along` (no-step, !*) matches no transition"),
        (Covered(fields="no-field*"), "`fields` (no-field*) matches no field"),
        (Deterministic("nowhere"), "`at` (nowhere) matches no point"),
        (Never(Chosen("nothing") == 1), "chooses not all of nothing"),
    ],
)
def test_a_property_about_nothing_is_refused(claim: Claim, phrase: str) -> None:
    found = verifying.plan("fragments")
    name = next(iter(found.machines))
    empty = replace(found, properties=[Property("empty", "", claim, machine=name)])
    with pytest.raises(AboutNothing, match=re.escape(phrase)):
        check(empty)


def test_a_property_does_not_assume_what_is_said_of_another_machine() -> None:
    found = verifying.plan("fragments")
    one, other = list(found.machines)[:2]
    assumed = Property("assumed", "", Always(TRUE), machine=one)
    assuming = Property("assuming", "", Always(TRUE), using=("assumed",), machine=other)
    check(replace(found, properties=[assumed, replace(assuming, machine=one)]))
    with pytest.raises(AboutNothing, match="assuming is about the machine"):
        check(replace(found, properties=[assumed, assuming]))


@pytest.mark.usefixtures("exact_damage")
def test_by_itself_it_asks_the_readings_that_are_known_to_matter() -> None:
    done = CliRunner().invoke(command, ["dice-throne"], standalone_mode=False)
    assert done.return_value == ExitCode.OK
    assert "dice-throne?subtotal-floor=after: ultimate/exact-damage (refuted)" in done.stdout
    assert done.stdout.count("dice-throne?") == 1
    left = len(expected("dice-throne").readings) - 1
    assert f"not asked: {left} other readings, known to change nothing" in done.stdout
    assert "--readings all asks them" in done.stdout
    assert done.stderr.splitlines()[-1] == "repeat: dicelaw verify dice-throne"


@pytest.mark.usefixtures("exact_damage")
def test_no_other_reading_is_asked_where_none_is_wanted() -> None:
    words = ["dice-throne", "--readings", "none"]
    done = CliRunner().invoke(command, words, standalone_mode=False)
    assert done.return_value == ExitCode.OK
    assert "3 of 3 properties, 3 proved, 0 unexpected" in done.stdout
    assert "dice-throne?" not in done.stdout
    assert done.stderr.splitlines()[-1] == "repeat: dicelaw verify dice-throne --readings none"


@pytest.mark.parametrize("game", GAMES)
def test_all_other_readings_are_those_of_the_open_points(game: str) -> None:
    asked = other_readings(game, "all")
    assert {f"{point}={answer}" for point, answer in asked} == expected(game).readings.keys()
    assert set(other_readings(game, "known")) <= set(asked)
    assert other_readings(game, "none") == []


def test_engines_are_compared_row_by_row() -> None:
    id = "fragment/reaction-window/once/limit"
    words = ["fragments", "--property", id, "--format", "json", "--no-cache"]
    asked = ("spacer", "exhaustive", "k-induction")
    done = CliRunner().invoke(
        command, [*words, *(word for name in asked for word in ("--engine", name))], standalone_mode=False
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["engine"] for row in rows] == list(asked)
    assert {row["verdict"] for row in rows} == {"proved"}
    assert [row["bounded"] for row in rows] == [False, True, False]
    assert rows[1]["cost"]["states"] > 100
    assert all(row["cost"]["z3 units"] > 0 for row in rows if row["engine"] != "exhaustive")
    assert (
        f"repeat: dicelaw verify fragments --property {id} --format json --no-cache --engine spacer"
        in done.stderr
    )


def test_an_engine_that_only_finds_plays_decides_nothing_here() -> None:
    words = ["fragments", "--property", "fragment/queue/2/resolves-something", "--engine", "walk"]
    done = CliRunner().invoke(command, words, standalone_mode=False)
    assert done.return_value == ExitCode.UNDECIDED


def test_the_fragments_are_proved_for_people() -> None:
    done = CliRunner().invoke(command, ["fragments"], standalone_mode=False)
    assert done.exit_code == 0
    assert "UNEXPECTED" not in done.stdout
    assert "0 unexpected" in done.stdout.splitlines()[-1]
    assert "repeat: dicelaw verify fragments" in done.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["dice-thron"], "near: dice-throne"),
        (["diceland"], "not modelled yet"),
        (["--property", "ultimate/no-oponent-action"], "near: ultimate/no-opponent-action"),
        (["--engine", "k-inducton"], "near: k-induction"),
        (
            ["fragments", "--property", "fragment/pipeline/any-order", "--engine", "spacer"],
            "nothing that was asked for can be decided by spacer",
        ),
    ],
)
def test_unknown_names_are_refused_with_near_ones(words: list[str], says: str) -> None:
    with pytest.raises(UserError, match=says):
        CliRunner().invoke(command, words, standalone_mode=False, catch_exceptions=False)
