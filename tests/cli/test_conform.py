"""`dicelaw conform` as a user types it: faults, reports, and the engines in JavaScript."""

import json
import re
import shlex
import shutil
import sys
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from engines import ENGINES, FAULTS, PLAYS, Engine, run, vectors

from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.formats.formats import Vector
from dicelaw.oracle.formats.protocol import CaseResult, Disagreement, Summary

FAITHFUL = shlex.join([sys.executable, str(ENGINES / "faithful.py")])
NAMED = 8
"""Among how many of the rules that a report names first the broken one has to be."""


@pytest.fixture
def conform(capsys):
    def command(*arguments):
        code = main(["conform", "dice-throne", *map(str, arguments)])
        return (code, *capsys.readouterr())

    return command


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_caught_and_its_rule_named(fault, tmp_path):
    folder = vectors(tmp_path / "vectors", [fault]) if PLAYS[fault] is not None else None
    tally = run(Engine(fault), folder)
    assert tally.findings, "nothing was found"
    named = {need.rule for one in tally.findings.values() for need in one.rules[:NAMED]}
    assert FAULTS[fault].rule in named


def test_the_faithful_engine_passes_all_of_these_plays(tmp_path):
    folder = vectors(tmp_path / "vectors", FAULTS)
    tally = run(Engine(), folder)
    assert not tally.findings
    assert {result.outcome.value for result in tally.results} == {"agrees"}
    assert len(tally.results) > len(FAULTS)


class _Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.addresses, self.text = [], [], []

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.addresses += [value for name, value in attrs if name in ("src", "href", "action")]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def test_a_run_with_a_report(conform, tmp_path):
    report, command = tmp_path / "report", f"{FAITHFUL} --fault sold-for-two"
    code, out, err = conform("--impl", command, "--explore", 8, "--seed", 2, "--report", report)
    assert code == ExitCode.REFUTED
    assert "disagreement/1" in out
    assert "cards/sell-value: " in out
    repeat = shlex.split(err.splitlines()[-1])
    assert repeat[:2] == ["repeat:", "dicelaw"]
    assert repeat[2:] == ["conform", "dice-throne", "--impl", command, "--explore", "8", "--seed", "2",
                          "--report", str(report)]  # fmt: skip

    page = (report / "index.html").read_text(encoding="utf-8")
    parser = _Page()
    parser.feed(page)
    assert (parser.open, parser.addresses) == ([], [])
    assert "http" not in page
    assert "url(" not in page
    assert "cards/sell-value" in "".join(parser.text)
    ranks = ["wrong", "seen", "dim"]
    shown = [row for row in re.findall(r'<tr class="(\w+)">', page) if row in ranks]
    assert shown == sorted(shown, key=ranks.index), "rules with disagreements first, then those exercised"
    assert {*shown} == {*ranks}

    suite = ElementTree.parse(report / "junit.xml").getroot().find("testsuite")
    cases = suite.findall("testcase")
    failures = [one for one in cases if one.find("failure") is not None]
    assert (len(cases), len(failures)) == (int(suite.get("tests")), int(suite.get("failures")))
    results = [json.loads(line) for line in (report / "results.jsonl").read_text("utf-8").splitlines()]
    wrong = [one["case"] for one in results if one.get("result") == "disagrees"]
    assert [one.get("name") for one in failures] == wrong
    assert "cards/sell-value" in failures[-1].find("failure").text

    saved = report / "vectors"
    for line in (saved / "disagreements.jsonl").read_text(encoding="utf-8").splitlines():
        Vector.model_validate_json(line)
    code, out, _ = conform("--impl", command, "--vectors", saved, "--explore", 0)
    assert code == ExitCode.REFUTED
    code, out, _ = conform("--impl", FAITHFUL, "--vectors", saved, "--explore", 0)
    assert code == ExitCode.OK, out


def test_vectors_of_an_earlier_run_stay(conform, tmp_path):
    """The documented way: find, repair, and run what was found, into the same report."""
    folder = vectors(tmp_path / "given", ["sold-for-two", "free-cards"])
    report, saved = tmp_path / "report", tmp_path / "report" / "vectors"
    sold = f"{FAITHFUL} --fault sold-for-two"
    assert (
        conform("--impl", sold, "--vectors", folder, "--explore", 0, "--report", report)[0]
        == ExitCode.REFUTED
    )
    first = (saved / "disagreements.jsonl").read_bytes()
    for command, code in ((FAITHFUL, ExitCode.OK), (sold, ExitCode.REFUTED)):
        found, _, err = conform("--impl", command, "--vectors", saved, "--explore", 0, "--report", report)
        assert found == code
        assert [one.name for one in saved.iterdir()] == ["disagreements.jsonl"], "the same play is there once"
        assert (saved / "disagreements.jsonl").read_bytes() == first
        assert f"wrote {saved}" not in err
    command = f"{FAITHFUL} --fault free-cards"
    found, out, err = conform("--impl", command, "--vectors", folder, "--explore", 0, "--report", report)
    assert found == ExitCode.REFUTED
    assert f"wrote {saved / 'disagreements-2.jsonl'}" in err
    assert (saved / "disagreements.jsonl").read_bytes() == first
    ids = [
        json.loads(row)["id"]
        for file in sorted(saved.iterdir())
        for row in file.read_text("utf-8").splitlines()
    ]
    assert len({*ids}) == len(ids) > 1, "numbers go on, so that an id is one vector"
    assert max(ids) in out


