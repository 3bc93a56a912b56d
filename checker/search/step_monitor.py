"""Claims about single steps, as one more slot of the machine that remembers whether a step broke them.

Such a claim compares a state with the one after it. What is read after a step is said in terms of the state
before it, by putting what the step writes in the place of what is read.
"""

from __future__ import annotations

from dataclasses import replace

from dicelaw.model.kernel.expressions import (
    FALSE,
    TRUE,
    Expr,
    all_of,
    any_of,
    constant,
    negate,
    number,
    where,
)
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.rewriting import replaced
from dicelaw.model.kernel.state import Cell, Field, Slot, field_at
from dicelaw.specs.property import After, EachStep, Never, Stepwise, Unchanged, choices_named, spoken_of

BROKEN = Slot("observer/steps", 0, 1, "whether a step broke the claim", ("no", "yes"))


def remembering(machine: Machine, claim: Stepwise) -> tuple[Machine, Expr]:
    """``machine`` with a slot for ``claim``, and the condition that a step has broken it."""
    field = field_at(len(machine.slots), BROKEN)

    def watched(transition: Transition) -> Transition:
        breach = broken(machine, claim, transition)
        if breach is FALSE:
            return transition
        return replace(transition, effect=(*transition.effect, (field, number(where(breach, 1, field)))))

    made = replace(
        machine.rewritten(watched), slots=(*machine.slots, BROKEN), start=(*machine.start, BROKEN.lo)
    )
    return made, field == 1


def broken(machine: Machine, claim: Stepwise, transition: Transition) -> Expr:
    """The condition, before a step along ``transition`` is taken, that the step breaks ``claim``."""
    if not spoken_of(claim, [transition]):
        return FALSE
    match claim:
        case Unchanged():
            changes = [negate(after(machine, transition, value) == value) for value in claim.values]
            breach: Expr | bool = any_of(*changes)
        case EachStep():
            later = [node for node in walk(claim.holds) if isinstance(node, After)]
            put = {id(node): after(machine, transition, node.inner) for node in later}
            breach = negate(replaced(claim.holds, put))
        case Never():
            breach = claim.seat is None or transition.actor == claim.seat
    offered = {choice.name: choice for choice in transition.choices}
    chosen = {id(node): offered[node.wanted] for node in choices_named(claim)}
    return replaced(all_of(claim.given, breach), chosen)


def after(machine: Machine, transition: Transition, value: Expr) -> Expr:
    """``value`` after a step along ``transition``, in terms of the state before it."""
    put: dict[int, Expr] = {}
    for node in walk(value):
        if isinstance(node, Field):
            put[id(node)] = _written(machine, transition, node.place)
        elif isinstance(node, Cell):
            at = replaced(node.index, put)
            cells = [_written(machine, transition, slot) for slot in node.slots]
            found = cells[-1]
            for place, cell in reversed([*enumerate(cells[:-1])]):
                found = where(at == place, cell, found)
            put[id(node)] = found
    return replaced(value, put)


def _written(machine: Machine, transition: Transition, slot: int) -> Expr:
    """What the slot with the number ``slot`` is after the step."""
    if slot == 0:
        return constant(machine.point_index[transition.target])
    found: Expr = field_at(slot, machine.slots[slot])
    for place, value in transition.effect:
        if slot in place.slots:
            here = place.index == slot - place.base if isinstance(place, Cell) else TRUE
            found = where(here, value, found)
    return number(found)
