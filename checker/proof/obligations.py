"""What has to be refuted for a claim to hold: one small formula for each transition that can break it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, combinations_with_replacement, product

import z3

from dicelaw.checker.digest import Writes
from dicelaw.checker.proof.cut_off import cut_off
from dicelaw.checker.proof.obligation import Obligation, Taken
from dicelaw.checker.proof.reader import Reader
from dicelaw.checker.proof.ways import FEW, no_way, none_of_few, tried_first
from dicelaw.model.kernel.expressions import TRUE, Expr, number
from dicelaw.model.kernel.graph import Agent, Kind, Transition
from dicelaw.model.kernel.nodes import slots_read
from dicelaw.model.kernel.symbolic import Edge
from dicelaw.model.kernel.z3_terms import all_hold, negated, some_holds, substituted, unequal
from dicelaw.specs.patterns import matches
from dicelaw.specs.property import (
    After,
    AllOf,
    Always,
    Claim,
    Covered,
    Deterministic,
    EachStep,
    Exactly,
    InDomain,
    Never,
    NeverStuck,
    OneOwner,
    Spoken,
    Theorem,
    Unchanged,
    choices_named,
    later_in,
    said_by,
    spoken_of,
)

Assumed = Callable[[str], Sequence[Expr]]
"""The invariants that may be assumed at a point."""
Renamed = Callable[[z3.ExprRef], z3.ExprRef]
"""A term with other names for choices."""


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
        case Exactly():
            yield from _exactly(reader, claim)
        case Theorem():
            yield Obligation(
                "theorem",
                None,
                lambda: all_hold(reader.term(claim.given), negated(reader.term(claim.holds))),
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
    reads = slots_read(claim.holds)
    for transition in reader.transitions:
        if not matches(transition.target, claim.at):
            continue
        if matches(transition.source, claim.at) and not reads & transition.changes:
            continue
        build = partial(_false_after, reader, claim, transition)
        yield _of_step(reader, transition, build, claim, reads)


def _at(reader: Reader, transition: Transition, build: Callable[[], z3.BoolRef]) -> z3.BoolRef:
    """What ``build`` makes, in states at the point that ``transition`` leaves."""
    return all_hold(reader.symbolic.at(transition.source), build())


def _of_point(claim: Claim) -> bool:
    """Whether ``claim`` speaks of the timing point."""
    return 0 in slots_read(*said_by(claim))


def _of_step(
    reader: Reader,
    transition: Transition,
    build: Callable[[], z3.BoolRef],
    claim: Claim,
    slots: frozenset[int],
    *,
    guarded: bool = False,
) -> Obligation:
    """An obligation of ``claim`` about ``transition`` that reads ``slots`` after the step.

    ``build`` says when the step may be taken only if it is ``guarded``.
    """
    about = (claim, Writes(transition, slots))
    placed = partial(_at, reader, transition, build) if _of_point(claim) else build
    if guarded:
        return Obligation(transition.id, transition.source, placed, about, transition)
    edge = reader.edge(transition)
    offered = partial(_where_offered, edge, placed)
    return Obligation(transition.id, transition.source, offered, about, transition, taken=(Taken(edge),))


def _where_offered(edge: Edge, build: Callable[[], z3.BoolRef]) -> z3.BoolRef:
    """What ``build`` makes, where the choices of ``edge`` are in bounds."""
    return all_hold(edge.offered, build())


def _false_at_start(reader: Reader, claim: Always) -> z3.BoolRef:
    return all_hold(*reader.symbolic.initial, negated(reader.term(claim.holds)))


def _false_after(reader: Reader, claim: Always, transition: Transition) -> z3.BoolRef:
    return negated(reader.after(reader.edge(transition), claim.holds))


def _each_step(reader: Reader, claim: EachStep) -> Iterator[Obligation]:
    reads = _read_after(claim.given, claim.holds)
    for transition in spoken_of(claim, reader.transitions):
        build = partial(_not_kept, reader, claim, transition)
        yield _of_step(reader, transition, build, claim, reads)


def _not_kept(reader: Reader, claim: EachStep, transition: Transition) -> z3.BoolRef:
    said = partial(_said, reader, claim, transition)
    return all_hold(said(claim.given), negated(said(claim.holds)))


def _said(reader: Reader, claim: Spoken, transition: Transition, part: Expr) -> z3.ExprRef:
    """What ``part`` of ``claim`` says of a step along ``transition``: of what it chooses and leaves."""
    edge, said = reader.edge(transition), reader.term(part)
    said = substituted(said, ((reader.term(node), reader.after(edge, node.inner)) for node in later_in(part)))
    offered = {choice.name: reader.term(choice) for choice in transition.choices}
    chosen = choices_named(claim)
    return substituted(said, ((reader.term(node), offered[node.wanted]) for node in chosen))


def _read_after(*parts: Expr) -> frozenset[int]:
    """The slots that ``parts`` of a claim about steps read after a step."""
    return slots_read(*(node.inner for part in parts for node in later_in(part)))


def _unchanged(reader: Reader, claim: Unchanged) -> Iterator[Obligation]:
    reads = _read_after(claim.given, *map(After, claim.values))
    for transition in spoken_of(claim, reader.transitions):
        written = transition.changes
        values = [value for value in claim.values if slots_read(value) & written]
        if values:
            build = partial(_differs, reader, claim, transition, values)
            yield _of_step(reader, transition, build, claim, reads)


def unwritten(reader: Reader, claim: Unchanged) -> Iterator[Obligation]:
    """That a step changes what it does not write: proofs pass over these, and evidence shows them."""
    for transition in spoken_of(claim, reader.transitions):
        written = transition.changes
        others = [value for value in claim.values if not slots_read(value) & written]
        if others:
            build = partial(_becomes, reader, claim, transition, others)
            yield Obligation(f"{transition.id} writes nothing of it", None, build, (claim, transition))


def _becomes(reader: Reader, claim: Unchanged, transition: Transition, values: Sequence[Expr]) -> z3.BoolRef:
    """That one of ``values`` is another after ``transition``."""
    said = partial(_said, reader, claim, transition)
    return some_holds(*(unequal(said(After(value)), said(number(value))) for value in values))


def _differs(reader: Reader, claim: Unchanged, transition: Transition, values: Sequence[Expr]) -> z3.BoolRef:
    given = _said(reader, claim, transition, claim.given)
    return all_hold(given, _becomes(reader, claim, transition, values))


def _never(reader: Reader, claim: Never) -> Iterator[Obligation]:
    reads = _read_after(claim.given, *(() if claim.seat is None else (claim.seat,)))
    for transition in spoken_of(claim, reader.transitions):
        build = partial(_happens, reader, claim, transition)
        yield _of_step(reader, transition, build, claim, reads)


def _happens(reader: Reader, claim: Never, transition: Transition) -> z3.BoolRef:
    said = partial(_said, reader, claim, transition)
    parts = [said(claim.given)]
    if claim.seat is not None:
        parts.append(reader.term(_actor(transition)) == said(claim.seat))
    return all_hold(*parts)


def _exactly(reader: Reader, claim: Exactly) -> Iterator[Obligation]:
    """That a step makes what is claimed, whenever it may be taken; and that it may just when that is claimed.

    These are two, as the one hangs on what the step writes, and the other on what it requires.
    """
    made, allowed = EachStep(claim.holds, claim.given, claim.along), replace(claim, holds=TRUE)
    reads = _read_after(claim.given, claim.holds), _read_after(claim.given, claim.when)
    for transition in spoken_of(claim, reader.transitions):
        if claim.holds is not TRUE:
            build = partial(_not_kept, reader, made, transition)
            yield _of_step(reader, transition, build, made, reads[0])
        build = partial(_not_when, reader, allowed, transition)
        one = _of_step(reader, transition, build, allowed, reads[1], guarded=True)
        yield replace(one, name=f"when {transition.id}")
    for pattern in (claim.along,) if isinstance(claim.along, str) else claim.along:
        if not any(matches(one.id, pattern) for one in reader.machine.transitions):
            yield Obligation(f"{pattern} is not there", None, partial(z3.BoolVal, True), (claim,))


def _not_when(reader: Reader, claim: Exactly, transition: Transition) -> z3.BoolRef:
    """That ``transition`` may be taken where ``claim`` says that it may not, or the other way round."""
    edge, said = reader.edge(transition), partial(_said, reader, claim, transition)
    taken, when = all_hold(*edge.guards), said(claim.when)
    wrong = some_holds(all_hold(when, negated(taken)), all_hold(taken, negated(when)))
    return all_hold(said(claim.given), edge.offered, wrong)


def _in_domain(reader: Reader, claim: InDomain) -> Iterator[Obligation]:
    slots = reader.machine.slots
    for transition in reader.transitions:
        leaves: list[tuple[Expr, int | None, int | None]] = []
        written: set[int] = set()
        for place, value in transition.effect:
            slot = slots[place.slots.start]
            low = slot.lo if value.lo is None or value.lo < slot.lo else None
            high = slot.hi if not slot.open_above and (value.hi is None or value.hi > slot.hi) else None
            if (low, high) != (None, None):
                leaves.append((value, low, high))
                written.add(place.slots.start)
        if leaves:
            build = partial(_leaves, reader, leaves)
            yield _of_step(reader, transition, build, claim, frozenset(written))


def _leaves(reader: Reader, leaves: Sequence[tuple[Expr, int | None, int | None]]) -> z3.BoolRef:
    below = [reader.term(value) < low for value, low, _ in leaves if low is not None]
    above = [reader.term(value) > high for value, _, high in leaves if high is not None]
    return some_holds(*below, *above)


def _covered(reader: Reader, claim: Covered) -> Iterator[Obligation]:
    slots = reader.machine.slots
    for transition in reader.transitions:
        if not matches(transition.id, claim.along):
            continue
        cut: list[z3.BoolRef] = []
        written: set[int] = set()
        for place, value in transition.effect:
            if any(matches(slots[slot].name, claim.fields) for slot in place.slots):
                found = cut_off(reader, value)
                cut += found
                written.update(place.slots if found else ())
        if cut:
            build = partial(some_holds, *cut)
            yield _of_step(reader, transition, build, claim, frozenset(written))


def _together(
    reader: Reader,
    claim: Claim,
    one: Transition,
    two: Transition,
    *,
    differ: Callable[[Renamed], list[z3.BoolRef]] = lambda _: [],
    alike: Collection[str] = (),
    written: frozenset[int] = frozenset(),
) -> Obligation:
    """That ``one`` and ``two`` can be taken in the same state, each by its own choices, and ``differ``.

    Choices called ``alike`` are the same for both. What they write counts only in the slots ``written``.
    """

    renamed = frozenset(choice.name for choice in one.choices if choice.name not in alike)
    taken = Taken(reader.edge(one), renamed=renamed), Taken(reader.edge(two))

    def both() -> z3.BoolRef:
        own = taken[0].by_its_own
        return all_hold(own(taken[0].edge.offered), taken[1].edge.offered, *differ(own))

    about = (claim, *(Writes(step, written) for step in ((one,) if one is two else (one, two))))
    return Obligation(f"{one.id} and {two.id}", one.source, both, about, one, taken=taken)


def _one_owner(reader: Reader, claim: OneOwner) -> Iterator[Obligation]:
    for point, transitions in reader.leaving.items():
        if not reader.looks_at(point):
            continue
        decided = [one for one in transitions if isinstance(one.actor, Expr)]
        for one, two in combinations_with_replacement(decided, 2):
            actors = _actor(one), _actor(two)
            if actors[0].chooses or len({*map(reader.digests.of, actors)}) > 1:
                terms = tuple(map(reader.term, actors))
                yield _together(reader, claim, one, two, differ=partial(_other_owner, *terms))
        others = [one for one in transitions if not isinstance(one.actor, Expr)]
        for other, seat in product(others, decided):
            yield _together(reader, claim, seat, other)


def _other_owner(one: z3.ExprRef, two: z3.ExprRef, own: Renamed) -> list[z3.BoolRef]:
    return [own(one) != two]


def _actor(transition: Transition) -> Expr:
    if not isinstance(transition.actor, Expr):
        raise TypeError(f"{transition.id} is not decided by a seat")
    return transition.actor


def _deterministic(reader: Reader, claim: Deterministic) -> Iterator[Obligation]:
    for point, transitions in reader.leaving.items():
        if not matches(point, claim.at) or not reader.looks_at(point):
            continue
        rules = [one for one in transitions if one.actor is Agent.RULES]
        chance = [one for one in transitions if one.actor is Agent.CHANCE]
        for one, two in (*combinations(rules, 2), *product(rules, chance)):
            yield _together(reader, claim, one, two, alike=claim.content)
        for one in rules:
            if any(choice.name not in claim.content for choice in one.choices):
                differ, written = partial(_leads_elsewhere, reader.edge(one)), one.changes
                yield _together(reader, claim, one, one, differ=differ, alike=claim.content, written=written)


def _leads_elsewhere(edge: Edge, own: Renamed) -> list[z3.BoolRef]:
    return [some_holds(z3.BoolVal(False), *(own(term) != term for term in edge.post.values()))]


def _never_stuck(reader: Reader, claim: NeverStuck, assumed: Assumed) -> Iterator[Obligation]:
    for point in reader.machine.points:
        if point.kind is not Kind.FINAL and matches(point.id, claim.at) and reader.looks_at(point.id):
            leaving, given = reader.leaving[point.id], [*assumed(point.id), claim.given]
            build = partial(_where_given, reader, claim, partial(no_way, reader, leaving, given))
            weaker = tuple(_stuck_by_few(reader, claim, point.id, leaving, limit) for limit in FEW)
            yield Obligation(point.id, point.id, build, (claim, *map(Writes, leaving)), weaker=weaker)


def _stuck_by_few(
    reader: Reader, claim: NeverStuck, point: str, leaving: Sequence[Transition], limit: int
) -> Obligation:
    """That none of ``leaving`` is enabled by its ``limit`` simplest choices; with 0 by none at all."""
    build = partial(_where_given, reader, claim, partial(none_of_few, reader, leaving, limit))
    return Obligation(point, point, build, (claim, *map(Writes, tried_first(leaving, limit))))


def _where_given(reader: Reader, claim: NeverStuck, stuck: Callable[[], z3.BoolRef]) -> z3.BoolRef:
    return all_hold(reader.term(claim.given), stuck())
