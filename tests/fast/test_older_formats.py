"""Traces and vectors of version 1 are read, and what is read has the form of today."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from dicelaw.oracle.cli import main
from dicelaw.oracle.conform.cases import read_vectors
from dicelaw.oracle.files.stage import session_of
from dicelaw.oracle.files.trace import lines, load
from dicelaw.oracle.files.vectors import Record, record, records_of, vector
from dicelaw.oracle.format_version import FORMAT
from dicelaw.oracle.formats.formats import Vector
from dicelaw.oracle.formats.older_formats import standing_of_1, vector_of_1
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.ports import port

HEROES = [{"hero": hero, "health": 3} for hero in ("monk", "barbarian")]
SETUPS = {
    "dice-throne": {"players": HEROES, "start": "offense/begin"},
    "dice-masters@2018": {"teams": "x-men-demo", "players": [{"life": 1}, {"life": 1}], "start": "main"},
    "dice-conquest": {"players": [{"hero": "wizard", "health": 1}], "start": "round"},
}
"""Plays that are soon over."""


def _as_1(found, name=None):
    """``found`` in the form of version 1, as it was written then."""
    if isinstance(found, list):
        return [_as_1(one) for one in found]
    if not isinstance(found, dict):
        return int(found) if name in ("seat", "turn", "first") else found
    return {
        key: 1 if key == "format" else _as_1(value, key) for key, value in found.items() if key != "winners"
    }


def test_a_vector_of_version_1_is_read_as_the_one_of_today(tmp_path):
    setup = {"game": "dice-conquest", "turn": "1", "first": "1", **SETUPS["dice-conquest"]}
    made = vector(Record("vector/x", (), setup, (), checks="x"))
    older = _as_1(made)
    assert (older["format"], older["setup"]["turn"]) == (1, 1)
    assert vector_of_1(older) == made
    Vector.model_validate(made)
    (tmp_path / "old.jsonl").write_text(json.dumps(older) + "\n", encoding="utf-8")
    (case,) = read_vectors(tmp_path / "old.jsonl", "dice-conquest")
    assert case.as_vector == {name: made[name] for name in case.as_vector}


KEPT = Path(__file__).parent / "older_vectors"
"""A recorded play of each game, as it was written in version 1."""


@pytest.mark.parametrize("kept", records_of(KEPT), ids=lambda one: one.game)
def test_a_play_recorded_in_version_1_is_the_one_recorded_today(kept, tmp_path):
    assert '"format"' not in "".join(file.read_text(encoding="utf-8") for file in KEPT.iterdir())
    game = description(kept.game)
    today = [one for place in (*game.records(kept.game), game.ruled(kept.game)) for one in records_of(place)]
    assert [replace(one, accepts=kept.accepts) for one in today if one.id == kept.id] == [kept]
    record(tmp_path, [kept])
    (again,) = records_of(tmp_path)
    assert again == kept
    assert vector(again)["format"] == FORMAT


@pytest.mark.parametrize("game", SETUPS)
def test_who_won_by_a_trace_of_version_1_are_seats(game, tmp_path):
    session = session_of({"game": game, "turn": "1", **SETUPS[game]})
    draw = random.Random(3)
    while not session.over:
        session.apply(draw.choice(session.legal()))
    rows = [json.loads(line) for line in lines(session)]
    outcome = rows[-1]["outcome"]
    older = _as_1(rows)
    older[0]["dicelaw_trace"] = 1
    said = next(row for row in port(game).lines(outcome) if "winner" in row)
    older[-1]["outcome"]["winner"] = said.rpartition("winner: ")[2]
    path = tmp_path / "old.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in older), encoding="utf-8")
    assert load(path).end.data["outcome"] == outcome
    assert main(["replay", str(path)]) == 0


@pytest.mark.parametrize(
    ("winner", "seats"),
    [("Monk", ["1"]), ("Monk and Seraph", ["1", "3"]), ("player 2", ["2"]), ("the heroes", ["1", "2", "3"]),
     ("the creatures", []), ("nobody: a draw", []), ("nobody: a tie", [])],
)  # fmt: skip
def test_each_way_to_call_the_winners(winner, seats):
    players = [{"seat": at, "hero": hero} for at, hero in enumerate(("Monk", "Ninja", "Seraph"), 1)]
    made = standing_of_1({"at": "over", "turn": 2, "players": players, "winner": winner})
    assert (made["winners"], made["turn"]) == (seats, "2")
    assert "winner" not in made
