"""Terms of z3 from terms of the right sorts, without the look that z3's own operators take at each operand.

Each function makes the very term that the operator of its name makes, unless it says otherwise: a number is
compared with a name, not a name with a number. All are of the main context.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from mmap import mmap
from typing import TypeVar

import z3

z3.z3.Z3_DEBUG = False  # expressions are typed as they are built; looking again took a sixth of each proof


ROOM = 64 << 20
"""How many bytes of address space have to be left for a context; z3 ends the process where it gets none."""


def _context(make: Callable[[], z3.Context]) -> z3.Context:
    """What ``make`` makes, whose terms may be dropped in any thread, as the garbage collector does.

    Raises OSError where there is no room for it.
    """
    mmap(-1, ROOM).close()
    context = make()
    z3.Z3_enable_concurrent_dec_ref(context.ref())
    return context


def fresh_context() -> z3.Context:
    """A context that shares no terms with any other; its terms may be dropped in any thread."""
    return _context(z3.Context)


Term = TypeVar("Term", bound=z3.ExprRef)
_CONTEXT = _context(z3.main_ctx)
_REF = _CONTEXT.ref()


def _several(terms: Sequence[z3.ExprRef]) -> z3.Array[z3.Ast]:
    return (z3.Ast * len(terms))(*[term.ast for term in terms])


def _turned(one: z3.ExprRef, other: z3.ExprRef) -> bool:
    """Whether Python asks ``other`` to compare itself, as its class is one below that of ``one``."""
    return isinstance(other, z3.IntNumRef) and not isinstance(one, z3.IntNumRef)


def _in_order(one: z3.ExprRef, other: z3.ExprRef) -> tuple[z3.ExprRef, z3.ExprRef]:
    return (other, one) if _turned(one, other) else (one, other)


def all_hold(*terms: z3.BoolRef) -> z3.BoolRef:
    """:func:`z3.And`; of nothing it is ``true``, as z3 prints its own in a way that no other solver reads."""
    if not terms:
        return z3.BoolVal(True)
    return z3.BoolRef(z3.Z3_mk_and(_REF, len(terms), _several(terms)), _CONTEXT)


def some_holds(*terms: z3.BoolRef) -> z3.BoolRef:
    """:func:`z3.Or`; of nothing it is ``false``, likewise."""
    if not terms:
        return z3.BoolVal(False)
    return z3.BoolRef(z3.Z3_mk_or(_REF, len(terms), _several(terms)), _CONTEXT)


def negated(term: z3.BoolRef) -> z3.BoolRef:
    """:func:`z3.Not`."""
    return z3.BoolRef(z3.Z3_mk_not(_REF, term.ast), _CONTEXT)


def implied(given: z3.BoolRef, then: z3.BoolRef) -> z3.BoolRef:
    """:func:`z3.Implies`."""
    return z3.BoolRef(z3.Z3_mk_implies(_REF, given.ast, then.ast), _CONTEXT)


def chosen(condition: z3.BoolRef, then: z3.ExprRef, otherwise: z3.ExprRef) -> z3.ExprRef:
    """:func:`z3.If`."""
    kind: type[z3.ExprRef] = z3.BoolRef if isinstance(then, z3.BoolRef) else z3.ArithRef
    return kind(z3.Z3_mk_ite(_REF, condition.ast, then.ast, otherwise.ast), _CONTEXT)


def equal(one: z3.ExprRef, other: z3.ExprRef) -> z3.BoolRef:
    """The operator ``==``."""
    one, other = _in_order(one, other)
    return z3.BoolRef(z3.Z3_mk_eq(_REF, one.ast, other.ast), _CONTEXT)


def unequal(one: z3.ExprRef, other: z3.ExprRef) -> z3.BoolRef:
    """The operator ``!=``."""
    return z3.BoolRef(z3.Z3_mk_distinct(_REF, 2, _several(_in_order(one, other))), _CONTEXT)


def less(one: z3.ArithRef, other: z3.ArithRef) -> z3.BoolRef:
    """The operator ``<``."""
    if _turned(one, other):
        return z3.BoolRef(z3.Z3_mk_gt(_REF, other.ast, one.ast), _CONTEXT)
    return z3.BoolRef(z3.Z3_mk_lt(_REF, one.ast, other.ast), _CONTEXT)


def at_most(one: z3.ArithRef, other: z3.ArithRef) -> z3.BoolRef:
    """The operator ``<=``."""
    if _turned(one, other):
        return z3.BoolRef(z3.Z3_mk_ge(_REF, other.ast, one.ast), _CONTEXT)
    return z3.BoolRef(z3.Z3_mk_le(_REF, one.ast, other.ast), _CONTEXT)


def at_least(one: z3.ArithRef, other: z3.ArithRef) -> z3.BoolRef:
    """The operator ``>=``."""
    if _turned(one, other):
        return z3.BoolRef(z3.Z3_mk_le(_REF, other.ast, one.ast), _CONTEXT)
    return z3.BoolRef(z3.Z3_mk_ge(_REF, one.ast, other.ast), _CONTEXT)


def added(one: z3.ArithRef, other: z3.ArithRef) -> z3.ArithRef:
    """The operator ``+``."""
    return z3.ArithRef(z3.Z3_mk_add(_REF, 2, _several((one, other))), _CONTEXT)


def subtracted(one: z3.ArithRef, other: z3.ArithRef) -> z3.ArithRef:
    """The operator ``-``."""
    return z3.ArithRef(z3.Z3_mk_sub(_REF, 2, _several((one, other))), _CONTEXT)


def multiplied(one: z3.ArithRef, other: z3.ArithRef) -> z3.ArithRef:
    """The operator ``*``."""
    return z3.ArithRef(z3.Z3_mk_mul(_REF, 2, _several((one, other))), _CONTEXT)


def divided(one: z3.ArithRef, other: z3.ArithRef) -> z3.ArithRef:
    """The operator ``/`` of whole numbers."""
    return z3.ArithRef(z3.Z3_mk_div(_REF, one.ast, other.ast), _CONTEXT)


def remaining(one: z3.ArithRef, other: z3.ArithRef) -> z3.ArithRef:
    """The operator ``%``."""
    return z3.ArithRef(z3.Z3_mk_mod(_REF, one.ast, other.ast), _CONTEXT)


def substituted(term: Term, pairs: Iterable[tuple[z3.ExprRef, z3.ExprRef]]) -> Term:
    """:func:`z3.substitute`."""
    found = [*pairs]
    if not found:
        return term
    old, new = _several([one for one, _ in found]), _several([other for _, other in found])
    made: Term = type(term)(z3.Z3_substitute(_REF, term.ast, len(found), old, new), _CONTEXT)
    return made


def asserted(solver: z3.Solver, terms: Iterable[z3.BoolRef]) -> None:
    """Let ``solver`` have ``terms``, as its method ``add`` does."""
    for term in terms:
        z3.Z3_solver_assert(_REF, solver.solver, term.ast)


def printed(term: z3.BoolRef) -> str:
    """``term`` as a script of SMT-LIB 2 that asserts it and checks that."""
    said: str = z3.Z3_benchmark_to_smtlib_string(_REF, "", "", "unknown", "", 0, _several(()), term.ast)
    return said
