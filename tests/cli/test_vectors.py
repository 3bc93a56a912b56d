"""Vectors: what is recorded can still be played, fits the schema, and tells mistakes."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from allowed import still

from dicelaw.checker.executors import processes
from dicelaw.mutation.cli import as_json
from dicelaw.mutation.trial import Trial
from dicelaw.oracle.cli import main
from dicelaw.oracle.dice_throne.recorded import DUELS
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.ruling_vectors import of_case
from dicelaw.oracle.files.vectors import MANIFEST, Coverage, recorded, vector, write
from dicelaw.oracle.formats.formats import Vector
from dicelaw.oracle.games.statement_coverage import untold
from dicelaw.specs.dice_throne.rulings import load

RECORDS = recorded("dice-throne")
FIRST = [one for one in RECORDS if tuple(player["hero"] for player in one.setup["players"]) == DUELS[0]]


def test_ids_are_unique_and_each_hero_is_there() -> None:
    assert len({one.id for one in RECORDS}) == len(RECORDS)
    heroes = {player["hero"] for one in RECORDS for player in one.setup["players"]}
    assert heroes == {hero for duel in DUELS for hero in duel}


@pytest.mark.parametrize("duel", DUELS[:3], ids="-".join)
def test_what_is_recorded_still_fits(duel: tuple[str, str]) -> None:
    own = [one for one in RECORDS if tuple(player["hero"] for player in one.setup["players"]) == duel]
    for one in own[::20]:
        made = still(vector, one)
        Vector.model_validate(made)
        assert len(made["steps"]) == len(one.moves)


def test_another_answer_is_accepted_where_it_makes_a_difference() -> None:
    one = next(one for one in FIRST if one.accepts)
    made = vector(one)
    usual = [step["expect"] for step in made["steps"]]
    for other in made["accepts"]:
        assert [step["expect"] for step in other["steps"]] != usual


def test_a_vector_that_is_about_no_rule_says_what_is_used() -> None:
    one = next(one for one in FIRST if "/play/" in one.id and any("ability" in c for _, c in one.moves))
    ability = next(str(choices["ability"]) for _, choices in one.moves if "ability" in choices)
    assert ability in vector(one)["checks"]


def test_a_ruling_is_a_vector() -> None:
    case = load().cases[0]
    made = Vector.model_validate(vector(of_case(case, "dice-throne")))
    assert made.id == f"vector/dice-throne/{case.id}"
    assert made.rules == list(case.cites)


def test_the_same_vectors_are_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "other"):
        coverage = Coverage()
        write(tmp_path / name, "dice-throne", [vector(one, coverage) for one in FIRST[:5]], coverage)
    files = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert MANIFEST in files
    for name in files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()
    manifest = json.loads((tmp_path / "one" / MANIFEST).read_text())
    assert manifest["vectors"] == 5
    assert sum(file["vectors"] for file in manifest["files"].values()) == 5
    assert manifest["untold"]
    assert not set(manifest["rules"]) & set(manifest["untold"])


def test_a_rule_that_no_vector_is_about_alone_is_listed_with_the_reason() -> None:
    game = "dice-masters@2018"
    found = untold(game, {"draw/four"}, {"draw/draw"}, {"draw/draw", "draw/refill"})
    assert "draw/four" not in found
    assert found["zone/bag-source"].startswith("its steps are in vectors about other rules")
    assert found["draw/refill-from-used"] == "no vector takes its steps: draw/refill"
    assert found["team/die-limit-per-card"].startswith("it is about teams")
    assert all(found.values())


def test_what_cannot_be_written_whole_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def written(number: int) -> None:
        coverage = Coverage()
        write(tmp_path, "dice-throne", [vector(one, coverage) for one in FIRST[:number]], coverage)

    def bytes_of() -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def refused(times: int) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", _full_after(times))
            with pytest.raises(UserError, match="No space left"):
                written(5)

    written(3)
    before = bytes_of()
    for times in range(2):
        refused(times)
        assert bytes_of() == before
    written(5)
    assert bytes_of()[MANIFEST] != before[MANIFEST]


def _full_after(times: int) -> Callable[[int, Any], int]:
    """Writes so many times, and then finds no room."""
    left, really = iter(range(times)), os.write

    def call(number: int, data: Any) -> int:
        if next(left, None) is None:
            raise OSError(errno.ENOSPC, "No space left on device")
        return really(number, data)

    return call


@pytest.mark.slow
def test_a_vector_tells_the_mistakes_that_break_its_rules() -> None:
    rule = "income/draw-card"
    with processes(1) as executors:
        trial = Trial("dice-throne", executors, [one for one in FIRST if rule in one.rules])
        found = [as_json(one, "", {"vectors": one.vector}) for one in trial.judged(rule)]
    noticed = [row for row in found if row["noticed_by"]]
    assert noticed
    assert all(rule in row["rules"] for row in found)


def test_a_mistake_in_content_is_noticed_by_what_is_about_it(capsys: pytest.CaptureFixture[str]) -> None:
    mistake = "barbarian/concuss/1#left-out"
    asked = ["--by", "vectors", "--by", "rulings"]
    assert main(["mutate", "dice-throne", "--about", mistake, *asked, "--format", "json"]) == 0
    out, err = capsys.readouterr()
    (row,) = map(json.loads, out.splitlines())
    assert (row["mutant"], row["kind"], row["verdict"]) == (mistake, "content", "killed")
    assert row["noticed_by"].startswith("vector/dice-throne/content/barbarian/concuss/")
    assert row["by"] == {"vectors": row["noticed_by"]}, "rulings are asked about what vectors miss"
    assert "killed (1 by vectors; of the others 0 by rulings)" in err
    assert err.splitlines()[-1].startswith("repeat: dicelaw mutate dice-throne --about")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["vectors", "no-game", "--out", "x"], 4, "no-game"),
        (["vectors", "dice-throne"], 2, "--out"),
        (["vectors", "dice-throne", "--out", "FILE/below"], 3, "cannot be written"),
        (["mutate", "no-game"], 4, "no-game"),
        (["mutate", "dice-throne", "--rule", "no/rule"], 4, "no/rule"),
        (["mutate", "dice-throne", "--about", "barbarian/smock"], 4, "near: barbarian/smack"),
        (["mutate", "dice-throne", "--about", "barbarian", "--only", "machine"], 2, "--only machine"),
        (["mutate", "dice-throne", "--by", "nobody"], 2, "nobody"),
    ],
)
def test_mistakes_of_the_user(
    arguments: list[str], code: int, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "FILE").write_text("a file")
    given = [one.replace("FILE", str(tmp_path / "FILE")) for one in arguments]
    assert main(given) == code
    assert says in capsys.readouterr().err
