"""Decisions in the words of the table: the verb that says what is done, and the first words of a name."""

import pytest

from dicelaw.oracle.errors import ExitCode

POSITION = """
game: dice-masters@2018
teams: x-men-demo
start: main
players:
  - reserve: {jubilee-wondra: level 1, sidekick/1: bolt, sidekick/2: bolt, sidekick/3: fist}
    field: {sidekick/4: level 1}
  - field: {sidekick/1: level 1}
"""


@pytest.fixture
def why_not(run, tmp_path):
    position = tmp_path / "position.yaml"
    position.write_text(POSITION, encoding="utf-8")
    return lambda asked: run("legal", "dice-masters@2018", position, "--why-not", asked)


@pytest.mark.parametrize(
    ("asked", "transition"),
    [
        ("field jubilee", "main/field"),
        ("field Jubilee, Wondra", "main/field"),
        ("purchase way out west", "main/buy"),
        ("player 1 purchases Way Out", "main/buy"),
    ],
)
def test_what_is_said_at_the_table_is_understood(why_not, asked, transition):
    code, out, _ = why_not(asked)
    assert code == ExitCode.OK
    assert out == f"{asked!r} is legal now ({transition}, at main)\n"


def test_who_attacks_is_told_when(why_not):
    code, out, _ = why_not("attack with sidekick")
    assert code == ExitCode.ILLEGAL
    assert out.startswith(
        "'attack with sidekick' does not happen at main by turn/attack-parts-in-order; from here"
    )


def test_a_part_of_a_word_is_no_name(why_not):
    code, out, err = why_not("field jub")
    assert (code, out) == (ExitCode.UNKNOWN_NAME, "")
    assert err.startswith("error: no die is called 'jub'")
