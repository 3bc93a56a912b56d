"""Two versions of a transition: where one does what the other does not, as z3 terms."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product
from math import prod

import z3

from dicelaw.checker.proof.reader import Reader
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Agent, Choice, Transition
from dicelaw.model.kernel.symbolic import Edge
from dicelaw.mutation.equivalence.liveness import may_leave

MOST = 64
"""In how many ways a step of chance can be made of which it is asked whether there is one."""


def written(reader: Reader, one: Edge, other: Edge) -> dict[int, z3.BoolRef]:
    """Where the two write different values, by the slots of which that is not plainly impossible."""
    pre, found = reader.symbolic.pre, {}
    for slot in sorted({*one.post, *other.post}):
        values = one.post.get(slot, pre[slot]), other.post.get(slot, pre[slot])
        if not values[0].eq(values[1]):
            found[slot] = values[0] != values[1]
    return found


def differing(reader: Reader, old: Transition, new: Transition | None, slots: Collection[int]) -> z3.BoolRef:
    """That one of the two allows a step that the other does not, to somebody else, or makes other ``slots``.

    Where ``new`` would write what is outside of a domain, it makes something else. Of chance nobody sees what
    else it might have brought about, only whether it has its turn.
    """
    one = reader.edge(old)
    if new is None:
        return one.guard
    other = Edge(reader.symbolic, new)
    pairs = written(reader, one, other)
    wrong = [pair for slot, pair in pairs.items() if slot in slots] + leaving(reader, new, old)
    common = [guard for guard in one.guards if any(guard.eq(two) for two in other.guards)]
    guards = z3.Xor(z3.And(*one.guards), z3.And(*other.guards))
    if old.actor is Agent.CHANCE and prod(map(_size, old.choices)) <= MOST:
        guards = z3.And(guards, z3.Or(one.guard, z3.Not(_some(reader, one))))
    wrong.append(_other_actor(reader, old, new))
    return z3.And(one.offered, *common, z3.Or(guards, z3.And(one.guard, z3.Or(*wrong))))


def _size(choice: Choice) -> int:
    return MOST + 1 if choice.top is None else choice.top - (choice.lo or 0) + 1


def _some(reader: Reader, edge: Edge) -> z3.BoolRef:
    """That ``edge`` may be taken in some way."""
    choices = edge.transition.choices
    terms = [reader.term(choice) for choice in choices]
    ways = product(*(range(one.lo or 0, (one.top or 0) + 1) for one in choices))
    made = [[(term, z3.IntVal(value)) for term, value in zip(terms, way, strict=True)] for way in ways]
    return z3.Or(*(z3.substitute(z3.And(*edge.guards), *way) for way in made))


def _other_actor(reader: Reader, old: Transition, new: Transition) -> z3.BoolRef:
    if isinstance(old.actor, Expr) and isinstance(new.actor, Expr):
        return reader.term(old.actor) != reader.term(new.actor)
    return z3.BoolVal(old.actor is not new.actor)


def leaving(reader: Reader, new: Transition, old: Transition) -> list[z3.BoolRef]:
    """That ``new`` writes what is outside of a domain, where it does not write what ``old`` does."""
    kept = {(place.slots.start, id(value)) for place, value in old.effect}
    found = []
    for place, value in new.effect:
        slot = reader.machine.slots[place.slots.start]
        if (place.slots.start, id(value)) not in kept and may_leave(slot, value):
            term = reader.term(value)
            found += [term < slot.lo] if slot.open_above else [term < slot.lo, term > slot.hi]
    return found
