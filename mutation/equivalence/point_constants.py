"""Values that are known at a timing point, put into the terms about it: what is left of them is far less."""

from __future__ import annotations

from collections.abc import Iterable

import z3

from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.symbolic import Symbolic


def says_value(holds: Expr) -> bool:
    """Whether ``holds`` says that a slot has one value."""
    return holds.op == "==" and holds.args[0].op == "field" and holds.args[1].op == "const"


def value_of(holds: Expr) -> tuple[int, int]:
    """The slot of which ``holds`` says that it has one value, and that value."""
    return holds.args[0].args[0], holds.args[1].args[0]


class Fixed:
    """The slots of which some of ``known`` says that they have one value."""

    def __init__(self, symbolic: Symbolic, known: Iterable[Expr]) -> None:
        values = dict(value_of(holds) for holds in known if says_value(holds))
        self._pairs = [(symbolic.pre[slot], z3.IntVal(value)) for slot, value in values.items()]

    def put(self, term: z3.BoolRef) -> z3.BoolRef:
        """``term`` with these values in it, simplified: the same wherever all that is known holds."""
        put: z3.BoolRef = z3.simplify(z3.substitute(term, *self._pairs))
        return put
