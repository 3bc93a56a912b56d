"""JSON Schemas of the YAML files that users write: what we have fits them, and what is wrong does not."""

import json
import re
from functools import cache
from pathlib import Path

import jsonschema_rs
import pytest
import yaml

from dicelaw.oracle.cli import main
from dicelaw.oracle.cli.schema import FILES
from dicelaw.oracle.errors import ExitCode

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("dice-throne", "dice-masters@2018", "dice-conquest")
OWN_BENCHMARKS = ROOT / "bench" / "positions"


@cache
def printed(kind, game):
    from click.testing import CliRunner

    from dicelaw.oracle.cli import dicelaw

    done = CliRunner().invoke(dicelaw, ["schema", f"--{kind}", game])
    assert done.exit_code == ExitCode.OK
    return jsonschema_rs.validator_for(json.loads(done.stdout))


def plain(path):
    """What is in the file as JSON has it: keys are texts."""
    return json.loads(json.dumps(yaml.safe_load(path.read_text(encoding="utf-8"))))


def scenarios():
    folders = [ROOT / "examples", ROOT / "examples" / "odds", ROOT / "examples" / "conquest", OWN_BENCHMARKS]
    return [path for folder in folders for path in sorted(folder.glob("*.yaml"))]


@pytest.mark.parametrize("path", scenarios(), ids=lambda path: path.stem)
def test_a_scenario_of_ours_fits(path):
    data = plain(path)
    assert [one.message for one in printed("scenario", data["game"]).iter_errors(data)] == []


@pytest.mark.parametrize(
    ("kind", "pattern"),
    [
        ("rulings", "specs/{folder}/rulings/*.yaml"),
        ("rulings", "specs/{folder}/examples/*.yaml"),
        ("statements", "specs/{folder}/statements*.yaml"),
        ("statements", "specs/{folder}/model_rules.yaml"),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_about_a_game_fits(game, kind, pattern):
    folder = game.partition("@")[0].replace("-", "_")
    schema, wrong = printed(kind, game), []
    for path in sorted(ROOT.glob(pattern.format(folder=folder))):
        wrong += [f"{path.name}: {one.message[:200]}" for one in schema.iter_errors(plain(path))]
    assert wrong == []


@pytest.mark.parametrize(
    "path", sorted((ROOT / "examples" / "audit").glob("*.yaml")), ids=lambda path: path.stem
)
def test_a_mapping_of_ours_fits(path):
    data = plain(path)
    game = "dice-masters@2018" if path.stem == "masters" else "dice-throne"
    schema = printed("mapping" if "log" in data else "scenario", game)
    assert [one.message for one in schema.iter_errors(data)] == []


@pytest.mark.parametrize(
    "path", sorted((ROOT / "examples" / "teams").glob("*.yaml")), ids=lambda path: path.stem
)
def test_a_team_of_ours_fits(path):
    data = plain(path)
    kind = "scenario" if "play" in data else "team"
    assert [one.message for one in printed(kind, data["game"]).iter_errors(data)] == []


@pytest.mark.parametrize(
    ("kind", "game", "says"),
    [
        ("scenario", "dice-throne", "{players: [{hero: ninja, health: 61}, {hero: ninja}]}"),
        ("scenario", "dice-throne", "{players: [{hero: ninja, helth: 6}, {hero: ninja}]}"),
        ("scenario", "dice-throne", "{players: [{hero: ninja}]}"),
        ("scenario", "dice-throne", "{players: [{hero: ninja}, {hero: ninja}], play: [{roll: [1, 7]}]}"),
        ("scenario", "dice-throne", "{players: [{hero: ninja}, {hero: ninja}], start: main-3}"),
        ("scenario", "dice-masters@2018", "{game: dice-masters@2016}"),
        ("scenario", "dice-masters@2018", "{players: [{field: [npc]}, {}]}"),
        ("scenario", "dice-conquest", "{players: [{hero: cleric}], display: {hag: {d4: 5}}}"),
        ("team", "dice-masters@2018", "{cards: [{card: jubilee, dices: 4}]}"),
        ("mapping", "dice-throne", "{log: xml, kinds: {}}"),
        ("rulings", "dice-conquest", "{examples: [{id: example/a}]}"),
        ("statements", "dice-conquest", "{source: a, statements: [{id: a, section: b, says: c}]}"),
    ],
)
def test_what_the_reader_refuses_does_not_fit(kind, game, says):
    assert not printed(kind, game).is_valid(yaml.safe_load(says))


@pytest.mark.parametrize("name", ["two-mistakes"])
def test_the_broken_example_does_not_fit(name):
    data = plain(ROOT / "examples" / "broken" / f"{name}.yaml")
    assert len([*printed("scenario", data["game"]).iter_errors(data)]) >= 2


def test_the_page_names_each_kind():
    page = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    assert {*re.findall(r"dicelaw schema --(\w+)", page)} == {*FILES}


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["--team", "dice-throne"], ExitCode.UNKNOWN_NAME, "dice-throne has no team files"),
        (["--scenario", "dice-throne", "--team", "dice-throne"], ExitCode.USAGE, "one at a time"),
        (["--scenario", "dice-thron"], ExitCode.UNKNOWN_NAME, "near: dice-throne"),
    ],
)
def test_what_there_is_no_schema_of(arguments, code, says, capsys):
    assert main(["schema", *arguments]) == code
    assert says in capsys.readouterr().err
