"""The commands of docs/dice_conquest.md run, and what it shows of their output is what they say."""

import re
from pathlib import Path

import pytest
from console_blocks import commands_of, departs, with_examples

from dicelaw.oracle.dice_conquest.scenario import FIELDS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "dice_conquest.md").read_text(encoding="utf-8")
COMMANDS = commands_of(PAGE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return with_examples(tmp_path_factory.mktemp("conquest"))


@pytest.mark.slow
def test_the_commands_do_what_is_shown(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    assert {command.text.split()[1] for command in COMMANDS} >= {
        "outcome",
        "legal",
        "chance",
        "play",
        "replay",
    }
    for command in COMMANDS:
        assert departs(command, capsys) == ""


def test_the_table_has_every_field_of_a_scenario():
    cells = re.findall(r"^\| (`.*?) \|", PAGE.partition("| field |")[2], re.MULTILINE)
    named = {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}
    assert named == {*FIELDS} - {"game", "about"}
