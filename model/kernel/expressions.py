"""Expressions over state fields and choices: small immutable objects that every reader walks.

An expression is built with ordinary operators and is either of sort ``int`` or of sort ``bool``. It knows an
interval ``lo..hi`` that contains each of its values (``None`` is unbounded), so a reader can leave out range
checks that cannot fail. Asking an expression for its truth value is an error: use :func:`where`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import index as exactly
from typing import Literal, TypeGuard

from dicelaw.model.kernel.interning import interned
from dicelaw.model.kernel.intervals import Bound, Comparison, decided, sum_of

Operator = Literal["+", "-", "*", "//", "%", "and", "or", "not", "where", "min", "max"] | Comparison
Op = Literal["const", "field", "cell", "choice", "lookup"] | Operator

COMPARISONS: tuple[Comparison, ...] = ("<", "<=", "==")
"""The operators of expressions that compare two numbers."""


class Expr:
    """One node: what it is, with its operands. Compared by identity; ``==`` builds an expression.

    The functions that build expressions intern them; a choice is like no other.

    ``op`` names its kind, ``chooses`` says whether it is a choice, or has one below it, and ``reads`` has a
    bit for each slot of a state that it may read. The kinds are :data:`~dicelaw.model.kernel.nodes.Node`.
    """

    __slots__ = ("__weakref__", "chooses", "hi", "is_bool", "lo", "operands", "reads")
    op: Op
    is_named = False
    """Whether it has a name of its own; such a one comes first where it is compared for equality."""

    def __init__(self, operands: tuple[Expr, ...], lo: Bound, hi: Bound, is_bool: bool = False) -> None:
        self.operands = operands
        self.lo = lo
        self.hi = hi
        self.is_bool = is_bool
        chooses: bool = False
        reads: int = 0
        for part in operands:
            reads |= part.reads
            if part.chooses:
                chooses = True
        self.chooses: bool = chooses
        self.reads: int = reads

    @property
    def parameters(self) -> tuple[object, ...]:
        """What it says besides its kind and its operands."""
        return ()

    def __bool__(self) -> bool:
        raise TypeError("an expression has no truth value while the rules are written: use where(...), & | ~")

    __hash__ = object.__hash__

    def __add__(self, other: Expr | int) -> Expr:
        return add(self, other)

    def __radd__(self, other: int) -> Expr:
        return add(other, self)

    def __sub__(self, other: Expr | int) -> Expr:
        return subtract(self, other)

    def __rsub__(self, other: int) -> Expr:
        return subtract(other, self)

    def __mul__(self, other: Expr | int) -> Expr:
        return multiply(self, other)

    __rmul__ = __mul__

    def __floordiv__(self, divisor: int) -> Expr:
        return divide(self, divisor)

    def __mod__(self, divisor: int) -> Expr:
        return remainder(self, divisor)

    def __lt__(self, other: Expr | int) -> Expr:
        return _compare("<", self, other)

    def __le__(self, other: Expr | int) -> Expr:
        return _compare("<=", self, other)

    def __gt__(self, other: Expr | int) -> Expr:
        return _compare("<", other, self)

    def __ge__(self, other: Expr | int) -> Expr:
        return _compare("<=", other, self)

    def __eq__(self, other: object) -> Expr:  # type: ignore[override]  # builds an expression, as z3 and numpy do
        return _equal(self, _operand(other))

    def __ne__(self, other: object) -> Expr:  # type: ignore[override]  # builds an expression, as z3 and numpy do
        return negate(_equal(self, _operand(other)))

    def __and__(self, other: Expr | bool) -> Expr:
        return all_of(self, other)

    __rand__ = __and__

    def __or__(self, other: Expr | bool) -> Expr:
        return any_of(self, other)

    __ror__ = __or__

    def __invert__(self) -> Expr:
        return negate(self)

    def __repr__(self) -> str:
        from dicelaw.model.kernel.prose import phrase

        return f"<{phrase(self)}>"


class Constant(Expr):
    """A literal; as a condition 1 holds and 0 does not."""

    __slots__ = ("value",)
    op: Literal["const"] = "const"

    def __init__(self, value: int, is_bool: bool = False) -> None:
        super().__init__((), value, value, is_bool)
        self.value = value

    @property
    def parameters(self) -> tuple[object, ...]:
        """The value."""
        return (self.value,)


class Operation(Expr):
    """An operator applied to its operands."""

    __slots__ = ("op",)
    op: Operator

    def __init__(
        self, op: Operator, operands: tuple[Expr, ...], lo: Bound, hi: Bound, is_bool: bool = False
    ) -> None:
        super().__init__(operands, lo, hi, is_bool)
        self.op = op


def _operation(op: Operator, operands: tuple[Expr, ...], lo: Bound, hi: Bound, is_bool: bool = False) -> Expr:
    return interned((op, *map(id, operands)), Operation, op, operands, lo, hi, is_bool)


def _operand(value: object) -> Expr | int:
    if isinstance(value, Expr | int):
        return value
    raise TypeError(f"{value!r} is neither an expression nor a whole number")


_SMALL = tuple(map(Constant, range(256)))
"""The numbers that are asked for most, which are kept."""


def constant(value: int) -> Expr:
    """The whole number ``value``. Raises TypeError for a fraction."""
    whole = value if type(value) is int else int(exactly(value))  # an enumeration's number
    if 0 <= whole < len(_SMALL):
        return _SMALL[whole]
    return interned(("const", whole), Constant, whole)


TRUE = Constant(1, is_bool=True)
FALSE = Constant(0, is_bool=True)


def truth(value: Expr | bool | int) -> Expr:
    """``value`` as a condition: a number is true when it is not 0."""
    if not isinstance(value, Expr):
        return TRUE if value else FALSE
    if value.is_bool:
        return value
    if is_constant(value):
        return TRUE if value.value else FALSE
    return negate(_compare("==", value, 0))


def number(value: Expr | int) -> Expr:
    """``value`` as a number: a condition counts 1 when it holds and 0 when not."""
    if not isinstance(value, Expr):
        return constant(value)
    if not value.is_bool:
        return value
    return where(value, 1, 0)


def is_constant(value: Expr) -> TypeGuard[Constant]:
    """Whether ``value`` is a literal."""
    return value.op == "const"


def add(left: Expr | int, right: Expr | int) -> Expr:
    """The sum of two numbers."""
    a, b = number(left), number(right)
    if is_constant(a) and is_constant(b):
        return constant(a.value + b.value)
    if is_constant(a) and a.value == 0:
        return b
    if is_constant(b) and b.value == 0:
        return a
    return _operation("+", (a, b), sum_of(a.lo, b.lo), sum_of(a.hi, b.hi))


def subtract(left: Expr | int, right: Expr | int) -> Expr:
    """The difference of two numbers."""
    a, b = number(left), number(right)
    if is_constant(a) and is_constant(b):
        return constant(a.value - b.value)
    if is_constant(b) and b.value == 0:
        return a
    lo = None if a.lo is None or b.hi is None else a.lo - b.hi
    hi = None if a.hi is None or b.lo is None else a.hi - b.lo
    return _operation("-", (a, b), lo, hi)


def multiply(left: Expr | int, right: Expr | int) -> Expr:
    """The product of two numbers."""
    a, b = number(left), number(right)
    if is_constant(a) and is_constant(b):
        return constant(a.value * b.value)
    for one, other in ((a, b), (b, a)):
        if is_constant(one) and one.value in (0, 1):
            return other if one.value else constant(0)
    if a.lo is None or b.lo is None or a.lo < 0 or b.lo < 0:
        corners = [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi) if x is not None and y is not None]
        return _operation("*", (a, b), *(min(corners), max(corners)) if len(corners) == 4 else (None, None))
    return _operation("*", (a, b), a.lo * b.lo, None if a.hi is None or b.hi is None else a.hi * b.hi)


def _positive(divisor: int) -> int:
    if isinstance(divisor, Expr):
        raise TypeError("can only divide by a fixed number")
    if exactly(divisor) < 1:
        raise ValueError(f"can only divide by a number from 1 up, not by {divisor}")
    return divisor


def divide(value: Expr | int, divisor: int) -> Expr:
    """``value`` divided by the positive number ``divisor``, rounded down."""
    a = number(value)
    by = _positive(divisor)
    if is_constant(a):
        return constant(a.value // by)
    lo = None if a.lo is None else a.lo // by
    hi = None if a.hi is None else a.hi // by
    return _operation("//", (a, constant(by)), lo, hi)


def remainder(value: Expr | int, divisor: int) -> Expr:
    """What is left of ``value`` after division by the positive number ``divisor``: 0 to ``divisor - 1``."""
    a = number(value)
    by = _positive(divisor)
    if is_constant(a):
        return constant(a.value % by)
    return _operation("%", (a, constant(by)), 0, by - 1)


def _compare(op: Comparison, left: Expr | int, right: Expr | int) -> Expr:
    a, b = number(left), number(right)
    if a is b:
        return FALSE if op == "<" else TRUE
    known = decided(op, (a.lo, a.hi), (b.lo, b.hi))
    if known is not None:
        return TRUE if known else FALSE
    return _operation(op, (a, b), 0, 1, is_bool=True)


def _equal(left: Expr, right: Expr | int) -> Expr:
    swapped = isinstance(right, Expr) and right.is_named and not left.is_named
    return _compare("==", right, left) if swapped else _compare("==", left, right)


def negate(value: Expr | bool) -> Expr:
    """The condition that holds when ``value`` does not."""
    a = truth(value)
    if is_constant(a):
        return FALSE if a.value else TRUE
    if a.op == "not":
        return a.operands[0]
    return _operation("not", (a,), 0, 1, is_bool=True)


def _joined(op: Literal["and", "or"], neutral: Expr, absorbing: Expr, values: Iterable[Expr | bool]) -> Expr:
    parts: list[Expr] = []
    for value in values:
        part = truth(value)
        if part is absorbing:
            return absorbing
        if part is not neutral:
            parts.extend(part.operands if part.op == op else (part,))
    if len(parts) < 2:
        return parts[0] if parts else neutral
    return _operation(op, tuple(parts), 0, 1, is_bool=True)


def all_of(*values: Expr | bool) -> Expr:
    """The condition that holds when every one of ``values`` does."""
    return _joined("and", TRUE, FALSE, values)


def any_of(*values: Expr | bool) -> Expr:
    """The condition that holds when at least one of ``values`` does."""
    return _joined("or", FALSE, TRUE, values)


def conjuncts(condition: Expr) -> tuple[Expr, ...]:
    """The conditions that all hold where ``condition`` does: the parts of an "and", or itself."""
    return condition.operands if condition.op == "and" else (condition,)


def implies(given: Expr | bool, then: Expr | bool) -> Expr:
    """The condition that fails only where ``given`` holds and ``then`` does not."""
    return any_of(negate(given), then)


def where(condition: Expr | bool, then: Expr | int, otherwise: Expr | int) -> Expr:
    """``then`` where ``condition`` holds, else ``otherwise``; a condition when both branches are."""
    test = truth(condition)
    if isinstance(then, Expr) and isinstance(otherwise, Expr) and then.is_bool and otherwise.is_bool:
        return any_of(all_of(test, then), all_of(negate(test), otherwise))
    a, b = number(then), number(otherwise)
    if is_constant(test):
        return a if test.value else b
    if a is b or (is_constant(a) and is_constant(b) and a.value == b.value):
        return a
    lo = None if a.lo is None or b.lo is None else min(a.lo, b.lo)
    hi = None if a.hi is None or b.hi is None else max(a.hi, b.hi)
    return _operation("where", (test, a, b), lo, hi)


def smaller(left: Expr | int, right: Expr | int) -> Expr:
    """The smaller of two numbers."""
    a, b = number(left), number(right)
    if a.hi is not None and b.lo is not None and a.hi <= b.lo:
        return a
    if b.hi is not None and a.lo is not None and b.hi <= a.lo:
        return b
    lo = None if a.lo is None or b.lo is None else min(a.lo, b.lo)
    his = [x for x in (a.hi, b.hi) if x is not None]
    return _operation("min", (a, b), lo, min(his) if his else None)


def larger(left: Expr | int, right: Expr | int) -> Expr:
    """The larger of two numbers."""
    a, b = number(left), number(right)
    if a.lo is not None and b.hi is not None and a.lo >= b.hi:
        return a
    if b.lo is not None and a.hi is not None and b.lo >= a.hi:
        return b
    los = [x for x in (a.lo, b.lo) if x is not None]
    hi = None if a.hi is None or b.hi is None else max(a.hi, b.hi)
    return _operation("max", (a, b), max(los) if los else None, hi)


def at_least(value: Expr | int, floor: int) -> Expr:
    """``value``, but never under ``floor``."""
    return larger(value, floor)


def at_most(value: Expr | int, ceiling: Expr | int) -> Expr:
    """``value``, but never over ``ceiling``."""
    return smaller(value, ceiling)


def half_up(value: Expr | int) -> Expr:
    """Half of ``value``, rounded up."""
    return divide(add(value, 1), 2)


def total(values: Iterable[Expr | int]) -> Expr:
    """The sum of ``values``; 0 for none."""
    return reduce(add, values, constant(0))


def count(conditions: Iterable[Expr | bool]) -> Expr:
    """How many of ``conditions`` hold."""
    return total(number(truth(condition)) for condition in conditions)
