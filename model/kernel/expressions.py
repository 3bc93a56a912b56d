"""Expressions over state fields and choices: small immutable objects that every reader walks.

An expression is built with ordinary operators and is either of sort ``int`` or of sort ``bool``. It knows an
interval ``lo..hi`` that contains each of its values (``None`` is unbounded), so a reader can leave out range
checks that cannot fail. Asking an expression for its truth value is an error: use :func:`where`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from operator import index as exactly
from typing import Any

Bound = int | None

COMPARISONS = ("<", "<=", "==")
"""The operators of expressions that compare two numbers."""


class Expr:
    """One node: an operator with its operands. Compared by identity; ``==`` builds an expression.

    ``operands`` are the expressions among ``args``, in order; ``chooses`` says whether it is a choice, or
    has one below it. ``reads`` has a bit for each slot of a state that it may read: see :func:`slots_read`.
    """

    __slots__ = ("args", "chooses", "hi", "is_bool", "lo", "op", "operands", "reads")

    def __init__(self, op: str, args: tuple[Any, ...], lo: Bound, hi: Bound, is_bool: bool = False) -> None:
        self.op = op
        self.args = args
        self.lo = lo
        self.hi = hi
        self.is_bool = is_bool
        operands: list[Expr] = []
        chooses: bool = op == "choice"
        reads: int = 0
        for arg in args:
            if isinstance(arg, Expr):
                operands.append(arg)
                reads |= arg.reads
                if arg.chooses:
                    chooses = True
        if op == "field":
            reads = 1 << args[0]
        elif op == "cell":
            reads |= (1 << args[1]) - 1 << args[0]
        self.operands = tuple(operands)
        self.chooses: bool = chooses
        self.reads: int = reads

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
        return _compare("==", self, _operand(other))

    def __ne__(self, other: object) -> Expr:  # type: ignore[override]  # builds an expression, as z3 and numpy do
        return negate(_compare("==", self, _operand(other)))

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


def _operand(value: object) -> Expr | int:
    if isinstance(value, Expr | int):
        return value
    raise TypeError(f"{value!r} is neither an expression nor a whole number")


def constant(value: int) -> Expr:
    """The whole number ``value``. Raises TypeError for a fraction."""
    return _constant(value if type(value) is int else int(exactly(value)))  # an enumeration's number


@lru_cache(maxsize=4096)
def _constant(whole: int) -> Expr:
    return Expr("const", (whole,), whole, whole)


TRUE = Expr("const", (1,), 1, 1, is_bool=True)
FALSE = Expr("const", (0,), 0, 0, is_bool=True)


def truth(value: Expr | bool | int) -> Expr:
    """``value`` as a condition: a number is true when it is not 0."""
    if not isinstance(value, Expr):
        return TRUE if value else FALSE
    if value.is_bool:
        return value
    if value.op == "const":
        return TRUE if value.args[0] else FALSE
    return negate(_compare("==", value, 0))


def number(value: Expr | int) -> Expr:
    """``value`` as a number: a condition counts 1 when it holds and 0 when not."""
    if not isinstance(value, Expr):
        return constant(value)
    if not value.is_bool:
        return value
    return where(value, 1, 0)


def is_constant(value: Expr) -> bool:
    """Whether ``value`` is a literal."""
    return value.op == "const"


def _sum(a: Bound, b: Bound) -> Bound:
    return None if a is None or b is None else a + b


def add(left: Expr | int, right: Expr | int) -> Expr:
    """The sum of two numbers."""
    a, b = number(left), number(right)
    if is_constant(a) and is_constant(b):
        return constant(a.args[0] + b.args[0])
    if is_constant(a) and a.args[0] == 0:
        return b
    if is_constant(b) and b.args[0] == 0:
        return a
    return Expr("+", (a, b), _sum(a.lo, b.lo), _sum(a.hi, b.hi))


def subtract(left: Expr | int, right: Expr | int) -> Expr:
    """The difference of two numbers."""
    a, b = number(left), number(right)
    if is_constant(a) and is_constant(b):
        return constant(a.args[0] - b.args[0])
    if is_constant(b) and b.args[0] == 0:
        return a
    lo = None if a.lo is None or b.hi is None else a.lo - b.hi
    hi = None if a.hi is None or b.lo is None else a.hi - b.lo
    return Expr("-", (a, b), lo, hi)


def multiply(left: Expr | int, right: Expr | int) -> Expr:
    """The product of two numbers."""
    a, b = number(left), number(right)
    if is_constant(a) and is_constant(b):
        return constant(a.args[0] * b.args[0])
    for one, other in ((a, b), (b, a)):
        if is_constant(one) and one.args[0] in (0, 1):
            return other if one.args[0] else constant(0)
    if a.lo is None or b.lo is None or a.lo < 0 or b.lo < 0:
        corners = [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi) if x is not None and y is not None]
        known = len(corners) == 4
        return Expr("*", (a, b), min(corners) if known else None, max(corners) if known else None)
    return Expr("*", (a, b), a.lo * b.lo, None if a.hi is None or b.hi is None else a.hi * b.hi)


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
        return constant(a.args[0] // by)
    lo = None if a.lo is None else a.lo // by
    hi = None if a.hi is None else a.hi // by
    return Expr("//", (a, constant(by)), lo, hi)


def remainder(value: Expr | int, divisor: int) -> Expr:
    """What is left of ``value`` after division by the positive number ``divisor``: 0 to ``divisor - 1``."""
    a = number(value)
    by = _positive(divisor)
    if is_constant(a):
        return constant(a.args[0] % by)
    return Expr("%", (a, constant(by)), 0, by - 1)


def _decided(op: str, a: Expr, b: Expr) -> bool | None:
    """Whether the comparison always or never holds, by intervals alone; None where they don't tell."""
    below = a.hi is not None and b.lo is not None
    above = a.lo is not None and b.hi is not None
    if op == "<":
        if below and a.hi < b.lo:  # type: ignore[operator]  # `below` says that neither is None
            return True
        return False if above and a.lo >= b.hi else None  # type: ignore[operator]  # likewise
    if op == "<=":
        if below and a.hi <= b.lo:  # type: ignore[operator]  # likewise
            return True
        return False if above and a.lo > b.hi else None  # type: ignore[operator]  # likewise
    if (below and a.hi < b.lo) or (above and a.lo > b.hi):  # type: ignore[operator]  # likewise
        return False
    return True if a.lo is not None and a.lo == a.hi == b.lo == b.hi else None


