"""Names from files, traces and adapters that would move the cursor or forge a line of a report."""

import json
import shlex
import shutil
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dicelaw.oracle.errors import ExitCode

ROOT = Path(__file__).resolve().parents[2]
FORGED = "every step is legal: 9 steps"
EVIL = f"Ev\x1b[2Jil\n{FORGED}\u2028\u202e"
SHOWN = f"Ev\\x1b[2Jil\\n{FORGED}\\u2028\\u202e"
AS_JSON = json.dumps(EVIL)
PLAYERS = "players: [{hero: barbarian}, {hero: paladin}]\n"
DUEL = ("--heroes", "scout", "barbarian", "--seat", "1=random", "--limit", "40")


@pytest.fixture
def run(run, monkeypatch, tmp_path):
    """Runs a command where ``mine`` has a hero with an evil name; nothing evil may come out."""
    shutil.copytree(ROOT / "examples" / "content" / "scout", tmp_path / "mine")
    file = tmp_path / "mine" / "scout.yaml"
    text = file.read_text(encoding="utf-8").replace("name: Scout", f"name: {AS_JSON}")
    file.write_text(text.replace("name: Dazzled", f"name: {AS_JSON}"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def command(*arguments):
        code, out, err = run(*arguments)
        for text in (out, err):
            assert not [line for line in text.split("\n") if not line.isprintable()]
            assert not [line for line in text.split("\n") if line.startswith(FORGED)]
        return code, out, err

    return command


def test_a_hero_with_an_evil_name_is_listed(run):
    _, out, _ = run("list", "heroes", "--content", "mine")
    assert "\\x1b" in out
    assert json.loads(run("list", "heroes", "--content", "mine", "--format", "json")[1])[-1]["name"]


def test_a_hero_with_an_evil_name_is_laid_out(run):
    assert SHOWN in run("hero", "scout", "--content", "mine")[1]


@pytest.mark.parametrize("form", ["pretty", "json"])
def test_an_evil_name_is_played_recorded_and_replayed(run, form):
    code, _, err = run("play", "dice-throne", *DUEL, "--content", "mine", "--save", "play.jsonl")
    assert code == ExitCode.UNDECIDED, err
    assert all(line.isprintable() for line in Path("play.jsonl").read_text(encoding="utf-8").split("\n"))
    code, out, err = run("replay", "play.jsonl", "--content", "mine", "--format", form)
    assert (code, "\\x1b" in out or "\\u001b" in out) == (ExitCode.OK, True), err


@pytest.mark.parametrize("form", ["mermaid", "dot", "svg"])
def test_an_evil_name_is_drawn(run, form):
    heroes = ("--heroes", "scout", "barbarian")
    assert run("graph", "dice-throne", *heroes, "--content", "mine", "--format", form)[0] == ExitCode.OK


@pytest.mark.parametrize(
    ("verb", "text", "says"),
    [
        ("outcome", f"start: {AS_JSON}\n", SHOWN[:20]),
        ("outcome", f"{AS_JSON}: 1\n", SHOWN[:20]),
        ("outcome", f"players: [{{hero: {AS_JSON}}}, {{hero: paladin}}]\n", SHOWN[:20]),
        ("outcome", f"{PLAYERS}play: [{AS_JSON}]\n", "Ev\\x1b[2Jil"),
        ("replay", f'{{"dicelaw_trace": 1, {AS_JSON}: 2}}\n', "game: this field is missing"),
        ("replay", f'{{"dicelaw_trace": 1, "game": {AS_JSON}, "heroes": []}}\n', SHOWN[:20]),
        ("replay", f'{{"dicelaw_trace": {AS_JSON}}}\n', SHOWN[:20]),
        ("check-team", f"game: {AS_JSON}\n", SHOWN[:20]),
    ],
)
def test_evil_values_of_files_are_one_line_of_an_error(run, verb, text, says):
    Path("file").write_text(text, encoding="utf-8")
    game = ("dice-throne",) if verb == "outcome" else ()
    code, out, err = run(verb, *game, "file")
    assert (code, out) != (ExitCode.OK, "")
    assert says in err


def test_an_evil_line_of_a_log_is_one_line(run):
    Path("map.yaml").write_text(
        "log: json\nkind: t\nstart: {heroes: [barbarian, paladin]}\n"
        "kinds: {roll: {step: '*/die', by: who, choices: {face: face}}}\n",
        encoding="utf-8",
    )
    for line in ({"t": "roll", "who": EVIL, "face": 1}, {"t": EVIL}, {"t": "roll", "who": 1, "face": EVIL}):
        Path("log").write_text(json.dumps(line, ensure_ascii=False).replace("\n", "\\n"), encoding="utf-8")
        code, _, err = run("audit", "dice-throne", "log", "--mapping", "map.yaml")
        assert code in (ExitCode.BAD_INPUT, ExitCode.UNKNOWN_NAME)
        assert "\\x1b" in err


ADAPTER = """
import json, sys
EVIL = json.loads(sys.argv[1])
for line in sys.stdin:
    asked = json.loads(line)
    hello = {"answer": "hello", "format": 2, "name": EVIL, "version": EVIL, "parts": ["duel"]}
    answer = hello if asked["do"] == "hello" else {"answer": "unsupported", "why": EVIL}
    print(json.dumps({"id": asked["id"], **answer}), flush=True)
    if asked["do"] == "stop":
        break
"""


def test_an_adapter_with_an_evil_name(run):
    Path("adapter.py").write_text(ADAPTER, encoding="utf-8")
    command = shlex.join([sys.executable, "adapter.py", AS_JSON])
    _, out, _ = run("conform", "dice-throne", "--impl", command, "--explore", "2", "--report", "report")
    assert SHOWN in out
    texts = {
        file.name: file.read_text(encoding="utf-8") for file in Path("report").iterdir() if file.is_file()
    }
    assert any(name.endswith(".html") for name in texts)
    for name, text in texts.items():
        assert not [line for line in text.split("\n") if not line.isprintable()], name
        assert not [line for line in text.split("\n") if line.startswith(FORGED)], name
        if name.endswith(".xml"):
            ElementTree.fromstring(text)
