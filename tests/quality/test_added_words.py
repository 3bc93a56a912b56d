"""A word that is added to Dice Throne or Dice Masters as CONTRIBUTING.md says: one file, and nothing else."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RECIPES = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
DRIVER = """
import sys
import dicelaw.model.{game}.declared.words as words
words.__path__.append(sys.argv[1])
sys.argv[1:] = sys.argv[2:]
"""
COMMAND = DRIVER + "from dicelaw.oracle.cli import main\nsys.exit(main())\n"
CARD = "{id: feast, name: Feast, timing: main, cost: 0, effect: [treat all to 2 cp]}"
PACK = f"source: mine\ncommon:\n  - {CARD}\n"
SCENE = """game: dice-throne
players:
  - {hero: barbarian, cp: 1, hand: [feast]}
  - {hero: paladin, cp: 14}
start: main-1
play: [1 plays feast]
"""
TABLE = """
import json
from dicelaw.model.content.document import read
from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.declared.vocabulary import WORDS
from dicelaw.model.dice_masters.declared.forms import line_of, line_schema, step_of, wrong
from dicelaw.model.dice_masters.loader import load_with
from dicelaw.model.dice_masters.machine import open_game

step = step_of("each player gains 3 life")
machine = open_game("2018").machine
made = next(one for one in machine.transitions if one.id == "resolve/share")
card = "id: new, name: New, cost: 2, type: fist, levels: ['0 1 1', '0 2 2', '1 3 3'], when: {fielded: [%s]}"
page = ("source: x\\ncards:\\n  - {%s}\\n" % (card % "each player gains 3 life")).encode()
pack = load_with([read("mine.yaml", page)])
print(json.dumps({
    "op": step.op, "name": step.op.name, "amount": step.amount, "line": line_of(step),
    "wrong": wrong("each player gians 3 life"), "limit": wrong("each player gains 12 life"),
    "bound": max(slot.hi for slot in machine.slots if slot.name.startswith("printed word")),
    "cites": list(made.rules), "says": made.says, "writes": len(made.effect),
    "schema": [one["description"] for one in line_schema()["anyOf"]][-1],
    "steps": [step.op.name for program in pack.cards["new"].programs.values() for step in program][:1],
}))
"""


def recipe(title):
    """The file of the recipe under ``title``."""
    part = RECIPES.partition(f"## {title}\n")[2].partition("\n## ")[0]
    (shown,) = re.findall(r"^```python\n(.*?)^```", part, re.MULTILINE | re.DOTALL)
    return shown


def run(script, folder, *arguments):
    command = [sys.executable, "-c", script, str(folder / "words"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, timeout=120)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def throne(tmp_path_factory):
    """A folder with the word of Dice Throne, a card that says it and a scene in which it is played."""
    folder = tmp_path_factory.mktemp("throne")
    (folder / "words").mkdir()
    (folder / "words" / "treat.py").write_text(recipe("Add a word to Dice Throne"), encoding="utf-8")
    (folder / "mine").mkdir()
    (folder / "mine" / "pack.yaml").write_text(PACK, encoding="utf-8")
    (folder / "scene.yaml").write_text(SCENE, encoding="utf-8")
    return folder


def test_an_added_word_of_dice_throne_is_played(throne):
    script = COMMAND.format(game="dice_throne")
    code, out, err = run(script, throne, "outcome", "dice-throne", "scene.yaml", "--content", "mine")
    assert code == 0, err
    cp = "combat points of Barbarian 1 -> 3; combat points of Paladin 14 -> 15. [def/gain]"
    assert f"by the rules: every player gains combat points; {cp}" in out
    assert re.findall(r"(\d+) CP", out.partition("outcome, at")[2]) == ["3", "15"]


def test_an_added_word_of_dice_throne_is_listed_and_suggested(throne, tmp_path):
    script = COMMAND.format(game="dice_throne")
    code, out, _ = run(script, throne, "list", "words", "--format", "json")
    (row,) = (row for row in json.loads(out) if row["id"] == "treat")
    assert (code, row["line"], row["does"]) == (0, "treat all to N cp", "every player gains N CP")
    (tmp_path / "pack.yaml").write_text(PACK.replace("treat all", "taert all"), encoding="utf-8")
    code, _, err = run(script, throne, "list", "cards", "--content", str(tmp_path))
    assert code == 3
    assert "did you mean `treat all to 2 cp`?" in err


def test_an_added_word_of_dice_masters_is_read_bounded_and_a_transition(tmp_path):
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "share.py").write_text(recipe("Add a word to Dice Masters"), encoding="utf-8")
    code, out, err = run(DRIVER.format(game="dice_masters") + TABLE, tmp_path)
    assert code == 0, err
    found = json.loads(out)
    assert (found["op"], found["name"], found["amount"]) == (61, "SHARE", 3)
    assert found["line"] == "each player gains 3 life"
    assert "did you mean `each player gains 3 life`?" in found["wrong"]
    assert "amount 12 is not allowed; allowed: amount from 1 to 9" in found["limit"]
    assert found["bound"] == 61
    assert "life/cap" in found["cites"]
    assert found["says"] == "each player gains life"
    assert found["schema"] == "each player gains AMOUNT life"
    assert found["steps"] == ["SHARE"]
