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
        ("buy the Way Out West die", "main/buy"),
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


def test_a_name_may_have_words_that_are_left_out_elsewhere(why_not):
    code, out, _ = why_not("buy Mastermind: Fracturing The Phoenix")
    assert code == ExitCode.ILLEGAL
    assert out.startswith("'buy Mastermind: Fracturing The Phoenix' (main/buy) is not allowed")


def test_a_part_of_a_word_is_no_name(why_not):
    code, out, err = why_not("field jub")
    assert (code, out) == (ExitCode.UNKNOWN_NAME, "")
    assert err.startswith("error: no die is called 'jub'")


@pytest.mark.parametrize("asked", ["aim 2", "set 1 to 3"])
def test_a_verb_of_another_game_is_none(why_not, asked):
    code, out, err = why_not(asked)
    assert (code, out) == (ExitCode.UNKNOWN_NAME, "")
    assert err.startswith(f"error: no decision is called {asked.split()[0]!r}; ")


@pytest.mark.parametrize("said", ["activate smack", "attack with smack", "1 activates Smack"])
def test_an_ability_is_activated_or_attacked_with(run, tmp_path, said):
    file = tmp_path / "duel.yaml"
    file.write_text(
        "players: [{hero: barbarian}, {hero: monk}]\nplay: [{roll: [1, 1, 1, 4, 6]}, both pass]\n"
    )
    code, out, _ = run("legal", "dice-throne", file, "--why-not", said)
    assert (code, out) == (
        ExitCode.OK,
        f"{said!r} is legal now (offense/choose/announce, at offense/choose)\n",
    )
