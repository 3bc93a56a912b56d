"""Statements are found by the words of the table, whatever the texts call a thing."""

import pytest

from dicelaw.oracle.games.statement_coverage import statements
from dicelaw.oracle.suggestions import by_words
from dicelaw.specs.spoken import spoken

GAMES = ("dice-throne", "dice-masters@2016", "dice-masters@2018", "dice-conquest")


def _found(game, words):
    return by_words([words], {one.id: one.says for one in statements(game)}, spoken(game))


@pytest.mark.parametrize(
    ("game", "said", "written"),
    [
        ("dice-throne", "combat points", "CP"),
        ("dice-throne", "hit points", "health"),
        ("dice-throne", "knocked out", "defeated"),
        ("dice-masters@2018", "knocked out", "KO"),
        ("dice-masters@2016", "graveyard", "used pile"),
        ("dice-conquest", "knocked out", "slain"),
        ("dice-conquest", "monsters", "creature"),
    ],
)
def test_what_is_said_finds_what_is_written(game, said, written):
    found = _found(game, said)
    assert found
    assert found == _found(game, written)


@pytest.mark.parametrize(
    ("one", "other"), [("abilities", "ability"), ("discarding", "discards"), ("die", "dies")]
)
def test_the_ending_of_a_word_makes_no_difference(one, other):
    found = _found("dice-throne", one)
    assert found
    assert found == _found("dice-throne", other)


def test_a_word_is_found_at_the_beginning_of_words_only():
    texts = {"a": "Ties go on.", "b": "An ability.", "c": "He is stunned.", "d": "KO'd by KOTH"}
    assert by_words(["tie"], texts) == ["a"]
    assert by_words(["stun"], texts) == ["c"]
    assert by_words(["ko"], texts) == ["d"]
    assert by_words(["!"], texts) == []


@pytest.mark.parametrize("game", GAMES)
def test_each_row_has_a_phrase_of_the_texts_and_one_that_adds_to_it(game):
    texts = {one.id: one.says for one in statements(game)}
    for row in spoken(game):
        written = [phrase for phrase in row if by_words([phrase], texts)]
        assert written, row
        assert len(row) > 1, row
        assert len({*map(str.lower, row)}) == len(row), row