def _compare(op: str, left: Expr | int, right: Expr | int) -> Expr:
    a, b = number(left), number(right)
    if a is b:
        return FALSE if op == "<" else TRUE
    known = _decided(op, a, b)
    if known is not None:
        return TRUE if known else FALSE
    return Expr(op, (a, b), 0, 1, is_bool=True)


def negate(value: Expr | bool) -> Expr:
    """The condition that holds when ``value`` does not."""
    a = truth(value)
    if is_constant(a):
        return FALSE if a.args[0] else TRUE
    if a.op == "not":
        inner: Expr = a.args[0]
        return inner
    return Expr("not", (a,), 0, 1, is_bool=True)


def _joined(op: str, neutral: Expr, absorbing: Expr, values: Iterable[Expr | bool]) -> Expr:
    parts: list[Expr] = []
    for value in values:
        part = truth(value)
        if part is absorbing:
            return absorbing
        if part is not neutral:
            parts.extend(part.args if part.op == op else (part,))
    if len(parts) < 2:
        return parts[0] if parts else neutral
    return Expr(op, tuple(parts), 0, 1, is_bool=True)


def all_of(*values: Expr | bool) -> Expr:
    """The condition that holds when every one of ``values`` does."""
    return _joined("and", TRUE, FALSE, values)


def any_of(*values: Expr | bool) -> Expr:
    """The condition that holds when at least one of ``values`` does."""
    return _joined("or", FALSE, TRUE, values)


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
        return a if test.args[0] else b
    if a is b or (is_constant(a) and is_constant(b) and a.args[0] == b.args[0]):
        return a
    lo = None if a.lo is None or b.lo is None else min(a.lo, b.lo)
    hi = None if a.hi is None or b.hi is None else max(a.hi, b.hi)
    return Expr("where", (test, a, b), lo, hi)


def smaller(left: Expr | int, right: Expr | int) -> Expr:
    """The smaller of two numbers."""
    a, b = number(left), number(right)
    if a.hi is not None and b.lo is not None and a.hi <= b.lo:
        return a
    if b.hi is not None and a.lo is not None and b.hi <= a.lo:
        return b
    lo = None if a.lo is None or b.lo is None else min(a.lo, b.lo)
    his = [x for x in (a.hi, b.hi) if x is not None]
    return Expr("min", (a, b), lo, min(his) if his else None)


def larger(left: Expr | int, right: Expr | int) -> Expr:
    """The larger of two numbers."""
    a, b = number(left), number(right)
    if a.lo is not None and b.hi is not None and a.lo >= b.hi:
        return a
    if b.lo is not None and a.hi is not None and b.lo >= a.hi:
        return b
    los = [x for x in (a.lo, b.lo) if x is not None]
    hi = None if a.hi is None or b.hi is None else max(a.hi, b.hi)
    return Expr("max", (a, b), max(los) if los else None, hi)


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
    result: Expr = constant(0)
    for value in values:
        result = add(result, value)
    return result


def count(conditions: Iterable[Expr | bool]) -> Expr:
    """How many of ``conditions`` hold."""
    return total(number(truth(condition)) for condition in conditions)


def slots_read(*roots: Expr) -> frozenset[int]:
    """The slots that ``roots`` may read."""
    reads = 0
    for root in roots:
        reads |= root.reads
    return _places(reads)


@lru_cache(maxsize=1 << 14)
def _places(bits: int) -> frozenset[int]:
    return frozenset(place for place in range(bits.bit_length()) if bits >> place & 1)


def walk(*roots: Expr, known: Container[int] = ()) -> Iterator[Expr]:
    """Each distinct node below ``roots`` once, operands before their operator.

    Nodes whose ``id`` is ``known`` are left out, with all that is only below them.
    """
    seen: set[int] = set()
    entered: set[int] = set()
    stack = [*reversed(roots)]
    while stack:
        node = stack[-1]
        key = id(node)
        if key in seen or key in known:
            stack.pop()
        elif key in entered or not node.operands:
            stack.pop()
            seen.add(key)
            yield node
        else:
            entered.add(key)
            stack.extend(reversed(node.operands))
