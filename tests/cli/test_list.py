import json

import pytest

from dicelaw.model.dice_throne.language import SIGNS
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.readings import OPEN_POINTS, SEVERAL_POINTS
from dicelaw.oracle.cli import main
from dicelaw.oracle.conform.plays import open_setup
from dicelaw.oracle.errors import ExitCode
from dicelaw.oracle.files.scenario_runner import settle
from dicelaw.oracle.games.games import GAMES
from dicelaw.oracle.games.ports import Asked, port


def _rows(capsys, *arguments):
    assert main(["list", *arguments, "--format", "json"]) == ExitCode.OK
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def test_games_come_by_themselves(capsys):
    rows = _rows(capsys)
    assert rows == _rows(capsys, "games")
    assert [row["id"] for row in rows] == list(GAMES)
    assert {row["status"] for row in rows} == {"modelled", "not modelled yet"}


def test_content_is_listed_as_it_is_in_the_pack(capsys):
    pack = load_pack()
    assert [row["id"] for row in _rows(capsys, "heroes")] == list(pack.heroes)
    statuses = _rows(capsys, "statuses")
    assert {row["id"] for row in statuses} == {status.id for status in pack.statuses[1:]}
    signs = [SIGNS.index(row["sign"]) for row in statuses]
    assert signs == sorted(signs)
    ids = [row["id"] for row in _rows(capsys, "cards")]
    assert len(ids) == len(set(ids))
    assert set(ids) == {card.action.id for hero in pack.heroes.values() for card in hero.cards}


def test_readings_come_with_their_answers(capsys):
    rows = _rows(capsys, "readings")
    assert [row["id"] for row in rows] == [point.id for point in (*OPEN_POINTS, *SEVERAL_POINTS)]
    assert all(row["default"] in row["answers"] for row in rows)


def test_properties_have_an_id_and_a_sentence(capsys):
    rows = _rows(capsys, "properties")
    assert rows
    assert all(row["id"] and row["says"] for row in rows)


def test_dice_come_in_the_order_in_which_they_are_rolled(capsys):
    rows = _rows(capsys, "dice", "--game", "dice-masters@2018", "--teams", "x-men-demo")
    setup = {
        "game": "dice-masters@2018", "teams": "x-men-demo", "turn": "1", "start": "clear",
        "players": [{"bag": [], "prep": ["way-out-west/2", "jubilee-wondra/1", "sidekick/3"]}, {}],
    }  # fmt: skip
    session = open_setup(setup)
    settle(session)
    while session.at in ("draw", "roll"):
        session.apply(session.legal()[0])
        settle(session)
    rolls = [step for step in session.events if session.transition(step.move).id == "roll/die"]
    slots = [slot.name for slot in session.machine.slots]
    changes = [zip(slots, step.before, step.after, strict=True) for step in rolls]
    faces = [name for change in changes for name, old, new in change if old != new and "face[" in name]
    rolled = [name.removeprefix("face[").removesuffix("]") for name in faces]
    assert rolled == [row["id"] for row in rows if row["id"] in rolled]
    assert len(rolled) == len(rolls) == 7
    assert rows[0] == {
        "id": "1/sidekick/1", "player": "1", "faces": ["fist", "bolt", "mask", "shield", "wild", "level 1"],
    }  # fmt: skip


@pytest.mark.parametrize("kind", ["games", *port("dice-throne").listed("dice-throne", Asked())])
def test_people_read_a_table(capsys, kind):
    rows = _rows(capsys, kind)
    assert main(["list", kind]) == ExitCode.OK
    heading, _, *lines = capsys.readouterr().out.splitlines()
    assert heading.split()[:2] == list(rows[0])[:2]
    assert {row["id"] for row in rows} <= {line.split()[0] for line in lines}


@pytest.mark.parametrize(
    "arguments",
    [["heros"], ["heroes", "--format", "xml"], ["heroes", "cards"], ["cards", "--teams", "x-men-demo"]],
)
def test_bad_input(capsys, arguments):
    assert main(["list", *arguments]) == ExitCode.USAGE
    out, err = capsys.readouterr()
    assert out == ""
    assert "Error: " in err


def test_what_a_game_has_not_is_said_with_the_games_that_have_it(capsys):
    assert main(["list", "teams"]) == ExitCode.UNKNOWN_NAME
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: dice-throne has no teams to list, only heroes, ")
    assert "with --game: dice-masters@2016, dice-masters@2018" in err
