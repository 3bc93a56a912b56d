"""A game of another package, with three seats, dice, cards and hidden hands, goes through every verb."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from dicelaw.model.games import GROUP, installed
from dicelaw.oracle.cli import VERBS

ROOT = Path(__file__).resolve().parents[2]
TOY = ROOT / "tests" / "toy_game"
ENGINE = f"{sys.executable} {TOY / 'engine.py'}"
RULE = "end/dark"
SCENARIO = """
game: lantern
players: [{hero: ann, hand: [oil]}, {hero: ben}, {hero: cyd}]
light: 2
play: [{draw: [wick]}, {roll: 1}]
"""
LOG = '{"do": "play", "card": "oil"}\n{"do": "draw", "card": "wick"}\n{"do": "roll", "face": 3}\n'
MAPPING = """
log: json
kind: do
start: {scenario: FILE}
kinds:
  play: {step: act/play, choices: {card: card}}
  draw: {step: draw/card, choices: {card: card}}
  roll: {step: roll/die, choices: {face: face}}
"""
ASKED = {
    "verify": ["lantern"], "recheck": ["EVIDENCE"], "search": ["lantern"], "chance": ["lantern", "light=0"],
    "outcome": ["lantern", "FILE"], "legal": ["lantern", "FILE"], "replay": ["TRACE"],
    "play": ["lantern", *(word for seat in "123" for word in ("--seat", f"{seat}=random"))],
    "audit": ["lantern", "LOG", "--mapping", "MAPPING"], "fuzz": ["lantern"],
    "conform": ["lantern", "--impl", ENGINE, "--explore", "3"], "diff": ["lantern", "lantern"],
    "graph": ["lantern"], "rules": ["lantern", "act/feeds"], "rulings": ["lantern", "--play"],
    "check": ["CONTENT"], "matchups": ["lantern"], "check-team": ["--game", "lantern", "FILE"],
    "vectors": ["lantern", "--out", "FOLDER"], "mutate": ["lantern", "--only", "machine", "--rule", RULE],
    "hero": ["ann", "--game", "lantern"], "list": ["cards", "--game", "lantern"], "schema": ["LanternPlayer"],
    "help": ["verify"], "atlas": ["lantern", "--out", "FOLDER"],
}  # fmt: skip
"""What each verb but `serve` is asked."""
SAYS = {
    "verify": (0, "1 of 1 property, 1 proved, 0 unexpected"),
    "recheck": (0, "1 proof, 1 confirmed"),
    "search": (0, "all there are from the only start"),
    "chance": (0, "all decide against it                      0.004630 = 1/216"),
    "outcome": (0, "ben: 0 in hand"),
    "legal": (0, "ann: play oil  [act/play]"),
    "play": (0, "winner: the "),
    "replay": (0, "winner: the "),
    "audit": (0, "every step is legal: 3 events, to act"),
    "fuzz": (4, "lantern has no entry whose interactions can be looked for yet"),
    "conform": (0, "agrees: 3, disagrees: 0"),
    "diff": (0, "the beginning: same"),
    "graph": (0, "flowchart"),
    "rules": (0, "Oil feeds the light by 3"),
    "rulings": (0, "rulings: 8, plays: 8, agree: 8"),
    "check": (3, "unknown field"),
    "matchups": (4, "lantern has no player who decides sensibly against another yet"),
    "check-team": (4, "lantern has no teams to build"),
    "vectors": (0, "3 vectors"),
    "mutate": (1, "mutants"),
    "hero": (4, "lantern has no board of a hero yet"),
    "list": (0, "oil"),
    "schema": (0, "LanternPlayer"),
    "help": (0, "Check GAMES"),
    "atlas": (4, "lantern has no entry whose interactions can be looked for yet"),
}
"""What each of them says, or the sentence that names what the game lacks."""
NAMES = ("FILE", "TRACE", "LOG", "MAPPING", "CONTENT", "FOLDER", "EVIDENCE")
FRESH = ("conform", "schema", "vectors")
"""The verbs whose messages are put together once in a process."""


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    """The game is installed beside dicelaw, by its entry point, until the test is over."""
    for place in (TOY.parent, TOY / "installed"):
        monkeypatch.syspath_prepend(place)
    monkeypatch.setenv("PYTHONPATH", f"{TOY.parent}:{TOY / 'installed'}")
    installed.cache_clear()
    yield
    installed.cache_clear()


@pytest.fixture
def places(tmp_path):
    """The files that verbs are asked about."""
    found = {name: tmp_path / name for name in NAMES}
    found["FILE"].write_text(SCENARIO)
    found["LOG"].write_text(LOG)
    found["MAPPING"].write_text(MAPPING)
    found["CONTENT"].mkdir()
    (found["CONTENT"] / "one.yaml").write_text("lamps: []\n")
    return found


DRAWN = {"actor": "chance", "transition": "draw/card", "choices": {"card": "oil"}}


def in_a_process(*words):
    """As in ``run``, in a process of its own."""
    command = [sys.executable, "-m", "dicelaw", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("verb", [*ASKED])
def test_every_verb_takes_it_or_says_what_it_lacks(run, places, verb):
    if verb == "replay":
        run("play", *ASKED["play"], "--save", places["TRACE"])
    if verb == "recheck":
        run("verify", "lantern", "--evidence", places["EVIDENCE"])
    ask = in_a_process if verb in FRESH else run
    code, out, err = ask(verb, *(str(places.get(word, word)) for word in ASKED[verb]))
    assert (code, "Traceback" in err) == (SAYS[verb][0], False), out + err
    assert SAYS[verb][1] in out + err


def test_its_rules_are_found_by_what_players_say(run):
    assert run("rules", "lantern", "players") == run("rules", "lantern", "keeper")
    assert "act/may-pass" in run("rules", "lantern", "players", "play")[1]


def test_no_verb_is_left_out():
    assert {*ASKED, "serve"} == {*VERBS} == {*SAYS, "serve"}


def test_the_harness_finds_a_mistake_in_an_engine_of_it():
    code, out, _ = in_a_process("conform", "lantern", "--impl", f"{ENGINE} wrong", "--explore", "5")
    assert code == 1
    assert "play oil" in out
    assert "act/feeds" in out


def test_the_service_hides_a_hand_from_the_other_seats():
    with subprocess.Popen(
        [sys.executable, "-m", "dicelaw", "serve", "--stdio"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as service:  # fmt: skip

        def ask(**request):
            service.stdin.write(json.dumps(request) + "\n")
            service.stdin.flush()
            return json.loads(service.stdout.readline())

        keys = ask(op="open", game="lantern")["result"]["keys"]
        drawn = ask(op="apply", session=keys["owner"], decision=DRAWN)
        assert "result" in drawn, drawn
        seen = [
            ask(op="state", session=key)["result"]["observation"]["players"][0]
            for key in (*keys["seats"], keys["watch"])
        ]
        assert [player.get("cards") for player in seen] == [["oil"], None, None, None]
        assert {player["hand"] for player in seen} == {1}
        lacking = ask(op="open", game="bare")["error"]
        assert lacking == {"code": "unknown-name", "says": "bare lacks a port in oracle, which this needs"}
        service.stdin.close()


@pytest.mark.parametrize(
    "words",
    [
        ("verify", "bare"), ("search", "bare"), ("chance", "bare", "light=0"), ("legal", "bare", "FILE"),
        ("play", "bare"), ("graph", "bare"), ("rules", "bare"), ("rulings", "bare"), ("mutate", "bare"),
        ("fuzz", "bare"), ("matchups", "bare"), ("hero", "ann", "--game", "bare"), ("diff", "bare", "bare"),
        ("list", "cards", "--game", "bare"), ("outcome", "bare", "FILE"),
    ],
)  # fmt: skip
def test_a_game_with_no_part_at_all_is_refused_in_a_sentence(run, places, words):
    code, out, err = run(*(places.get(word, word) for word in words))
    assert (code, out) == (4, "")
    assert re.fullmatch(r"error: bare (lacks|has no) [^\n]*, which this needs\n", err), err


@pytest.mark.parametrize("asked", [("chance", "light <= 3"), ("search", "--goal", "light <= 3")])
def test_a_goal_is_asked_about_from_a_position_of_it(run, places, asked):
    verb, *goal = asked
    code, out, err = run(verb, "lantern", *goal, "--from", places["FILE"])
    assert (code, err.count("Traceback")) == (0, 0), err
    assert out


def test_what_is_about_all_games_passes_over_what_one_lacks(run):
    code, out, _ = run("rulings", "ruling/hands/passing")
    assert code == 0
    assert "ruling/hands/passing: agrees" in out


def recorded_in(path):
    """The folder of a recording, and any other path as it is."""
    return f"{path.parent.as_posix()}/" if path.suffix == ".jsonl" else path.as_posix()


def test_the_recipe_names_each_file_of_it():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipe = text.partition("## Add a game\n")[2].partition("\n## ")[0]
    files = (path for path in TOY.rglob("*.*") if path.suffix in (".py", ".yaml", ".json", ".jsonl"))
    parts = {recorded_in(path.relative_to(TOY)) for path in files if path.name != "__init__.py"}
    assert {*re.findall(r"(?<!\[)`((?:\w+/)*[\w-]+(?:\.(?:py|yaml|json)|-vectors/))`", recipe)} == parts
    entry = (TOY / "installed" / "lantern-1.dist-info" / "entry_points.txt").read_text()
    assert f"[{GROUP}]" in entry
    assert 'lantern = "toy_game:GAME"' in recipe
    assert "lantern = toy_game:GAME" in entry
