"""Two machines side by side: what tells them apart, down to who decides, chances and ranges."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dicelaw.checker.walks.comparison import Comparison, Side, compare
from dicelaw.checker.walks.observed_play import Stage
from dicelaw.model.kernel.expressions import constant
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.state import Declaration

FAIR = Fraction(1, 2)


def game(*, first: Fraction = FAIR, seat: int = 0, top: int = 2) -> Machine:
    """A coin is tossed, then a seat names a number."""
    declaration, timing = Declaration(), TimingGraph()
    side = declaration.integer("side", 0, 1, "the side")
    coin, number = Choice("coin", 0, 1), Choice("number", 0, top, open_above=True)
    timing.point("toss", Kind.CHANCE, "a coin is tossed")
    timing.point("name", Kind.DECISION, "a seat names a number")
    timing.point("over", Kind.FINAL, "it is over")
    timing.add(
        "toss", "toss", "name", Agent.CHANCE, "toss it", choices=[coin], effect={side: coin},
        weights={0: first, 1: 1 - first},
    )  # fmt: skip
    timing.add("name", "name", "over", constant(seat), "name {number}", choices=[number])
    return build("coin", declaration, timing, start_at="toss", start={}, seats=("Ann", "Bob"))


def compared(one: Machine, other: Machine) -> Comparison:
    return compare(*(Side(Stage(it, lambda state: state[1:]), it.start) for it in (one, other)))


def test_equal_definitions_are_the_same() -> None:
    assert compared(game(), game()).equal


@pytest.mark.parametrize(
    ("other", "play", "otherwise"),
    [
        (
            game(first=Fraction(1, 3)), (),
            ((("toss", 0), FAIR, Fraction(1, 3)), (("toss", 1), FAIR, Fraction(2, 3))),
        ),
        (game(seat=1), (("toss", 0),), tuple((("name", at), 0, 1) for at in range(3))),
    ],
    ids=["another weight", "another seat"],
)  # fmt: skip
def test_whose_or_how_likely_a_move_is_tells_them_apart(other, play, otherwise) -> None:
    told = compared(game(), other).told
    assert told is not None
    assert (told.play, told.only_one, told.only_other, told.otherwise) == (play, (), (), otherwise)


def test_another_range_of_an_open_choice_tells_them_apart() -> None:
    told = compared(game(), game(top=3)).told
    assert told is not None
    assert (told.play, told.only_one, told.only_other) == ((("toss", 0),), (), (("name", 3),))
