"""What entries steps use, and which lie on the table, as expressions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dicelaw.model.kernel.expressions import Expr


@dataclass(frozen=True)
class Uses:
    """Which of ``entries`` steps use, and which lie on the table.

    ``of`` has by the number of a transition, over the state before it and its choices, the place among the
    entries of the one that the step uses and 1 more, or 0. ``lying`` says by such a place when an entry lies
    there, and ``turn`` tells turns apart.
    """

    entries: Sequence[str]
    of: Mapping[int, Expr]
    lying: Mapping[int, Expr]
    turn: Expr
