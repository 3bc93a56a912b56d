"""Programs of declared words: lines in order, conditions, costs and ways, read, told and mistaken."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicelaw.model.effects.programs import (
    Grammar,
    Line,
    json_schema,
    mistakes,
    read,
    sentence,
    written,
)
from dicelaw.model.effects.words import Argument, Condition, Cost, Duration, Word

FIGURE, LIMIT = Argument("figure", 1, 60), Argument("limit", 1, 9)
BURN = Word("burn", 1, ("burn {figure}",), "burn for {figure}", (FIGURE,))
GLOW = Word("glow", 2, ("glow",), "glow", lasts=Duration("day", "until the day is over"))
WARD = Word("ward", 3, ("ward {figure}",), "ward {figure}", (FIGURE,))
PAY = Cost("pay", 4, ("pay {figure}",), "{figure} is paid", (FIGURE,))
HOT = Condition("hot", 1, ("heat is {limit}",), "it is {limit} hot", (LIMIT,))
DARK = Condition("dark", 2, ("it is dark",), "it is dark")
GRAMMAR = Grammar((BURN, GLOW, WARD, PAY), (HOT, DARK), 3, (WARD,))


@st.composite
def lines(draw, words=(BURN, GLOW)):
    word, condition = draw(st.sampled_from(words)), draw(st.sampled_from([None, HOT, DARK]))
    said = {one.name: draw(st.integers(one.least, one.most)) for one in word.arguments}
    asked = condition.arguments if condition else ()
    return Line(word, said, condition, {one.name: draw(st.integers(one.least, one.most)) for one in asked})


@st.composite
def programs(draw):
    """Any program: one word that works by itself, or a cost, lines and another way."""
    if draw(st.booleans()) and draw(st.booleans()):
        return (draw(lines((WARD,))),)
    cost = [draw(lines((PAY,)))] if draw(st.booleans()) else []
    made = [*cost, *draw(st.lists(lines(), min_size=1, max_size=3 - len(cost)))]
    if len(made) > 1 + len(cost) and draw(st.booleans()):
        last = made[-1]
        made[-1] = Line(last.word, last.arguments, last.condition, last.bounds, other=True)
    return tuple(made)


def fits(text):
    line = json_schema(GRAMMAR)["anyOf"][0]
    return any(re.search(one["pattern"], text) for one in line["anyOf"])


@given(programs())
def test_what_is_written_is_read_back_and_fits_the_schema(program):
    texts = written(program)
    assert read(texts, GRAMMAR) == (program, [])
    assert all(map(fits, texts))
    if len(texts) == 1:
        assert read(texts[0], GRAMMAR) == (program, [])
    assert len(texts) <= json_schema(GRAMMAR)["anyOf"][1]["maxItems"]


@given(programs())
def test_mistakes_are_other_programs_that_can_be_said(program):
    found = [*mistakes(program, GRAMMAR)]
    for _, changed in found:
        assert changed != program
        assert read(written(changed), GRAMMAR) == (changed, [])
    assert len({name for name, _ in found}) == len(found)


def test_a_program_is_a_sentence():
    program, wrong = read(["pay 2", "burn 3 if heat is 4 or glow"], GRAMMAR)
    assert wrong == []
    assert sentence(program) == (
        "2 is paid, and for that either burn for 3 if it is 4 hot, or glow, until the day is over"
    )
    assert sentence(read(["glow", "burn 1"], GRAMMAR)[0]) == "glow, until the day is over; then burn for 1"


def test_what_may_be_mistaken_in_a_program():
    program, _ = read(["pay 2", "burn 3 if heat is 4 or glow"], GRAMMAR)
    assert [name for name, _ in mistakes(program, GRAMMAR)] == [
        "line-1-figure-plus-one", "line-1-figure-minus-one", "line-1-read-as-burn", "line-1-left-out",
        "line-2-figure-plus-one", "line-2-figure-minus-one", "line-2-always", "line-2-if-limit-plus-one",
        "line-2-if-limit-minus-one", "line-3-left-out", "line-3-as-well",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "place", "says"),
    [
        (["burn 1", "brun 2"], 1, "'brun 2' is not an effect line; did you mean `burn 2`? allowed: "),
        (["burn 1", "burn 61"], 1, "'burn 61': figure 61 is not allowed; allowed: figure from 1 to 60"),
        ("burn 1 if heat is 10", None, "'heat is 10': limit 10 is not allowed; allowed: limit from 1 to 9"),
        ("burn 1 if its dark", None, "'its dark' is not a condition; did you mean `it is dark`?"),
        ("burn 1 or ", None, "'' is not an effect line"),
        ([], None, "[] is empty; allowed: at least one effect line"),
        (["glow"] * 4, None, "4 lines and ways are too many; allowed: 3 at most"),
        (["ward 2", "glow"], None, "'ward 2' works by itself; allowed: no other line"),
        ("pay 2", None, "'pay 2' is a cost; allowed: a line of its own, with what it is paid for after it"),
        (["pay 2 or glow", "glow"], None, "'pay 2' is a cost; allowed: a line of its own"),
        ("glow or glow or glow", None, "a line has more than two ways; allowed: one `or`"),
    ],
)  # fmt: skip
def test_a_wrong_program_is_told_where_and_why(said, place, says):
    _, wrong = read(said, GRAMMAR)
    assert wrong[0][0] == place
    assert wrong[0][1].startswith(says)


def test_every_wrong_line_is_told():
    assert [place for place, _ in read(["burn 0", "glow", "shine"], GRAMMAR)[1]] == [0, 2]


def test_a_word_whose_lines_have_what_parts_lines_is_refused():
    split = Word("split", 5, ("burn or glow",), "burn or glow")
    with pytest.raises(ValueError, match="the lines of split have an `if` or an `or`"):
        Grammar((split,), most=2)
    assert read("burn or glow", Grammar((split,))) == ((Line(split),), [])
