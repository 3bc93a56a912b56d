"""Proof that cycles come to an end: in each, something goes down that nothing in it puts up.

The timing graph is cut into its strongly connected parts. In each part a measure is looked for that no
transition raises and some lower; those that lower it are taken out, and what is left is cut again, until no
cycle remains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import networkx as nx
import z3

from dicelaw.checker.digest import Writes, text_digest
from dicelaw.checker.proof.induction import RESOURCES, invariant_parts
from dicelaw.checker.proof.obligation import Obligation
from dicelaw.checker.proof.proof_cache import Known
from dicelaw.checker.proof.reader import Reader
from dicelaw.checker.verdicts import Outcome, Verdict
from dicelaw.model.kernel.expressions import Expr, number
from dicelaw.model.kernel.graph import Transition, as_graph
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import slots_read
from dicelaw.specs.patterns import matches
from dicelaw.specs.property import Progress, Property


class Ranking:
    """Which transitions lower a measure, which may raise it and where it is bounded, asked of z3 once each.

    What is found goes into ``known``, and what is in it is not asked again. Where z3 would need more than
    ``resources`` units for an answer it gives up, which shows nothing: ``gave_up`` says whether it did.
    """

    def __init__(
        self, reader: Reader, invariants: Sequence[Property], known: Known, resources: int = RESOURCES
    ) -> None:
        self.reader = reader
        self.gave_up = False
        self._known = known
        self._parts = [part for property in invariants for part in invariant_parts(property.claim)]
        self._answers: dict[tuple[str, str, bool | None], bool] = {}
        self._solver = z3.SimpleSolver()
        self._solver.set("rlimit", resources)
        self._solver.add(*reader.symbolic.within())

    def lowers(self, transition: Transition, name: str, measure: Expr) -> bool:
        """Whether ``transition`` always leaves ``measure`` smaller than it was."""
        return self._always(transition, name, measure, strictly=True)

    def keeps(self, transition: Transition, name: str, measure: Expr) -> bool:
        """Whether ``transition`` never raises ``measure``."""
        return self._always(transition, name, measure, strictly=False)

    def bounded(self, point: str, name: str, measure: Expr) -> bool:
        """Whether ``measure`` has a lower bound at ``point``."""
        bound = number(measure)
        if bound.lo is not None:
            return True
        key = (point, name, None)
        if key not in self._answers:
            given = [part.holds for part in self._parts if matches(point, part.at)]
            breach = partial(_below, self.reader, measure)
            self._answers[key] = self._asked(breach, given, "bounded below", self.reader.digests.of(bound))
        return self._answers[key]

    def has_cut(self, name: str, cycle: Sequence[Transition]) -> bool:
        """Whether the measure of this name has cut ``cycle``, as under another reading: it is tried first."""
        return self._known.needed(_cut_by(name, cycle), frozenset()) is not None

    def note_cut(self, name: str, cycle: Sequence[Transition]) -> None:
        """Note that the measure of this name has cut ``cycle``."""
        self._known.add(_cut_by(name, cycle))

    def _always(self, transition: Transition, name: str, measure: Expr, *, strictly: bool) -> bool:
        key = (transition.id, name, strictly)
        if key not in self._answers:
            self._answers[key] = self._ask(transition, measure, strictly=strictly)
        return self._answers[key]

    def _ask(self, transition: Transition, measure: Expr, *, strictly: bool) -> bool:
        if not _touches(transition, measure):
            return not strictly
        given = [part.holds for part in self._parts if matches(transition.source, part.at)]
        digests, value = self.reader.digests, number(measure)
        step = Writes(transition, slots_read(value))
        numbers = self.reader.numbers(transition.source, (step, value))
        about = str(numbers), digests.of_writes(step), digests.of(value)
        breach = partial(_breach, self.reader, transition, measure, strictly=strictly)
        return self._asked(breach, given, "lowered" if strictly else "not raised", *about)

    def _asked(self, breach: Callable[[], z3.BoolRef], given: Sequence[Expr], *about: str) -> bool:
        """Whether ``breach`` is impossible where all of ``given`` holds; ``about`` has the digests of it."""
        step, claims = text_digest(*about), {self.reader.digests.of(one): one for one in given}
        not_shown = text_digest("not shown", step, *sorted(claims))
        if self._known.needed(step, claims.keys()) is not None:
            return True
        if self._known.needed(not_shown, frozenset()) is not None:
            return False
        needs, answer = self._needs(breach(), claims)
        if answer == z3.unsat:
            self._known.add(step, needs)
        elif answer == z3.sat:
            self._known.add(not_shown)
        else:
            self.gave_up = True
        return bool(answer == z3.unsat)

    def _needs(
        self, breach: z3.BoolRef, claims: Mapping[str, Expr]
    ) -> tuple[Iterable[str], z3.CheckSatResult]:
        """Which of ``claims`` make ``breach`` impossible, none of them or all, and whether it is then."""
        self._solver.push()
        try:
            self._solver.add(breach)
            if self._solver.check() == z3.unsat:
                return (), z3.unsat
            # Few steps need invariants, which are large.
            self._solver.add(*map(self.reader.term, claims.values()))
            return claims, self._solver.check()
        finally:
            self._solver.pop()


@dataclass(frozen=True)
class Round:
    """One cut: ``measure`` is raised by none of the transitions in ``cycle``, and ``lowered`` lower it."""

    measure: str
    cycle: tuple[str, ...]
    lowered: tuple[str, ...]


def prove_progress(ranking: Ranking, property: Property) -> Verdict:
    """Whether every cycle but those through the excepted transitions comes to an end.

    ``proved`` with the measures used; ``unknown`` with a cycle for which no measure was found.
    """
    claim, reader = property.claim, ranking.reader
    if not isinstance(claim, Progress):
        raise TypeError(f"{property.id} is not about progress")
    rounds, stuck = _cut(ranking, claim)
    if stuck is not None:
        says = f"nothing goes down in {_shown(reader, stuck)}"
        says += ", as far as z3 was asked" if ranking.gave_up else ""
        return Verdict(Outcome.UNKNOWN, "ranking", reader.scope, says)
    used: Counter[str] = Counter()
    for one in rounds:
        used[one.measure] += len(one.lowered)
    evidence = ", ".join(f"{name} ({times})" for name, times in used.items())
    return Verdict(Outcome.PROVED, "ranking", reader.scope, f"goes down: {evidence}")


def cuts(
    reader: Reader, claim: Progress, invariants: Sequence[Property], known: Known
) -> tuple[list[Round], list[Obligation]]:
    """How every cycle is cut, and what has to be unsatisfiable for that.

    Raises ValueError where a cycle is not cut.
    """
    rounds, stuck = _cut(Ranking(reader, invariants, known), claim)
    if stuck is not None:
        raise ValueError(f"nothing goes down in {_shown(reader, stuck)}")
    return rounds, obligations_of(reader, claim, rounds)


def obligations_of(reader: Reader, claim: Progress, rounds: Sequence[Round]) -> list[Obligation]:
    """What has to be unsatisfiable for ``rounds`` to be cuts.

    Raises KeyError where they speak of a measure or a transition that is not there.
    """
    measures = dict(claim.measures)
    obligations = [*_bounds(reader, rounds, measures)]
    for one in rounds:
        for id in one.cycle:
            transition, lowers = reader.machine.transition(id), id in one.lowered
            measure = measures[one.measure]
            build = partial(_breach, reader, transition, measure, strictly=lowers)
            name, about = said_of(id, one), (transition, measure)
            obligations.append(Obligation(name, transition.source, build, about, transition))
    return obligations


def said_of(id: str, cut: Round) -> str:
    """What has to be shown of the transition ``id`` of the cycle of ``cut``: the name of its check."""
    return f"{id} {'lowers' if id in cut.lowered else 'does not raise'} {cut.measure}"


def _bounds(reader: Reader, rounds: Sequence[Round], measures: Mapping[str, Expr]) -> Iterator[Obligation]:
    """That each measure has a lower bound where it is lowered: in every state, or else at that point."""
    lowered = ((one.measure, reader.machine.transition(id)) for one in rounds for id in one.lowered)
    where = {(name, None if number(measures[name]).lo is not None else by.source) for name, by in lowered}
    for name, point in sorted(where, key=str):
        measure = measures[name]
        said = f"{name} is at least {_bound(measure)}{'' if point is None else f' at {point}'}"
        yield Obligation(said, point, partial(_below, reader, measure), (measure,))


def _bound(measure: Expr) -> int:
    """The lower bound of ``measure``, by its own bounds, or the one that has to be shown."""
    low = number(measure).lo
    return 0 if low is None else low


def _below(reader: Reader, measure: Expr) -> z3.BoolRef:
    return reader.term(number(measure)) < _bound(measure)


def that_count(machine: Machine, claim: Progress) -> list[Transition]:
    """The transitions of which no cycle may be made."""
    return [t for t in machine.transitions if not claim.but or not matches(t.id, claim.but)]


def _cut(ranking: Ranking, claim: Progress) -> tuple[list[Round], list[Transition] | None]:
    """The rounds of cutting, and a part with cycles that no measure cuts, if there is one."""
    reader = ranking.reader
    waiting = [that_count(reader.machine, claim)]
    rounds: list[Round] = []
    while waiting:
        for cycle in _components(reader, waiting.pop()):
            measure = _measure_for(ranking, claim, cycle)
            if measure is None:
                return rounds, cycle
            name, lowered = measure
            gone = {transition.id for transition in lowered}
            rounds.append(Round(name, tuple(t.id for t in cycle), tuple(t.id for t in lowered)))
            waiting.append([transition for transition in cycle if transition.id not in gone])
    return rounds, None


def _touches(transition: Transition, measure: Expr) -> bool:
    return not slots_read(number(measure)).isdisjoint(transition.changes)


def _breach(reader: Reader, transition: Transition, measure: Expr, *, strictly: bool) -> z3.BoolRef:
    """That ``transition`` does not lower ``measure``, or else raises it."""
    edge, value = reader.edge(transition), number(measure)
    if not strictly and not _touches(transition, measure):
        return reader.term(value) > reader.term(value)
    before, after = reader.term(value), reader.after(edge, value)
    here = [reader.symbolic.at(transition.source)] if 0 in slots_read(value) else []
    return z3.And(*here, edge.guard, after >= before if strictly else after > before)


def _components(reader: Reader, transitions: Sequence[Transition]) -> list[list[Transition]]:
    """The transitions of each strongly connected part that has a cycle."""
    graph = as_graph(reader.machine.points, transitions)
    parts = []
    for points in nx.strongly_connected_components(graph):
        inside = [t for t in transitions if t.source in points and t.target in points]
        if inside:
            parts.append(inside)
    return parts


def _measure_for(
    ranking: Ranking, claim: Progress, cycle: Sequence[Transition]
) -> tuple[str, list[Transition]] | None:
    for name, measure in sorted(claim.measures, key=lambda one: not ranking.has_cut(one[0], cycle)):
        if all(ranking.keeps(transition, name, measure) for transition in cycle):
            lowered = [
                transition
                for transition in cycle
                if ranking.lowers(transition, name, measure)
                and ranking.bounded(transition.source, name, measure)
            ]
            if lowered:
                ranking.note_cut(name, cycle)
                return name, lowered
    return None


def _cut_by(name: str, cycle: Sequence[Transition]) -> str:
    return text_digest("cut by", name, *(transition.id for transition in cycle))


def _shown(reader: Reader, cycle: Sequence[Transition]) -> str:
    graph = as_graph(reader.machine.points, cycle)
    loop = nx.find_cycle(graph)
    names = [edge[2] for edge in loop]
    return " -> ".join(f"{one}" for one, _ in pairwise([*names, names[0]]))
