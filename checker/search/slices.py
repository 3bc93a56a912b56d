"""Slices: a machine without the writes to slots that a question cannot see.

A slot is seen where a requirement, the question or who acts reads it, or an effect on a seen slot does. The
others may change or not: the same steps are legal, and lead to the same values of what is seen. So a slice
has the same answers, and each of its plays is one of the machine. Only the domains of what is left out are
not checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import slots_read
from dicelaw.model.kernel.state import Cell


def sliced(machine: Machine, questions: Iterable[Expr]) -> tuple[Machine, tuple[str, ...]]:
    """The slice of ``machine`` for ``questions``, conditions on its states, and the slots that it leaves out.

    Of slots that are never written nothing is left out.
    """
    seen = slots_read(*questions) | {0}
    seen |= slots_read(*(read for transition in machine.transitions for read in transition.decided_by))
    effects = [pair for transition in machine.transitions for pair in transition.effect]
    while (
        new := {
            slot
            for place, value in effects
            if seen.intersection(place.slots)
            for slot in slots_read(value, *([place.index] if isinstance(place, Cell) else []))
        }
        - seen
    ):
        seen |= new

    def cut(transition: Transition) -> Transition:
        kept = tuple(pair for pair in transition.effect if seen.intersection(pair[0].slots))
        return replace(transition, effect=kept)

    out = {slot for place, _ in effects for slot in place.slots if not seen.intersection(place.slots)}
    return machine.rewritten(cut), tuple(machine.slots[slot].name for slot in sorted(out - seen))
