"""`dicelaw verify` as a user types it: one property, JSON lines, wrong names."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from dicelaw.oracle.cli.verify import command
from dicelaw.oracle.errors import UserError

FIELDS = {"game", "property", "verdict", "expected", "engine", "scope", "seconds", "cites", "witness"}


def test_one_property_is_one_line_of_json() -> None:
    done = CliRunner().invoke(
        command,
        ["dice-throne", "--property", "ultimate/exact-damage", "--format", "json"],
        standalone_mode=False,
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["property"] for row in rows] == ["ultimate/exact-damage"]
    assert rows[0].keys() >= FIELDS
    assert rows[0]["verdict"] == rows[0]["expected"] == "proved"
    assert rows[0]["witness"]["goal_steps"] > 0


def test_the_fragments_are_proved_for_people() -> None:
    done = CliRunner().invoke(command, ["fragments"], standalone_mode=False)
    assert done.exit_code == 0
    assert "UNEXPECTED" not in done.stdout
    assert "0 unexpected" in done.stdout.splitlines()[-1]
    assert "repeat: dicelaw verify fragments" in done.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["dice-thron"], "near: dice-throne"),
        (["diceland"], "not modelled yet"),
        (["--property", "ultimate/no-oponent-action"], "near: ultimate/no-opponent-action"),
    ],
)
def test_unknown_names_are_refused_with_near_ones(words: list[str], says: str) -> None:
    with pytest.raises(UserError, match=says):
        CliRunner().invoke(command, words, standalone_mode=False, catch_exceptions=False)
