"""Claims that no step goes otherwise under another reading: a play that breaks one may hang on it."""

from __future__ import annotations

from collections.abc import Iterator

from dicelaw.model.kernel.expressions import FALSE, TRUE, Expr, all_of, is_constant
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.likeness import ByNames, same
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.rewriting import replaced
from dicelaw.specs.property import Chosen, EachStep


def alike(machine: Machine, other: Machine, structures: ByNames) -> Iterator[EachStep]:
    """That a step is legal by ``other`` as well, and comes to the same, for each transition that differs.

    Nothing is claimed of one that never does, as where it writes other slots, and nothing at all where the
    two have other slots or timing points. ``structures`` may be shared by all that are compared with
    ``machine``.
    """
    if machine.slots != other.slots or machine.point_index != other.point_index:
        return
    for one in machine.transitions:
        its = other.transition_index.get(one.id)
        if its is not None and not same(one, other.transitions[its], structures):
            holds = _comes_to_the_same(one, other.transitions[its])
            if not is_constant(holds):
                yield EachStep(holds, along=one.id)


def _comes_to_the_same(one: Transition, other: Transition) -> Expr:
    here, there = _written(one), _written(other)
    if one.target != other.target or here.keys() != there.keys():
        return FALSE
    legal = [replaced(need.holds, _chosen(other)) for need in other.requires]
    values = [TRUE if here[place] is there[place] else here[place] == there[place] for place in here]
    return all_of(*legal, *values)


def _written(one: Transition) -> dict[Expr, Expr]:
    """What ``one`` writes where, in terms of what is chosen."""
    chosen = _chosen(one)
    return {replaced(place, chosen): replaced(value, chosen) for place, value in one.effect}


def _chosen(one: Transition) -> dict[int, Expr]:
    return {id(choice): Chosen(choice.name) for choice in one.choices}
