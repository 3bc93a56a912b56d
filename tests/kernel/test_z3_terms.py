"""Terms that are built without a look at their operands are those of z3's own operators."""

import z3

from dicelaw.model.kernel import z3_terms as terms

A, B = z3.Ints("a b")
P, Q = z3.Bools("p q")
THREE = z3.IntVal(3)


def test_each_function_makes_the_very_term_of_its_operator():
    pairs = [
        (terms.all_hold(P, Q), z3.And(P, Q)),
        (terms.all_hold(), z3.BoolVal(True)),
        (terms.some_holds(), z3.BoolVal(False)),
        (terms.some_holds(P, Q), z3.Or(P, Q)),
        (terms.negated(P), z3.Not(P)),
        (terms.implied(P, Q), z3.Implies(P, Q)),
        (terms.chosen(P, A, B), z3.If(P, A, B)),
        (terms.chosen(P, Q, P), z3.If(P, Q, P)),
        (terms.equal(A, B), A == B),
        (terms.unequal(A, B), A != B),
        (terms.less(A, B), A < B),
        (terms.at_most(A, B), A <= B),
        (terms.at_least(A, B), A >= B),
        (terms.equal(A, THREE), A == THREE),
        (terms.equal(THREE, A), THREE == A),
        (terms.unequal(A, THREE), A != THREE),
        (terms.less(A, THREE), A < THREE),
        (terms.less(THREE, A), THREE < A),
        (terms.at_most(A, THREE), A <= THREE),
        (terms.at_least(A, THREE), A >= THREE),
        (terms.added(A, B), A + B),
        (terms.added(A, THREE), A + THREE),
        (terms.subtracted(A, B), A - B),
        (terms.multiplied(A, B), A * B),
        (terms.divided(A, THREE), A / THREE),
        (terms.remaining(A, THREE), A % THREE),
        (terms.substituted(A + B < 3, [(A, B)]), z3.substitute(A + B < 3, (A, B))),
    ]
    assert [made for made, wanted in pairs if not made.eq(wanted)] == []
    assert [made for made, wanted in pairs if made.sort() != wanted.sort()] == []


def test_a_term_that_is_printed_is_read_as_the_same():
    said = z3.And(A + B < 3, z3.Or(P, A > B))
    assert z3.parse_smt2_string(terms.printed(said))[0].eq(said)


def test_what_is_asserted_counts():
    solver = z3.SimpleSolver()
    terms.asserted(solver, [A < B, B < A])
    assert solver.check() == z3.unsat
