"""docs/scenarios.md: it has every field of a scenario and each beginning, and its example is one of ours."""

import re
from pathlib import Path

import pytest

from dicelaw.oracle.dice_masters import scenario as tables
from dicelaw.oracle.dice_throne import scenario

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")


def section(title):
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def rows(text):
    """The names in the first column of the tables of ``text``."""
    cells = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


def test_the_fields_that_every_game_has_are_there():
    own = {"players", "mode", "edition", "teams"}
    everywhere = {*scenario.FIELDS, *tables.FIELDS} - own
    assert everywhere <= rows(section("What every game has"))


@pytest.mark.parametrize(("title", "module"), [("Dice Throne", scenario), ("Dice Masters", tables)])
def test_the_fields_of_a_game_and_its_beginnings_are_there(title, module):
    text = section(title)
    assert rows(text) == {*module.PLAYER_FIELDS}
    own = {*module.FIELDS} & {"mode", "edition", "teams"}
    assert all(f"`{name}`" in text for name in (*own, *module.STARTS))


def test_the_example_is_the_file():
    shown, *_ = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert shown in (ROOT / "examples" / "evasive-odds.yaml").read_text(encoding="utf-8")
