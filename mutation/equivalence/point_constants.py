"""Values that are known at a timing point, put into the terms about it: what is left of them is far less."""

from __future__ import annotations

from collections.abc import Iterable

import z3

from dicelaw.model.kernel.expressions import Expr, is_constant
from dicelaw.model.kernel.state import Field
from dicelaw.model.kernel.symbolic import Symbolic


def value_of(holds: Expr) -> tuple[int, int] | None:
    """The slot and the value, if ``holds`` says that a slot has one value."""
    if holds.op == "==":
        one, other = holds.operands
        if isinstance(one, Field) and is_constant(other):
            return one.place, other.value
    return None


class Fixed:
    """The slots of which some of ``known`` says that they have one value."""

    def __init__(self, symbolic: Symbolic, known: Iterable[Expr]) -> None:
        values = dict(found for holds in known if (found := value_of(holds)) is not None)
        self._pairs = [(symbolic.pre[slot], z3.IntVal(value)) for slot, value in values.items()]

    def put(self, term: z3.BoolRef) -> z3.BoolRef:
        """``term`` with these values in it, simplified: the same wherever all that is known holds."""
        put: z3.BoolRef = z3.simplify(z3.substitute(term, *self._pairs))
        return put
