"""That two steps may be done in either order: what one writes and the other reads is the same for both.

Whatever else a step reads may have changed in between, as other steps may come between the two.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import partial
from itertools import combinations_with_replacement

import z3

from dicelaw.checker.digest import Writes
from dicelaw.checker.proof.obligation import Obligation
from dicelaw.checker.proof.reader import Reader
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.nodes import slots_read
from dicelaw.model.kernel.symbolic import in_domain
from dicelaw.specs.patterns import matches
from dicelaw.specs.property import Commute


def commuting(reader: Reader, claim: Commute) -> list[Obligation]:
    """That any two of the transitions commute on ``values``, each with a context of its own."""
    along = [one for one in reader.machine.transitions if matches(one.id, claim.along)]
    common = slots_read(*claim.values)
    return [
        _either_way(reader, claim, common, one, two)
        for one, two in combinations_with_replacement(along, 2)
        if reader.considered is None or {one.id, two.id} & reader.considered
    ]


def _either_way(
    reader: Reader, claim: Commute, common: frozenset[int], one: Transition, two: Transition
) -> Obligation:
    """That ``one`` and ``two`` commute on what is ``common``: as far as they write what either reads."""
    shared = common | _met(reader, claim, common, one, two) | _met(reader, claim, common, two, one)
    build = partial(_differ, reader, common, shared, one, two)
    about = (claim, Writes(one, shared), Writes(two, shared))
    return Obligation(f"{one.id} and {two.id}", None, build, about)


def _differ(
    reader: Reader, common: frozenset[int], shared: frozenset[int], one: Transition, two: Transition
) -> z3.BoolRef:
    """That both may be taken, and the order tells: only one is possible, or it leads to something else."""
    slots, pre = reader.machine.slots, reader.symbolic.pre
    read = slots_read(*_said(two, shared))
    between = {place: z3.Int(f"other:{slots[place].name}") for place in sorted(read - shared)}
    bounds = [bound for place, term in between.items() for bound in in_domain(slots[place], term)]
    renamed = [(pre[place], term) for place, term in between.items()]
    renamed += [(reader.term(choice), z3.Int(f"other:{choice.name}")) for choice in two.choices]
    first, second = _post(reader, one, shared), _post(reader, two, shared, renamed)
    guards = reader.edge(one).guard, z3.substitute(reader.edge(two).guard, *renamed)
    after_one = [(pre[place], term) for place, term in first.items()]
    after_two = [(pre[place], term) for place, term in second.items()]
    one_first, two_first = z3.substitute(guards[1], *after_one), z3.substitute(guards[0], *after_two)
    differing = [
        z3.substitute(second.get(place, pre[place]), *after_one)
        != z3.substitute(first.get(place, pre[place]), *after_two)
        for place in sorted(common & (first.keys() | second.keys()))
    ]
    return z3.And(*guards, z3.Or(one_first != two_first, *differing), *bounds)


def _met(
    reader: Reader, claim: Commute, common: Set[int], one: Transition, two: Transition
) -> frozenset[int]:
    """The slots that ``one`` writes and ``two`` reads for what it requires or writes into ``common``.

    Those that each has of its own are left out.
    """
    met = reader.edge(one).post.keys() & slots_read(*_said(two, common))
    own = [place for place in met if claim.own and matches(reader.machine.slots[place].name, claim.own)]
    return frozenset(met.difference(own))


def _said(transition: Transition, slots: Set[int]) -> list[Expr]:
    """What ``transition`` requires, and what it writes into ``slots``, and where."""
    written = [pair for pair in transition.effect if not slots.isdisjoint(pair[0].slots)]
    conditions = [requirement.holds for requirement in transition.requires]
    return [*conditions, *(part for place, value in written for part in (*place.operands, value))]


def _post(
    reader: Reader,
    transition: Transition,
    slots: Set[int],
    renamed: Sequence[tuple[z3.ExprRef, z3.ExprRef]] = (),
) -> dict[int, z3.ExprRef]:
    """What ``transition`` writes into ``slots``, with other names for what is ``renamed``."""
    post = reader.edge(transition).post
    written = {slot: post[slot] for slot in sorted(slots & post.keys())}
    return {slot: z3.substitute(term, *renamed) for slot, term in written.items()} if renamed else written
