"""What has to be refuted for a claim to hold: one small formula for each transition that can break it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice, product

import z3

from dicelaw.checker.digest import Digests
from dicelaw.model.kernel.expressions import Expr, walk
from dicelaw.model.kernel.graph import Agent, Choice, Kind, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.symbolic import Edge, Symbolic, integer
from dicelaw.specs.property import (
    After,
    AllOf,
    Always,
    Chosen,
    Claim,
    Covered,
    Deterministic,
    EachStep,
    InDomain,
    Never,
    NeverStuck,
    OneOwner,
    Theorem,
    Unchanged,
    matches,
)

Assumed = Callable[[str], Sequence[Expr]]
"""The invariants that may be assumed at a point."""
INSTANCES = 3000
"""How many choices of one transition are tried to show that some choice is legal."""


@dataclass(frozen=True)
class Obligation:
    """``formula`` must be unsatisfiable with the assumed invariants at ``source`` and the domains."""

    name: str
    source: str | None
    formula: z3.BoolRef
    transition: Transition | None = None


class Reader:
    """A machine with its z3 terms, digests and what each expression reads: shared by all proofs about it."""

    def __init__(self, machine: Machine, considered: frozenset[str] | None = None) -> None:
        """``considered`` limits proofs to steps along these transitions; the others are known to be fine."""
        self.machine = machine
        self.considered = considered
        self.symbolic = Symbolic(machine)
        self.digests = Digests()
        self._support: dict[int, frozenset[int]] = {}
        self._kept: list[Expr] = []

    @property
    def scope(self) -> str:
        """What a proof about the machine holds for."""
        return "; ".join(filter(None, (self.machine.scope, "all values")))

    @cached_property
    def leaving(self) -> dict[str, list[Transition]]:
        """The transitions that leave each point."""
        found: dict[str, list[Transition]] = {point.id: [] for point in self.machine.points}
        for transition in self.machine.transitions:
            found[transition.source].append(transition)
        return found

    @cached_property
    def transitions(self) -> tuple[Transition, ...]:
        """The transitions to look at."""
        if self.considered is None:
            return self.machine.transitions
        return tuple(t for t in self.machine.transitions if t.id in self.considered)

    def looks_at(self, point: str) -> bool:
        """Whether a transition to look at leaves ``point``."""
        return any(transition.source == point for transition in self.transitions)

    def support(self, expression: Expr) -> frozenset[int]:
        """The slots that ``expression`` reads."""
        if id(expression) not in self._support:
            slots: set[int] = set()
            for node in walk(expression):
                if node.op == "field":
                    slots.add(node.args[0])
                elif node.op == "cell":
                    slots.update(range(node.args[0], node.args[0] + node.args[1]))
            self._support[id(expression)] = frozenset(slots)
            self._kept.append(expression)
        return self._support[id(expression)]

    def edge(self, transition: Transition) -> Edge:
        """The terms of ``transition``."""
        return self.symbolic.edge(transition)

    def term(self, expression: Expr) -> z3.ExprRef:
        """The term of ``expression`` before a step."""
        return self.symbolic.term(expression)

    def after(self, edge: Edge, expression: Expr) -> z3.ExprRef:
        """The term of ``expression`` after ``edge``."""
        return self.symbolic.after(edge, self.term(expression), self.support(expression))


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
            formula = z3.And(reader.term(claim.given), z3.Not(reader.term(claim.holds)))
            yield Obligation("theorem", None, formula)
        case InDomain():
            yield from _in_domain(reader)
        case Covered():
            yield from _covered(reader, claim)
        case OneOwner():
            yield from _one_owner(reader)
        case Deterministic():
            yield from _deterministic(reader, claim)
        case NeverStuck():
            yield from _never_stuck(reader, assumed)
        case _:
            raise TypeError(f"{type(claim).__name__} is not proved by induction")


def _always(reader: Reader, claim: Always) -> Iterator[Obligation]:
    machine, symbolic = reader.machine, reader.symbolic
    holds = reader.term(claim.holds)
    start = machine.points[machine.start[0]].id
    if matches(start, claim.at):
        yield Obligation("start", None, z3.And(*symbolic.initial(), z3.Not(holds)))
    reads = reader.support(claim.holds)
    for transition in reader.transitions:
        if not matches(transition.target, claim.at):
            continue
        edge = reader.edge(transition)
        if matches(transition.source, claim.at) and not reads & edge.post.keys():
            continue
        after = reader.after(edge, claim.holds)
        yield Obligation(transition.id, transition.source, z3.And(edge.guard, z3.Not(after)), transition)


def _each_step(reader: Reader, claim: EachStep) -> Iterator[Obligation]:
    given, holds = reader.term(claim.given), reader.term(claim.holds)
    later = [node for node in walk(claim.holds) if isinstance(node, After)]
    for transition in reader.transitions:
        if not matches(transition.id, claim.along):
            continue
        edge = reader.edge(transition)
        pairs = [(reader.term(node), reader.after(edge, node.inner)) for node in later]
        kept = z3.substitute(holds, *pairs) if pairs else holds
        formula = z3.And(given, edge.guard, z3.Not(kept))
        yield Obligation(transition.id, transition.source, formula, transition)


def _unchanged(reader: Reader, claim: Unchanged) -> Iterator[Obligation]:
    given = reader.term(claim.given)
    for transition in reader.transitions:
        if not matches(transition.id, claim.along):
            continue
        edge = reader.edge(transition)
        touched = [value for value in claim.values if reader.support(value) & edge.post.keys()]
        if touched:
            differs = z3.Or(*(reader.after(edge, value) != reader.term(value) for value in touched))
            yield Obligation(transition.id, transition.source, z3.And(given, edge.guard, differs), transition)


def _never(reader: Reader, claim: Never) -> Iterator[Obligation]:
    given = reader.term(claim.given)
    named = [node for node in walk(claim.given) if isinstance(node, Chosen)]
    for transition in reader.transitions:
        if not matches(transition.id, claim.along):
            continue
        offered = {choice.name: choice for choice in transition.choices}
        if any(node.wanted not in offered for node in named):
            continue
        pairs = [(reader.term(node), reader.term(offered[node.wanted])) for node in named]
        parts = [z3.substitute(given, *pairs) if pairs else given, reader.edge(transition).guard]
        if claim.seat is not None:
            if not isinstance(transition.actor, Expr):
                continue
            parts.append(reader.term(transition.actor) == reader.term(claim.seat))
        yield Obligation(transition.id, transition.source, z3.And(*parts), transition)


def _in_domain(reader: Reader) -> Iterator[Obligation]:
    slots = reader.machine.slots
    for transition in reader.transitions:
        edge = reader.edge(transition)
        leaves = []
        for place, value in transition.effect:
            slot = slots[place.args[0]]
            term = reader.term(value)
            if value.lo is None or value.lo < slot.lo:
                leaves.append(term < slot.lo)
            if not slot.open_above and (value.hi is None or value.hi > slot.hi):
                leaves.append(term > slot.hi)
        if leaves:
            yield Obligation(transition.id, transition.source, z3.And(edge.guard, z3.Or(*leaves)), transition)


def _covered(reader: Reader, claim: Covered) -> Iterator[Obligation]:
    slots = reader.machine.slots
    for transition in reader.transitions:
        if not matches(transition.id, claim.along):
            continue
        cut = [
            reader.term(value.args[0]) < reader.term(value.args[1])
            for place, value in transition.effect
            if value.op == "max" and matches(slots[place.args[0]].name, claim.fields)
        ]
        if cut:
            formula = z3.And(reader.edge(transition).guard, z3.Or(*cut))
            yield Obligation(transition.id, transition.source, formula, transition)


def _pairs(
    reader: Reader, transitions: Sequence[Transition]
) -> Iterator[tuple[Transition, Transition, z3.BoolRef]]:
    for one, two in combinations(transitions, 2):
        both = z3.And(reader.edge(one).guard, reader.edge(two).guard)
        yield one, two, both


def _one_owner(reader: Reader) -> Iterator[Obligation]:
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
                differ = reader.term(_actor(one)) != reader.term(_actor(two))
                both = z3.And(reader.edge(one).guard, reader.edge(two).guard, differ)
                yield Obligation(f"{one.id} and {two.id}", point, both, one)
        own = [t for group in decided for t in group]
        others = [t for t in transitions if t.actor is Agent.RULES]
        for seat, rule in product(own, others):
            both = z3.And(reader.edge(seat).guard, reader.edge(rule).guard)
            yield Obligation(f"{seat.id} and {rule.id}", point, both, seat)


def _actor(transition: Transition) -> Expr:
    if not isinstance(transition.actor, Expr):
        raise TypeError(f"{transition.id} is not decided by a seat")
    return transition.actor


def _deterministic(reader: Reader, claim: Deterministic) -> Iterator[Obligation]:
    for point, transitions in reader.leaving.items():
        if not matches(point, claim.at) or not reader.looks_at(point):
            continue
        rules = [transition for transition in transitions if transition.actor is Agent.RULES]
        for one, two, both in _pairs(reader, rules):
            yield Obligation(f"{one.id} and {two.id}", point, both, one)


def _never_stuck(reader: Reader, assumed: Assumed) -> Iterator[Obligation]:
    for point in reader.machine.points:
        if point.kind is not Kind.FINAL and reader.looks_at(point.id):
            given = [reader.term(invariant) for invariant in assumed(point.id)]
            yield Obligation(point.id, point.id, z3.Not(_some_way(reader, reader.leaving[point.id], given)))


def _some_way(reader: Reader, transitions: Sequence[Transition], given: Sequence[z3.BoolRef]) -> z3.BoolRef:
    """That one of ``transitions`` is enabled by simple choices, tried from the simplest up."""
    solver = z3.SimpleSolver()
    solver.add(*reader.symbolic.within(), *given)
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
    return z3.Or(*ways)


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
        if node.op == "==" and any(arg is choice for arg in node.args):
            values.update(arg.args[0] for arg in node.args if arg.op == "const")
    top = choice.top if choice.top is not None else low
    if top - low < 40 and len(values) == 1:
        values.update(range(low, top + 1))
    return sorted(value for value in values if low <= value <= top)
