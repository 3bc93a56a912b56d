"""What is made of words that are declared once: lines, errors, sentences, schemas, tables and mistakes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicelaw.model.effects.amounts import Amount, Counted, amount_of, digits
from dicelaw.model.effects.lines import (
    examples,
    nearest,
    patterns,
    read,
    readable,
    with_numbers,
    written,
    wrong,
)
from dicelaw.model.effects.made import in_general, json_schema, mistakes, sentence, table
from dicelaw.model.effects.words import Argument, Word, bounds, numbered, saying

FIGURE = Argument("figure", 1, 60)
KIND = Argument("kind", names={"fire": 2, "cold": 3}, before=" of ", usual=1)
WHOM = Argument("whom", names={"self": 0, "the other": 1})
BURN = Word(
    "burn", 1, ("burn {figure}{kind}", "deal {figure} damage{kind}"), "{figure:point|points} burn by {kind}",
    (FIGURE, KIND), uses={"card": ("main", "end"), "relic": ()},
)  # fmt: skip
MARK = Word("mark", 2, ("mark[s] {whom}",), "mark {whom}", (WHOM,), uses={"relic": ("end",)})
MELT = Word("melt", 3, ("melt {figure}{kind}",), "melt {figure}", (FIGURE, KIND), uses={"card": ("end",)})
REST = Word("rest", 5, ("rest",), "rest", uses={"card": ("main",)})
WORDS = (BURN, MARK, MELT, REST)


@st.composite
def effects(draw):
    word = draw(st.sampled_from(WORDS))
    return word, {one.name: draw(st.sampled_from(one.values)) for one in word.arguments}


@given(effects())
def test_what_is_written_is_read_back_and_fits_the_schema(effect):
    word, arguments = effect
    line = written(word, arguments)
    assert read(line, WORDS) == effect
    assert any(re.search(one["pattern"], line) for one in json_schema(WORDS)["anyOf"])


@given(effects())
def test_mistakes_are_other_effects_that_can_be_said(effect):
    word, arguments = effect
    found = list(mistakes(word, arguments, WORDS))
    for _, other, changed in found:
        assert (other, changed) != effect
        assert read(written(other, changed), WORDS) == (other, changed)
    assert len({(name, other.name) for name, other, _ in found}) == len(found)
    assert bool(found) == bool(word.arguments)


def test_mistakes_are_numbers_one_off_other_names_and_other_words():
    found = [name for name, *_ in mistakes(BURN, {"figure": 60, "kind": 1}, WORDS)]
    assert found == ["figure-minus-one", "other-kind", "read-as-melt"]


@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 400))
def test_digits_match_the_numbers_between_two(one, other, number):
    least, most = sorted((one, other))
    assert bool(re.fullmatch(f"(?:{digits(least, most)})", str(number))) == (least <= number <= most)


def test_there_are_no_digits_between_the_wrong_two():
    with pytest.raises(ValueError, match="no number from 3 to 2"):
        digits(3, 2)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("burn 61", "'burn 61': figure 61 is not allowed; allowed: figure from 1 to 60"),
        ("burn -1", "figure -1 is not allowed; allowed: figure from 1 to 60"),
        ("deal 0 damage of fire", "figure 0 is not allowed"),
        ("burn " + 99 * "9", "figure of 99 digits is not allowed"),
        ("burn 007", "'burn 007' is not an effect line; did you mean `burn 7`?"),
        ("brun 7", "'brun 7' is not an effect line; did you mean `burn 7`? allowed: burn FIGURE"),
        ("brun 7 of fier", "did you mean `burn 7 of fire`?"),
        ("brun 70", "did you mean `burn 60`?"),
        ("mrak self", "did you mean `mark self`?"),
        ("Rest", "did you mean `rest`?"),
        ("fly to the moon", "'fly to the moon' is not an effect line; allowed: burn FIGURE[ of fire|cold], "),
        ("", "'' is not an effect line; allowed: burn"),
        ("burn " * 1000, "is not an effect line; allowed: burn"),
    ],
)
def test_a_wrong_line_is_told_with_its_limit_or_what_is_near(line, says):
    assert read(line, WORDS) is None
    assert says in wrong(line, WORDS)


def test_the_nearest_is_one_that_is_near_and_of_equals_the_first():
    assert nearest("heal", ["heel", "head", "melt"]) == "heel"
    assert nearest("heal", ["strike", "pierce"]) is None
    assert with_numbers("add 1 + 2 per bow", "add 7 + 8 per bwo") == "add 7 + 8 per bow"
    assert with_numbers("heal 1", "heal") == "heal 1"


def test_lines_have_optional_text_and_examples():
    assert [bool(pattern.fullmatch("marks self")) for pattern in patterns(MARK)] == [True]
    assert examples(BURN) == ("burn 1", "deal 1 damage")
    assert readable(MARK) == ("mark[s] self|the other",)


def test_sentences_say_one_and_several():
    assert sentence(BURN, {"figure": 1, "kind": 2}) == "1 point burn by fire"
    assert sentence(BURN, {"figure": 2, "kind": 3}) == "2 points burn by cold"
    assert in_general(BURN) == "FIGURE points burn by KIND"


def test_the_table_says_when_each_place_uses_a_word():
    rows = table(WORDS, {"card": "card", "relic": "relic"}, {"main": "early", "end": "late"}).splitlines()
    assert rows[0] == "| line | what it does | to whom | as a card | as a relic |"
    burn = "FIGURE points burn by KIND; FIGURE is 1 to 60"
    lines = "`burn FIGURE[ of fire|cold]` or `deal FIGURE damage[ of fire|cold]`"
    assert rows[2] == f"| {lines} | {burn} | as it says | early or late | by itself |"


def test_open_content_has_every_argument_over_its_bounds():
    assert bounds(WORDS) == {"word": (0, 5), "figure": (0, 60), "kind": (0, 3), "whom": (0, 1)}
    assert [word.name for word in saying(WORDS, "relic")] == ["burn", "mark"]


def test_amounts_are_fixed_or_counted():
    counted = Counted("(?P<counted>own [a-z]+)", "own THING")
    amount = re.compile(counted.amount(0, 99))

    def of(line):
        parts = {name: text for name, text in amount.fullmatch(line).groupdict().items() if text is not None}
        return amount_of(parts, counted="counted" in parts)

    assert of("7") == Amount(7)
    assert of("half of 1 + 2 per own chi at most 5") == Amount(1, 2, half=True, most=5)
    assert of("3 per own chi") == Amount(0, 3)
    assert amount.fullmatch("100") is None
    assert amount.fullmatch("1 per your chi") is None
    limits = "0 to 99, or [half of ][N + ]N per own THING[ at most 9]"
    assert Argument("n", 0, 99, counted=counted).limits == limits


def test_a_declaration_names_its_own_arguments_only():
    with pytest.raises(ValueError, match="the word heal has no argument amuont"):
        Word("heal", 1, ("heal {amuont}",), "heal", (FIGURE,))
    with pytest.raises(ValueError, match=r"the words burn \(1\) and burn \(4\) clash"):
        numbered([BURN, Word("burn", 4, ("b",), "b")])
    with pytest.raises(ValueError, match=r"the words mark \(2\) and b \(2\) clash"):
        numbered([MARK, Word("b", 2, ("b",), "b")])
    assert list(numbered(reversed(WORDS))) == [1, 2, 3, 5]
