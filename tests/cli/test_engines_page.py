"""docs/engines.md: its files are the examples, its commands run, its messages have their shape."""

import json
import re
import shutil
from pathlib import Path

import pytest
from console_blocks import commands_of, departs
from engines import ENGINES

from dicelaw.oracle.conform.plays import open_setup
from dicelaw.oracle.dice_conquest.formats import QuestSetup
from dicelaw.oracle.dice_masters.formats import TableSetup
from dicelaw.oracle.dice_throne.formats import Setup
from dicelaw.oracle.formats.formats import Decision
from dicelaw.oracle.formats.protocol import (
    AskDecide,
    AskHello,
    AskObserve,
    AskStart,
    AskStop,
    AskTotal,
    CaseResult,
    Disagreement,
    Hello,
    Ok,
    Position,
    Shown,
    Total,
)

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "engines.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^`(\w+\.js)`:\n\n```js\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))
COMMANDS = commands_of(PAGE)
QUESTIONS = (AskHello, AskStart, AskDecide, AskObserve, AskTotal, AskStop)


def test_the_files_are_the_examples():
    assert set(FILES) == {"adapter.js", "damage.js"}
    for name, text in FILES.items():
        assert text == (ENGINES / name).read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_worked_example_works(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    assert "by `Math.floor` in the place of `Math.ceil`, saved as `floor.js`" in PAGE
    Path("floor.js").write_text(FILES["damage.js"].replace("Math.ceil", "Math.floor"), encoding="utf-8")
    for name in ("attack.js", "opening.js", "turn.js", "round.js"):
        shutil.copy(ENGINES / name, name)
    assert "With `own.bag.length < DRAWN` in the place of `own.bag.length === 0`, saved as `early.js`" in PAGE
    turn = Path("turn.js").read_text(encoding="utf-8")
    assert "own.bag.length === 0" in turn
    early = turn.replace("own.bag.length === 0", "own.bag.length < DRAWN")
    Path("early.js").write_text(early, encoding="utf-8")
    assert 'With `any("noRerolls") || ` left out, saved as `reroll.js`' in PAGE
    whole = Path("round.js").read_text(encoding="utf-8")
    assert whole.count('any("noRerolls") || ') == 1
    Path("reroll.js").write_text(whole.replace('any("noRerolls") || ', ""), encoding="utf-8")
    assert len(COMMANDS) == 10
    for command in COMMANDS:
        assert departs(command, capsys) == ""
    assert Path("report/index.html").exists()


def test_the_conversation_has_the_published_shape():
    (block,) = re.findall(r"^```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    lines = [line for line in re.sub(r"\n   ", " ", block).splitlines() if line]
    shapes = [AskHello, Hello, AskTotal, Total, AskStop, Ok]
    for line, shape in zip(lines, shapes, strict=True):
        assert line[0] == ("<" if shape in (Hello, Total, Ok) else ">")
        shape.model_validate_json(line[2:])


def test_the_messages_have_the_published_shape():
    blocks = re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    duel, seen, several, setup, table, shown, quest, placing, lying = blocks
    for line in (*duel.splitlines(), *table.splitlines(), *placing.splitlines()):
        Decision.model_validate_json(line)
    for position in (seen, shown, lying):
        Position.model_validate(json.loads(position))
    for shape, text in ((Setup, several), (TableSetup, setup), (QuestSetup, quest)):
        shape.model_validate(json.loads(text))
        assert not open_setup(json.loads(text)).over


def test_the_tables_are_complete():
    rows = re.findall(r"^\| `([^|]+?)` \|", PAGE, re.MULTILINE)
    asked = {shape.model_fields["do"].annotation.__args__[0] for shape in QUESTIONS}
    assert asked <= set(rows)
    fields = {name for row in rows for name in re.findall(r"\w+", row)}
    assert set(Hello.model_fields) - {"id", "answer"} <= fields
    results = CaseResult.model_fields["result"].annotation.__args__
    assert set(results) <= set(rows)
    for word in (*Shown.__args__, *Disagreement.model_fields["kind"].annotation.__args__):
        assert f"`{word}`" in PAGE
