"""What has to be refuted for a claim to hold: one small formula for each transition that can break it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations, islice, product

import z3

from dicelaw.checker.digest import Writes
from dicelaw.checker.reader import Reader
from dicelaw.model.kernel.expressions import Expr, number, walk
from dicelaw.model.kernel.graph import Agent, Choice, Kind, Transition
from dicelaw.model.kernel.symbolic import integer
from dicelaw.specs.property import (
    After,
    AllOf,
    Always,
    Claim,
    Covered,
    Deterministic,
    EachStep,
    InDomain,
    Never,
    NeverStuck,
    OneOwner,
    Stepwise,
    Theorem,
    Unchanged,
    choices_named,
    matches,
    spoken_of,
)

Assumed = Callable[[str], Sequence[Expr]]
"""The invariants that may be assumed at a point."""
INSTANCES = 3000
"""How many choices of one transition are tried to show that some choice is legal."""


@dataclass(frozen=True, eq=False)
class Obligation:
    """``formula`` must be unsatisfiable with the assumed invariants at ``source`` and the domains.

    It is built when it is asked for. ``about`` is all that it is made of, besides the slots and the start of
    the machine: the claim, the transitions as far as they matter, and the expressions of other invariants.
    """

    name: str
    source: str | None
    build: Callable[[], z3.BoolRef]
    about: tuple[Claim | Transition | Writes | Expr, ...]
    transition: Transition | None = None
    beside: Transition | None = None
    """A transition that is enabled as well, as it is in other obligations."""

    @cached_property
    def formula(self) -> z3.BoolRef:
        """What must be unsatisfiable."""
        return self.build()


def obligations(reader: Reader, claim: Claim, assumed: Assumed) -> Iterator[Obligation]:
    """What must be unsatisfiable, given what is ``assumed`` at its point, for ``claim`` to hold.

    Raises TypeError for a claim of another engine.
    """
    match claim:
        case Always():
            yield from _always(reader, claim)
        case AllOf():
            for part in claim.parts:
                yield from _always(reader, part)
        case EachStep():
            yield from _each_step(reader, claim)
        case Unchanged():
            yield from _unchanged(reader, claim)
        case Never():
            yield from _never(reader, claim)
        case Theorem():
            yield Obligation(
                "theorem",
                None,
                lambda: z3.And(reader.term(claim.given), z3.Not(reader.term(claim.holds))),
                (claim,),
            )
        case InDomain():
            yield from _in_domain(reader, claim)
        case Covered():
            yield from _covered(reader, claim)
        case OneOwner():
            yield from _one_owner(reader, claim)
        case Deterministic():
            yield from _deterministic(reader, claim)
        case NeverStuck():
            yield from _never_stuck(reader, claim, assumed)
        case _:
            raise TypeError(f"{type(claim).__name__} is not proved by induction")


def _always(reader: Reader, claim: Always) -> Iterator[Obligation]:
    machine = reader.machine
    start = machine.points[machine.start[0]].id
    if matches(start, claim.at):
        yield Obligation("start", None, partial(_false_at_start, reader, claim), (claim,))
    reads = reader.support(claim.holds)
    for transition in reader.transitions:
        if not matches(transition.target, claim.at):
            continue
        if matches(transition.source, claim.at) and not reads & reader.edge(transition).post.keys():
            continue
        build = partial(_false_after, reader, claim, transition)
        yield _of_step(transition, build, claim, reads)


def _of_step(
    transition: Transition, build: Callable[[], z3.BoolRef], claim: Claim, slots: frozenset[int]
) -> Obligation:
    """An obligation of ``claim`` about ``transition`` that reads ``slots`` after the step."""
    about = (claim, Writes(transition, slots))
    return Obligation(transition.id, transition.source, build, about, transition)


def _false_at_start(reader: Reader, claim: Always) -> z3.BoolRef:
    return z3.And(*reader.symbolic.initial, z3.Not(reader.term(claim.holds)))


def _false_after(reader: Reader, claim: Always, transition: Transition) -> z3.BoolRef:
    edge = reader.edge(transition)
    return z3.And(edge.guard, z3.Not(reader.after(edge, claim.holds)))


def _each_step(reader: Reader, claim: EachStep) -> Iterator[Obligation]:
    for transition in spoken_of(claim, reader.transitions):
        build = partial(_not_kept, reader, claim, transition)
        yield _of_step(transition, build, claim, _read_after(reader, claim.given, claim.holds))


def _not_kept(reader: Reader, claim: EachStep, transition: Transition) -> z3.BoolRef:
    said = partial(_said, reader, claim, transition)
    return z3.And(said(claim.given), reader.edge(transition).guard, z3.Not(said(claim.holds)))


def _said(reader: Reader, claim: Stepwise, transition: Transition, part: Expr) -> z3.ExprRef:
    """What ``part`` of ``claim`` says of a step along ``transition``: of what it chooses and leaves."""
    edge, said = reader.edge(transition), reader.term(part)
    later = [node for node in walk(part) if isinstance(node, After)]
    said = z3.substitute(said, *((reader.term(node), reader.after(edge, node.inner)) for node in later))
    offered = {choice.name: reader.term(choice) for choice in transition.choices}
    chosen = choices_named(claim)
    return z3.substitute(said, *((reader.term(node), offered[node.wanted]) for node in chosen))


def _read_after(reader: Reader, *parts: Expr) -> frozenset[int]:
    """The slots that ``parts`` of a claim about steps read after a step."""
    later = [node.inner for node in walk(*parts) if isinstance(node, After)]
    return frozenset().union(*map(reader.support, later))


def _unchanged(reader: Reader, claim: Unchanged) -> Iterator[Obligation]:
    for transition in spoken_of(claim, reader.transitions):
        written = reader.edge(transition).post.keys()
        touched = [value for value in claim.values if reader.support(value) & written]
        if touched:
            build = partial(_differs, reader, claim, transition, touched)
            reads = _read_after(reader, claim.given, *map(After, claim.values))
            yield _of_step(transition, build, claim, reads)


def unwritten(reader: Reader, claim: Unchanged) -> Iterator[Obligation]:
    """That a step changes what it does not write: proofs pass over these, and evidence shows them."""
    for transition in spoken_of(claim, reader.transitions):
        written = reader.edge(transition).post.keys()
        others = [value for value in claim.values if not reader.support(value) & written]
        if others:
            build = partial(_becomes, reader, claim, transition, others)
            yield Obligation(f"{transition.id} writes nothing of it", None, build, (claim, transition))


def _becomes(reader: Reader, claim: Unchanged, transition: Transition, values: Sequence[Expr]) -> z3.BoolRef:
    """That one of ``values`` is another after ``transition``."""
    said = partial(_said, reader, claim, transition)
    return z3.Or(*(said(After(value)) != said(number(value)) for value in values))


def _differs(reader: Reader, claim: Unchanged, transition: Transition, values: Sequence[Expr]) -> z3.BoolRef:
    given = _said(reader, claim, transition, claim.given)
    return z3.And(given, reader.edge(transition).guard, _becomes(reader, claim, transition, values))


def _never(reader: Reader, claim: Never) -> Iterator[Obligation]:
    said = (claim.given,) if claim.seat is None else (claim.given, claim.seat)
    for transition in spoken_of(claim, reader.transitions):
        build = partial(_happens, reader, claim, transition)
        yield _of_step(transition, build, claim, _read_after(reader, *said))


def _happens(reader: Reader, claim: Never, transition: Transition) -> z3.BoolRef:
    said = partial(_said, reader, claim, transition)
    parts = [said(claim.given), reader.edge(transition).guard]
    if claim.seat is not None:
        parts.append(reader.term(_actor(transition)) == said(claim.seat))
    return z3.And(*parts)


def _in_domain(reader: Reader, claim: InDomain) -> Iterator[Obligation]:
    slots = reader.machine.slots
    for transition in reader.transitions:
        leaves: list[tuple[Expr, int | None, int | None]] = []
        written: set[int] = set()
        for place, value in transition.effect:
            slot = slots[place.args[0]]
            low = slot.lo if value.lo is None or value.lo < slot.lo else None
            high = slot.hi if not slot.open_above and (value.hi is None or value.hi > slot.hi) else None
            if (low, high) != (None, None):
                leaves.append((value, low, high))
                written.add(place.args[0])
        if leaves:
            build = partial(_leaves, reader, transition, leaves)
            yield _of_step(transition, build, claim, frozenset(written))


def _leaves(
    reader: Reader, transition: Transition, leaves: Sequence[tuple[Expr, int | None, int | None]]
) -> z3.BoolRef:
    below = [reader.term(value) < low for value, low, _ in leaves if low is not None]
    above = [reader.term(value) > high for value, _, high in leaves if high is not None]
    return z3.And(reader.edge(transition).guard, z3.Or(*below, *above))


def _covered(reader: Reader, claim: Covered) -> Iterator[Obligation]:
    slots = reader.machine.slots
    for transition in reader.transitions:
        if not matches(transition.id, claim.along):
            continue
        capped = [
            (place.args[0], value)
            for place, value in transition.effect
            if value.op == "max" and matches(slots[place.args[0]].name, claim.fields)
        ]
        if capped:
            build = partial(_cut, reader, transition, [value for _, value in capped])
            yield _of_step(transition, build, claim, frozenset(slot for slot, _ in capped))


def _cut(reader: Reader, transition: Transition, capped: Sequence[Expr]) -> z3.BoolRef:
    cut = [reader.term(value.args[0]) < reader.term(value.args[1]) for value in capped]
    return z3.And(reader.edge(transition).guard, z3.Or(*cut))


def _together(
    reader: Reader, claim: Claim, one: Transition, two: Transition, *, owners: bool = False
) -> Obligation:
    """That ``one`` and ``two`` can be taken in the same state, with ``owners`` by different seats."""

    def both() -> z3.BoolRef:
        apart = [reader.term(_actor(one)) != reader.term(_actor(two))] if owners else []
        return z3.And(reader.edge(one).guard, reader.edge(two).guard, *apart)

    about = (claim, Writes(one), Writes(two))
    return Obligation(f"{one.id} and {two.id}", one.source, both, about, one, two)


def _one_owner(reader: Reader, claim: OneOwner) -> Iterator[Obligation]:
    for point, transitions in reader.leaving.items():
        if not reader.looks_at(point):
            continue
        by_actor: dict[str, list[Transition]] = {}
        for transition in transitions:
            if isinstance(transition.actor, Expr):
                by_actor.setdefault(reader.digests.of(transition.actor), []).append(transition)
        decided = list(by_actor.values())
        for first, second in combinations(decided, 2):
            for one, two in product(first, second):
                yield _together(reader, claim, one, two, owners=True)
        own = [t for group in decided for t in group]
        others = [t for t in transitions if t.actor is Agent.RULES]
        for rule, seat in product(others, own):
            yield _together(reader, claim, seat, rule)


def _actor(transition: Transition) -> Expr:
    if not isinstance(transition.actor, Expr):
        raise TypeError(f"{transition.id} is not decided by a seat")
    return transition.actor


def _deterministic(reader: Reader, claim: Deterministic) -> Iterator[Obligation]:
    for point, transitions in reader.leaving.items():
        if not matches(point, claim.at) or not reader.looks_at(point):
            continue
        rules = [transition for transition in transitions if transition.actor is Agent.RULES]
        for one, two in combinations(rules, 2):
            yield _together(reader, claim, one, two)


def _never_stuck(reader: Reader, claim: NeverStuck, assumed: Assumed) -> Iterator[Obligation]:
    for point in reader.machine.points:
        if point.kind is not Kind.FINAL and reader.looks_at(point.id):
            leaving, given = reader.leaving[point.id], assumed(point.id)
            build = partial(_no_way, reader, leaving, given)
            yield Obligation(point.id, point.id, build, (claim, *map(Writes, leaving), *given))


def _no_way(reader: Reader, transitions: Sequence[Transition], given: Sequence[Expr]) -> z3.BoolRef:
    """That none of ``transitions`` is enabled by simple choices, tried from the simplest up."""
    solver = z3.SimpleSolver()
    solver.add(*reader.symbolic.within(), *(reader.term(invariant) for invariant in given))
    ways: list[z3.BoolRef] = []
    for limit in (0, 1, 40, INSTANCES):
        tried = [transition for transition in transitions if limit or not transition.choices]
        ways = [way for transition in tried for way in _instances(reader, transition, max(limit, 1))]
        solver.push()
        solver.add(z3.Not(z3.Or(*ways)))
        covered = solver.check() == z3.unsat
        solver.pop()
        if covered:
            break
    return z3.Not(z3.Or(*ways))


def _instances(reader: Reader, transition: Transition, limit: int) -> list[z3.BoolRef]:
    """The guard of ``transition`` for choices that its requirements speak of: enough to show it enabled."""
    guard = z3.And(*reader.edge(transition).guards)
    nodes = [*walk(*(requirement.holds for requirement in transition.requires))]
    used = [choice for choice in transition.choices if any(node is choice for node in nodes)]
    offered = [
        [(reader.term(choice), integer(value)) for value in _candidates(nodes, choice)] for choice in used
    ]
    only = [pairs[0] for pairs in offered if len(pairs) == 1]
    ways = [z3.substitute(guard, *only) if only else guard]
    for pairs in offered:
        if len(pairs) > 1:
            further = (z3.simplify(z3.substitute(way, pair)) for way, pair in product(ways, pairs))
            ways = [*islice((way for way in further if not z3.is_false(way)), limit)]
    return ways


def _candidates(nodes: Sequence[Expr], choice: Choice) -> list[int]:
    """Values of ``choice`` within its bounds: those that ``nodes`` compare it with, else all of a few."""
    low = choice.lo or 0
    values = {low}
    for node in nodes:
        if node.op == "==" and any(arg is choice or _offers(arg, choice) for arg in node.args):
            values.update(arg.args[0] for arg in node.args if arg.op == "const")
    top = choice.top if choice.top is not None else low
    if top - low < 40 and len(values) == 1:
        values.update(range(low, top + 1))
    return sorted(value for value in values if low <= value <= top)


def _offers(value: Expr, choice: Choice) -> bool:
    """Whether ``choice`` is one of the values that ``value`` selects from."""
    return value.op == "where" and any(arg is choice for arg in value.args)
