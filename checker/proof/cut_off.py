"""Where an amount is cut off: what something was too small for counts as less than it is."""

from __future__ import annotations

import z3

from dicelaw.checker.proof.reader import Reader
from dicelaw.model.kernel.expressions import Expr, is_constant


def cut_off(reader: Reader, value: Expr) -> list[z3.BoolRef]:
    """When ``value`` is a number that something was too small for: each place in it where that may be.

    That is the lower side of a ``max``, the constant one if one is, and a constant that a ``where`` has in
    the place of what would be less.
    """
    if value.is_bool:
        return []
    if value.op == "where":
        asked, *sides = value.operands
        holds = reader.term(asked)
        found = []
        for chosen, side, other in zip((holds, z3.Not(holds)), sides, reversed(sides), strict=True):
            inside = cut_off(reader, side)
            if is_constant(side) and (other.lo is None or other.lo < side.value):
                inside.append(reader.term(other) < reader.term(side))
            found += [z3.And(chosen, one) for one in inside]
        return found
    found = [one for part in value.operands for one in cut_off(reader, part)]
    if value.op == "max":
        sides = [*value.operands]
        least, floor = reversed(sides) if is_constant(sides[0]) else sides
        found.append(reader.term(least) < reader.term(floor))
    return found
