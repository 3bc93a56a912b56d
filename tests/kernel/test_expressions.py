import operator
from enum import IntEnum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Fields, Leaves, fields, made, recipes, states, worth

from dicelaw.model.kernel.concrete import _evaluator
from dicelaw.model.kernel.expressions import (
    FALSE,
    TRUE,
    Expr,
    all_of,
    constant,
    half_up,
    is_constant,
    negate,
    number,
    truth,
    where,
)
from dicelaw.model.kernel.lookups import lookup
from dicelaw.model.kernel.nodes import slots_read, walk
from dicelaw.model.kernel.state import Declaration

DECLARED = Declaration()
X = DECLARED.integer("x", 0, 9, "x")
ROW = DECLARED.array("row", 3, 0, 5, "row")


def _value(expression, *cells):
    return int(_evaluator(expression)((0, *cells), {}))


@st.composite
def _cases(draw):
    """Fields, a recipe over them and a state of them."""
    declared: Fields = draw(fields())
    recipe = draw(recipes(draw(st.sampled_from("nc"))))
    return declared, recipe, draw(states(declared.declaration.slots))


@settings(max_examples=400)
@given(_cases())
def test_an_expression_is_worth_what_python_says_and_its_interval_has_the_value(case):
    declared, recipe, state = case
    expression = number(made(recipe, declared.leaves()))
    value = int(_evaluator(expression)(state, {}))
    assert value == worth(recipe, declared.values(state))
    assert expression.lo is None or expression.lo <= value
    assert expression.hi is None or value <= expression.hi
    assert _evaluator(truth(expression))(state, {}) in (value != 0, int(value != 0))


@settings(max_examples=200)
@given(_cases())
def test_an_expression_over_constants_is_a_constant(case):
    declared, recipe, state = case
    values = declared.values(state)
    literal = Leaves([constant(value) for value in values.single], [_Row(row) for row in values.rows])
    folded = number(made(recipe, literal))
    assert is_constant(folded)
    assert folded.value == worth(recipe, values)
    assert folded.lo == folded.hi == folded.value


class _Row(list):
    """A row of constants that a constant can index, as the array fields that it stands for can be."""

    def __getitem__(self, index):
        return constant(list.__getitem__(self, index.value))


@settings(max_examples=100)
@given(_cases())
def test_a_walk_has_each_node_once_and_operands_first(case):
    declared, recipe, _ = case
    seen: set[int] = set()
    for node in walk(number(made(recipe, declared.leaves()))):
        assert id(node) not in seen
        assert all(id(part) in seen for part in node.operands)
        seen.add(id(node))


@pytest.mark.parametrize("expression", [X, X < 3, ROW[X % 3], constant(1), TRUE])
def test_an_expression_has_no_truth_value(expression):
    with pytest.raises(TypeError, match="where"):
        bool(expression)


def test_python_branching_on_an_expression_is_an_error():
    with pytest.raises(TypeError, match="where"):
        min(X, 3)
    with pytest.raises(TypeError, match="where"):
        assert X in [constant(3)]


@pytest.mark.parametrize("operation", [operator.floordiv, operator.mod])
@pytest.mark.parametrize("divisor", [0, -1, -7])
def test_division_by_a_number_under_one_is_refused(operation, divisor):
    with pytest.raises(ValueError, match="from 1 up"):
        operation(X, divisor)
    with pytest.raises(ValueError, match="from 1 up"):
        operation(constant(4), divisor)


@pytest.mark.parametrize("operation", [operator.floordiv, operator.mod])
def test_division_by_an_expression_is_refused(operation):
    with pytest.raises(TypeError, match="fixed number"):
        operation(X, X)


@pytest.mark.parametrize("operation", [operator.add, operator.mul, operator.lt, operator.floordiv])
def test_a_fraction_is_refused_and_not_cut(operation):
    with pytest.raises(TypeError):
        operation(X, 2.5)
    with pytest.raises(TypeError):
        lookup("t", [1, 2.5], X)


def test_comparison_with_something_else_is_refused():
    with pytest.raises(TypeError, match="neither"):
        operator.eq(X, "3")


class Colour(IntEnum):
    RED = 2


def test_enumerations_and_booleans_are_their_numbers():
    assert _value(X + Colour.RED, 3) == 5
    assert _value(X + True, 3) == 4
    assert constant(True).value == 1
    assert type(constant(True).value) is int


@pytest.mark.parametrize(("index", "entry"), [(-9, 0), (-1, 0), (0, 7), (2, 9), (3, 0), (99, 0)])
def test_a_look_up_outside_of_the_table_is_0(index, entry):
    assert lookup("t", [7, 8, 9], index).value == entry
    assert _value(lookup("t", [7, 8, 9], X + index), 0) == entry


def test_a_look_up_that_is_always_outside_is_the_constant_0():
    assert is_constant(lookup("t", range(1, 20), X - 12))
    assert is_constant(lookup("t", range(1, 5), X + 12))
    assert is_constant(lookup("t", [], X))


@pytest.mark.parametrize("index", [constant(-1), constant(3), X, X - 1])
def test_an_index_that_may_leave_the_array_is_refused(index):
    with pytest.raises(IndexError, match="row"):
        ROW[index]


def test_half_is_rounded_up():
    assert [half_up(value).value for value in (-3, 0, 1, 2, 5)] == [-1, 0, 1, 1, 3]


def test_conditions_that_are_decided_by_intervals_fold():
    assert (X <= 9) is TRUE
    assert (X > 9) is FALSE
    assert all_of(X < 3, X > 9) is FALSE
    assert negate(negate(X < 3)).op == "<"
    assert where(X == 12, 1, 2).value == 2


def test_shared_and_deep_expressions_stay_small():
    shared: Expr = X
    for step in range(200):
        shared = where(shared < step, shared + 1, shared)
    deep: Expr = X
    for step in range(1, 600):
        deep = deep + X * (step % 3 + 2)
    nested: Expr = X
    for _ in range(40):
        nested = lookup("t", range(9, -1, -1), nested + 1)
    state = (4, 0, 0, 0)
    plain = 4
    for step in range(200):
        plain = plain + 1 if plain < step else plain
    assert _value(shared, *state) == plain
    assert _value(deep, *state) == 4 + sum(4 * (step % 3 + 2) for step in range(1, 600))
    inverted = 4
    for _ in range(40):
        inverted = 9 - (inverted + 1) if 0 <= inverted + 1 <= 9 else 0
    assert _value(nested, *state) == inverted


def test_an_expression_prints_as_words():
    assert "x" in repr(X + 1)


def test_an_expression_knows_the_slots_that_it_reads():
    declared = Declaration()
    one, several = declared.integer("one", 0, 3, "one"), declared.array("several", 4, 0, 3, "several")
    assert slots_read(one + 1) == {1}
    assert slots_read(several[one]) == {1, 2, 3, 4, 5}
    assert slots_read(where(several[2] == 1, 0, several[0])) == {2, 4}
    assert slots_read(constant(3)) == set()
    assert slots_read() == set()
