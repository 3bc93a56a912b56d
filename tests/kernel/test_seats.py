"""Seats and sides: who is with whom, who is against whom, and who comes next."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import Expr, constant
from dicelaw.model.kernel.graph import Kind, TimingGraph
from dicelaw.model.kernel.machine import build
from dicelaw.model.kernel.seats import Seats
from dicelaw.model.kernel.state import Declaration


@some.composite
def seatings(draw):
    count = draw(some.integers(1, 6))
    sides = draw(some.lists(some.integers(0, count - 1), min_size=count, max_size=count))
    numbers = {side: place for place, side in enumerate(dict.fromkeys(sides))}
    order = draw(some.permutations(range(count)))
    return Seats.made([f"seat {n}" for n in range(count)], [numbers[side] for side in sides], order)


def values(seats, question):
    """What ``question`` comes to for each seat, as an expression over a field and as the reader reads it."""
    declaration, timing = Declaration(), TimingGraph()
    who = declaration.integer("who", 0, max(len(seats) - 1, 1), "a seat")
    timing.point("here", Kind.FINAL, "the end")
    machine = build("seats", declaration, timing, start_at="here", start={}, seats=seats)
    reader, asked = Concrete(machine), question(who)
    return [reader.value(asked, machine.with_state(who=seat)) for seat in seats.numbers]


@given(seatings())
def test_everybody_else_is_an_ally_or_an_opponent(seats):
    for seat in seats.numbers:
        others = {*seats.allies(seat), *seats.opponents(seat)}
        assert others == {*seats.numbers} - {seat}
        assert all(seats.sides[one] == seats.sides[seat] for one in seats.allies(seat))


@given(seatings())
def test_next_goes_round_in_the_order_of_turns(seats):
    found = values(seats, seats.next)
    assert sorted(found) == [*seats.numbers]
    for place, seat in enumerate(seats.order):
        assert found[seat] == seats.order[(place + 1) % len(seats)]


@given(seatings())
def test_sides_as_expressions_are_those_as_numbers(seats):
    assert values(seats, seats.side) == [seats.side(seat) for seat in seats.numbers]
    for seat in seats.numbers:
        opposed = values(seats, lambda who, seat=seat: seats.opposed(who, seat))
        assert [one for one in seats.numbers if opposed[one]] == sorted(seats.opponents(seat))


@given(seatings())
def test_opponents_come_in_the_order_of_turns(seats):
    for seat in seats.numbers:
        at = seats.order.index(seat)
        ranks = [(seats.order.index(one) - at) % len(seats) for one in seats.opponents(seat)]
        assert ranks == sorted(ranks)


def test_a_duel_has_one_opponent_and_a_hill_has_none_by_itself():
    duel, hill = Seats.made(("a", "b")), Seats.made(("a", "b", "c"))
    assert duel.duel
    assert (duel.opponent(0), duel.opponent(1)) == (1, 0)
    assert not hill.duel
    with pytest.raises(ValueError, match="it must be chosen"):
        hill.opponent(0)


def test_one_side_against_the_rules_has_no_opponents():
    seats = Seats.made(("a", "b", "c"), [0, 0, 0])
    assert not any(seats.opponents(seat) for seat in seats.numbers)
    assert seats.members(0) == (0, 1, 2)


@pytest.mark.parametrize(
    ("sides", "order", "says"),
    [
        ([0], None, "are not numbers from 0"),
        ([0, 2], None, "are not numbers"),
        (None, [0, 0], "not an order"),
    ],
)
def test_what_are_no_seats_is_refused(sides, order, says):
    with pytest.raises(ValueError, match=says):
        Seats.made(("a", "b"), sides, order)


def test_seats_are_the_sequence_of_their_names():
    seats = Seats.made(("a", "b"))
    assert [*seats] == ["a", "b"]
    assert (seats[1], seats[:1], len(seats)) == ("b", ("a",), 2)
    assert isinstance(seats.next(constant(0)), Expr)
