"""Numbers of expressions by what they say, and what is known of each."""

from dicelaw.model.kernel.expressions import all_of, constant, where
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.lookups import Table, open_lookup
from dicelaw.model.kernel.state import Declaration
from dicelaw.model.kernel.structures import Structures

FIELD = Declaration().integer("left", 0, 9, "what is left")


def test_what_is_said_alike_has_one_number():
    known = Structures()
    assert known.of(FIELD + 1) == known.of(FIELD + 1) != known.of(FIELD + 2)


def test_choices_are_told_apart_even_where_they_look_alike():
    known, one, other = Structures(), Choice("die", 0, 3), Choice("die", 0, 3)
    assert known.of(one == 1) != known.of(other == 1)
    assert known.choices[known.of(all_of(one == 1, other == 2, FIELD == 3))] == {id(one), id(other)}


def test_operands_come_first_and_what_is_known_is_left_out():
    known = Structures()
    inner = FIELD * 2
    outer = where(inner == 4, inner, 0)
    order = known.below([known.of(outer)])
    assert order == [known.of(inner), known.of(inner == 4), known.of(outer)]
    assert known.below([known.of(outer)], {known.of(inner)}) == order[1:]
    assert known.cost(known.of(outer)) == 3
    assert known.below([known.of(FIELD), known.of(constant(3))]) == []


def test_only_what_reads_a_state_or_an_open_table_varies():
    known, die = Structures(), Choice("die", 0, 1)
    assert not known.varies[known.of(die + 1)]
    assert known.varies[known.of(die + FIELD)]
    assert known.varies[known.of(open_lookup("prices", Table([1, 2]), die, 0, 9))]
