"""Bugs in what a transition writes into an array, at whichever cell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dicelaw.model.kernel.expressions import Expr, number
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.state import ArrayField
from dicelaw.specs.bugs import Bug
from dicelaw.specs.patterns import Pattern, matches


def spoiling(along: Pattern, array: ArrayField, value: Callable[[Expr], Expr | int], says: str) -> Bug:
    """The bug of writing another ``value``, which gets the right one, into ``array`` in steps ``along``."""
    slots = range(array.base, array.base + len(array))

    def change(one: Transition) -> Transition:
        if not matches(one.id, along):
            return one
        pairs = ((at, number(value(new)) if at.slots.start in slots else new) for at, new in one.effect)
        return replace(one, effect=tuple(pairs))

    return Bug(says, change)
