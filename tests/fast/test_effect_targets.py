"""Targets and triggers of effect languages: what is made of their declarations."""

import re

import pytest

from dicelaw.model.effects.lines import candidates, read, written
from dicelaw.model.effects.made import in_general, mistakes, sentence, table
from dicelaw.model.effects.targets import Found, Target, named
from dicelaw.model.effects.triggers import Trigger, at, json_schema, wrong
from dicelaw.model.effects.triggers import table as moments
from dicelaw.model.effects.words import Argument, Word

OWN = Target("self", 1, "you", Found.SELF)
ONE = Target("player", 2, "a player")
ALL = Target("all", 3, "each player", Found.EACH)
FEW = Target("die", 4, "a die", most=3)
WHO = Argument("who", targets=(OWN, ONE, ALL))
HURT = Word("hurt", 1, ("hurt {who}",), "hurt {who}", (WHO,))
REST = Word("rest", 2, ("rest",), "{whom} rests", target=ONE)
DAWN = Trigger("dawn", 1, ("dawn",), "at dawn")
FALLS = Trigger(
    "falls", 2, ("a {color} one falls",), "when a {color} one falls",
    (Argument("color", free="[a-z]+", sample="red"),),
)  # fmt: skip
MOMENTS = (DAWN, FALLS)


def test_a_target_is_read_written_told_and_mistaken():
    for one in (OWN, ONE, ALL):
        line = written(HURT, {"who": one.number})
        assert line == f"hurt {one.name}"
        assert read(line, [HURT]) == (HURT, {"who": one.number})
        assert sentence(HURT, {"who": one.number}) == f"hurt {one.shown}"
    assert [name for name, *_ in mistakes(HURT, {"who": 1})] == ["other-who"]
    assert next(candidates("hrut al", HURT)) == "hurt all"
    assert sentence(REST, {}) == in_general(REST) == "a player rests"


def test_documentation_says_how_a_target_is_found():
    assert [one.described for one in (OWN, ONE, ALL, FEW)] == [
        "you", "a player, chosen", "each player", "a die, chosen, up to 3 one by one",
    ]  # fmt: skip
    assert "| `rest` | a player rests | a player, chosen | no |" in table([REST], {"card": "card"}, {})


def test_two_targets_of_one_name_are_refused():
    assert named([OWN, ONE, OWN]) == {"self": OWN, "player": ONE}
    with pytest.raises(ValueError, match="two targets are called self"):
        named([OWN, Target("self", 9)])


def test_a_word_that_has_no_target_cannot_say_it():
    with pytest.raises(ValueError, match="has no argument whom"):
        Word("rest", 2, ("rest",), "{whom} rests")


def test_a_trigger_is_read_listed_and_drawn_as_schema():
    assert at("dawn", MOMENTS) == (DAWN, {})
    assert at("a blue one falls", MOMENTS) == (FALLS, {"color": "blue"})
    assert at("dusk", MOMENTS) is None
    assert "| `a COLOR one falls` | when a COLOR one falls |" in moments(MOMENTS)
    patterns = [one["pattern"] for one in json_schema(MOMENTS, lambda _: "( \\*)?")["anyOf"]]
    for text, fits in (("dawn", True), ("dawn *", True), ("a red one falls", True), ("dusk", False)):
        assert any(re.search(pattern, text) for pattern in patterns) == fits


def test_a_moment_that_is_none_is_told_with_the_nearest():
    assert wrong("dwan", MOMENTS) == (
        "unknown moment 'dwan'; did you mean `dawn`? allowed: dawn, a COLOR one falls"
    )
    assert "did you mean `a red one falls`?" in wrong("a red one fals", MOMENTS)
    assert "did you mean" not in wrong("x", MOMENTS)