def test_an_engine_that_lists_nothing_is_probed(conform, tmp_path):
    command = f"{FAITHFUL} --no-list --fault free-cards"
    code, out, _ = conform("--impl", command, "--explore", 8, "--format", "json", "--report", tmp_path)
    assert code == ExitCode.REFUTED
    rows = [json.loads(line) for line in out.splitlines()]
    Summary.model_validate(rows.pop())
    found = [Disagreement.model_validate(row) for row in rows if "kind" in row]
    for row in rows:
        if "kind" not in row:
            CaseResult.model_validate(row)
    allowed = [one for one in found if one.kind == "allows"]
    assert any(one.rules[0].rule == "cards/cost-paid" for one in allowed)
    assert all(one.found == "made when it was tried" for one in allowed)
    _, out, _ = conform("--impl", command, "--vectors", tmp_path / "vectors", "--explore", 0)
    assert "cards/cost-paid" in out


needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


@needs_node
def test_the_javascript_engine_of_damage_totals(conform, tmp_path):
    engine = f"node {ENGINES / 'damage.js'}"
    code, out, _ = conform("--impl", engine, "--explore", 5)
    assert code == ExitCode.OK
    assert out.startswith("damage.js 1.0: agrees: ")
    assert "skipped: 0, error: 0" in out
    for name in ("adapter.js", "damage.js"):
        text = (ENGINES / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("Math.ceil", "Math.floor"), encoding="utf-8")
    code, out, _ = conform("--impl", f"node {tmp_path / 'damage.js'}", "--explore", 0)
    assert code == ExitCode.REFUTED
    assert "damage/total/division-rounds-up" in out


@needs_node
def test_the_javascript_engine_of_an_attack(conform):
    code, out, _ = conform("--impl", f"node {ENGINES / 'attack.js'}", "--explore", 60)
    assert code == ExitCode.OK, out
    assert "only so far: what comes after the attack" in out
    agreeing = int(out.partition("agrees: ")[2].partition(",")[0])
    assert agreeing >= 10


@pytest.mark.slow
@needs_node
@pytest.mark.parametrize("seed", range(3))
def test_plays_are_spent_on_what_an_engine_supports(conform, tmp_path, seed):
    for name in ("adapter.js", "attack.js"):
        text = (ENGINES / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace(" - prevented, 0)", ", 0)"), encoding="utf-8")
    code, out, _ = conform("--impl", f"node {tmp_path / 'attack.js'}", "--explore", 200, "--seed", seed)
    assert code == ExitCode.REFUTED
    assert "health of player 2" in out


@needs_node
def test_the_javascript_engine_of_an_opening(conform, tmp_path):
    code, out, _ = conform("--impl", f"node {ENGINES / 'opening.js'}", "--explore", 16)
    assert code == ExitCode.OK, out
    assert "skipped, " in out
    for name in ("adapter.js", "opening.js"):
        text = (ENGINES / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("  if (play.first) {", "  if (false) {"), encoding="utf-8")
    folder = vectors(tmp_path / "vectors", ["first-income"])
    code, out, _ = conform("--impl", f"node {tmp_path / 'opening.js'}", "--explore", 0, "--vectors", folder,
                           "--format", "json")  # fmt: skip
    assert code == ExitCode.REFUTED
    (found,) = (row for row in map(json.loads, out.splitlines()) if "kind" in row)
    assert found["rules"][0]["rule"] == "income/start-player-skips"


def test_a_command_that_cannot_be_started_takes_no_report_away(conform, tmp_path):
    """What an earlier run found is still there after a slip of the pen."""
    report = ("--explore", 1, "--report", tmp_path)
    assert conform("--impl", FAITHFUL, *report)[0] == ExitCode.OK
    before = {file: file.read_bytes() for file in tmp_path.rglob("*.*")}
    code, out, err = conform("--impl", "there-is-no-such-program", *report)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert "cannot be started: No such file" in err
    assert {file: file.read_bytes() for file in tmp_path.rglob("*.*")} == before
