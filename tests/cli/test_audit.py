"""`dicelaw audit` as a user types it: the examples, the document, saved plays and readings."""

import json
from pathlib import Path

import pytest
from console_blocks import commands_of, departs

from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.formats.formats import AuditReport

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples" / "audit"
DOCUMENT = (ROOT / "docs" / "audit.md").read_text(encoding="utf-8")
TABLE = (FOLDER / "table.log").read_text(encoding="utf-8")


@pytest.fixture
def run(run, monkeypatch):
    """Runs a command in the repository."""
    monkeypatch.chdir(ROOT)
    return run


@pytest.fixture
def table(run, tmp_path):
    """Audits a changed log of the table: the code and the report."""

    def audit(text, *options):
        (tmp_path / "log").write_text(text, encoding="utf-8")
        code, out, _ = run(
            "audit", "dice-throne", tmp_path / "log", "--mapping", FOLDER / "table.yaml", "--format", "json",
            *options,
        )  # fmt: skip
        assert out.count("\n") == 1
        return code, AuditReport.model_validate_json(out)

    return audit


def test_the_document_shows_what_is_printed(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    commands = commands_of(DOCUMENT)
    assert len(commands) == 3
    for command in commands:
        assert departs(command, capsys) == ""


def test_the_document_has_every_field_of_a_mapping():
    from dicelaw.oracle.audit.mapping import FIELDS, KIND_FIELDS, START_FIELDS

    for name in (*FIELDS, *KIND_FIELDS, *START_FIELDS):
        assert f"`{name}`" in DOCUMENT, name


def test_the_repeat_line_is_the_last_of_stderr(run):
    arguments = ("audit", "dice-throne", "examples/audit/table.log", "--mapping", "examples/audit/table.yaml")
    code, _, err = run(*arguments)
    assert code == ExitCode.ILLEGAL
    assert err == f"repeat: dicelaw {' '.join(arguments)}\n"


@pytest.mark.parametrize(("name", "code"), [("server", 0), ("table", 5)])
def test_the_saved_play_replays_to_where_the_log_stands(run, tmp_path, name, code):
    log = next(path for path in FOLDER.glob(f"{name}.*") if path.suffix != ".yaml")
    save = tmp_path / "play.jsonl"
    options = ("--mapping", FOLDER / f"{name}.yaml", "--save", save, "--format", "json")
    ended, out, _ = run("audit", "dice-throne", log, *options)
    assert ended == code
    report = json.loads(out)
    ended, out, _ = run("replay", save, "--format", "json")
    assert ended == ExitCode.OK
    standing = json.loads(out)["standing"]
    assert standing.pop("at") == report["at"]
    assert standing == report["standing"]


def test_a_contradiction_names_what_changed_the_field(table, run, tmp_path):
    code, report = table(TABLE.replace("at 46", "at 45"))
    assert (code, report.line, report.original) == (ExitCode.REFUTED, 10, "Bob is at 45")
    (field,) = report.fields
    assert (field.field, field.stated, field.reached, field.since) == ("health[2]", 45, 46, None)
    assert [(one.transition, one.old, one.new) for one in field.writes] == [
        ("conclusion/apply/all", "50", "46")
    ]
    _, out, _ = run("audit", "dice-throne", tmp_path / "log", "--mapping", FOLDER / "table.yaml")
    assert "  health[2] since the start:\n    line 10: conclusion/apply/all: 50 -> 46 [" in out


def test_a_line_that_skips_a_step_says_what_was_due(table):
    code, report = table(TABLE.replace("Ann rolls 2 4\n", ""))
    assert (code, report.line) == (ExitCode.ILLEGAL, 6)
    assert report.moments == ["offense/choose"]
    assert "chance: die 1" in report.legal
    assert report.due


def test_a_step_of_the_wrong_player(table):
    code, report = table(TABLE.replace("Ann attacks", "Bob attacks"))
    assert (code, report.line) == (ExitCode.ILLEGAL, 7)
    assert "Barbarian" in report.says
    code, report = table(TABLE.replace("Bob rolls 1 3 4", "Ann rolls 1 3 4"))
    assert (code, report.line) == (ExitCode.ILLEGAL, 9)
    assert "Paladin" in report.says


def test_more_dice_than_are_rolled(table):
    code, report = table(TABLE.replace("Ann rolls 2 4\n", "Ann rolls 2 4 4\n"))
    assert (code, report.line) == (ExitCode.ILLEGAL, 6)


def test_too_many_plays_are_undecided(table):
    code, report = table(TABLE, "--limit", 2)
    assert (code, report.verdict) == (ExitCode.UNDECIDED, "undecided")
    assert "more than 2 plays" in report.says


def test_a_log_of_a_play_from_a_position(run, tmp_path):
    (tmp_path / "ultimate.yaml").write_bytes((ROOT / "examples" / "ultimate.yaml").read_bytes())
    (tmp_path / "map.yaml").write_text(
        "log: csv\nkind: kind\npasses: implied\nstart: {scenario: ultimate.yaml}\n"
        "kinds: {hp: {check: {'health[{who}]': value}}}\n",
        encoding="utf-8",
    )
    rows = "kind,who,value\nhp,2,{}\n"
    for health, code in ((1, ExitCode.OK), (2, ExitCode.REFUTED)):
        (tmp_path / "log.csv").write_text(rows.format(health), encoding="utf-8")
        ended, _, _ = run("audit", "dice-throne", tmp_path / "log.csv", "--mapping", tmp_path / "map.yaml")
        assert ended == code
