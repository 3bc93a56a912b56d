"""The commands of README.md run, and what it shows of their output is what they say."""

import re
from pathlib import Path

import pytest
from console_blocks import commands_of, departs, with_examples

from dicelaw.oracle.cli import VERBS
from dicelaw.oracle.errors import ExitCode

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [str(page.relative_to(ROOT)) for page in sorted((ROOT / "docs").glob("*.md"))]
INTERACTIVE = {"dicelaw play dice-throne"}

PAGES = (
    "README.md",
    "docs/designer.md",
    "docs/effects.md",
    "docs/judge.md",
    "docs/proofs.md",
    "docs/scenarios.md",
)


def commands(page):
    return commands_of((ROOT / page).read_text(encoding="utf-8"))


def test_there_are_commands():
    verbs = {command.text.split()[1] for page in PAGES for command in commands(page)}
    assert verbs >= {"check", "conform", "list", "outcome", "legal", "rules", "graph", "search"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return with_examples(tmp_path_factory.mktemp("readme"))


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_the_commands_do_what_is_shown(page, folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    for command in commands(page):
        if command.text in INTERACTIVE:
            continue
        assert departs(command, capsys) == ""


def test_the_exit_codes_are_those_of_the_program():
    table = dict(re.findall(r"^\| (\d+) \| ([A-Z_]+) \|", README, re.MULTILINE))
    assert {int(code): name for code, name in table.items()} == {code.value: code.name for code in ExitCode}


def test_every_verb_is_in_the_table():
    rows = re.findall(r"^\| (`[a-z].*?) \|", README.partition("## The verbs")[2], re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`([\w-]+)`", row)]
    assert sorted(named) == sorted({*VERBS} - {"help"})


def test_the_python_example_runs(capsys):
    (code,) = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    assert "income/take" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", *DOCUMENTS])
def test_links_lead_somewhere(name):
    text = re.sub(
        r"^```.*?^```", "", (ROOT / name).read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
    )
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert (ROOT / name).parent.joinpath(target).exists(), target
