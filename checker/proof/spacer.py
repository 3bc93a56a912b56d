"""Proof by Spacer: an invariant for each timing point, found by z3's engine for Horn clauses.

What it finds is not believed: the three obligations (initial, inductive, implies) are checked by an ordinary
solver, and they are the evidence. What it says can be broken is a sequence of transitions, for which a play
is looked for.

It has a z3 context of its own, as its search hangs on what its context was asked before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import z3

from dicelaw.checker.proof.induction import Proofs, invariant_parts
from dicelaw.checker.proof.obligation import Obligation
from dicelaw.checker.proof.step_solver import units
from dicelaw.checker.proof.unrolling import Unrolling, names_in
from dicelaw.checker.verdicts import Witness
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.symbolic import horn_clauses, integer
from dicelaw.model.kernel.z3_terms import fresh_context
from dicelaw.specs.property import Property

RESOURCES = 100_000_000
"""z3 resource units for the search: the same on every machine."""
EACH = 20_000_000
"""z3 resource units for each obligation of what was found."""
WHOLE = {f"xform.{name}": False for name in ("inline_eager", "inline_linear", "slice", "coi")}
"""What would leave predicates out of the answer."""


@dataclass(frozen=True)
class Solved:
    """What came of it: what holds at each point with the obligations that show it, or ``why`` it is no proof.

    ``play`` is one with a breach, as far as the solver knows.
    """

    at: Mapping[str, z3.BoolRef] = field(default_factory=dict)
    obligations: Sequence[Obligation] = ()
    why: str = ""
    play: Witness | None = None


class Spacer:
    """The Horn clauses of the machine that ``proofs`` are about, and of what breaks ``property`` of it."""

    def __init__(self, proofs: Proofs, property: Property) -> None:
        self.proofs = proofs
        self.property = property
        self.reader = proofs.reader
        self.breaches = list(breaches(proofs, property))
        slots = list(range(1, len(self.reader.machine.slots)))
        self.here = [self.reader.symbolic.pre[place] for place in slots]
        self.predicates, self.clauses = horn_clauses(self.reader.symbolic, slots)

    def solve(self) -> Solved:
        """The invariants that keep every play from a breach, if Spacer finds them within its budget."""
        engine, breach = self._asked()
        try:
            answer = engine.query(breach)
        except z3.Z3Exception as error:
            return Solved(why=f"Spacer gave up ({error})")
        finally:
            self.proofs.elsewhere += units(engine.statistics())
        if answer == z3.sat:
            return Solved(why="Spacer finds a breach", play=self._play(engine.get_rule_names_along_trace()))
        if answer == z3.unknown:
            return Solved(why=f"Spacer gave up ({engine.reason_unknown()})")
        found = self.shown_by(self._said(engine.get_answer().translate(z3.main_ctx())))
        for one in found.obligations:
            if not self._excluded(one, found.at):
                return Solved(why=f"what Spacer found is not confirmed: {one.name}")
        return found

    def shown_by(self, said: Mapping[str, z3.BoolRef]) -> Solved:
        """What has to be unsatisfiable, where this is ``said`` of the states at each point."""
        at = {point: z3.And(one, *self._assumed(point)) for point, one in said.items()}
        return Solved(at, list(self._obligations(said)))

    def said_in(self, at: Mapping[str, z3.BoolRef]) -> dict[str, z3.BoolRef]:
        """What was said of the states at each point, where ``at`` is what holds there by all that is known.

        Raises KeyError where a point is missing.
        """
        said = {}
        for point in self.predicates:
            whole, known = at[point], len(self._assumed(point))
            joined = z3.is_and(whole) and whole.num_args() == 1 + known
            said[point] = whole.arg(0) if joined else whole
        return said

    def _asked(self) -> tuple[z3.Fixedpoint, z3.BoolRef]:
        """The engine with all clauses, and the predicate of a breach."""
        engine = z3.Fixedpoint(ctx=fresh_context())
        engine.set(engine="spacer", rlimit=RESOURCES, **WHOLE)
        breach = z3.Bool("breach")
        for predicate in (*self.predicates.values(), breach.decl()):
            engine.register_relation(predicate.translate(engine.ctx))
        machine = self.reader.machine
        for name, clause in self.clauses:
            body, head = clause.children()
            given = () if name == "start" else self._assumed(machine.transition(name).source)
            self._add(engine, name, z3.And(body, *given), head)
        for number, one in enumerate(self.breaches):
            source = str(one.source)
            reached = self.predicates[source](*self.here)
            parts = (*self.reader.symbolic.within(), *self._assumed(source), self._at(source, one.formula))
            self._add(engine, f"#{number}", z3.And(reached, *parts), breach)
        return engine, breach.translate(engine.ctx)

    def _add(self, engine: z3.Fixedpoint, name: str, body: z3.BoolRef, head: z3.BoolRef) -> None:
        names = [term for term in names_in(body, head) if z3.is_int(term)]
        rule = z3.Implies(body, head)
        closed = z3.ForAll(names, rule) if names else rule
        engine.add_rule(closed.translate(engine.ctx), None, name)

    def _assumed(self, point: str) -> list[z3.BoolRef]:
        """The invariants that are proved elsewhere."""
        given = self.proofs.assumed(self.property, point, own=False)
        return [self._at(point, self.reader.term(one)) for one in given]

    def _at(self, point: str, formula: z3.BoolRef) -> z3.BoolRef:
        number = integer(self.reader.machine.point_index[point])
        return z3.substitute(formula, (self.reader.symbolic.pre[0], number))

    def _said(self, answer: z3.BoolRef) -> dict[str, z3.BoolRef]:
        """What the answer says of the states at each point."""
        said = {}
        for one in answer.children() if z3.is_and(answer) else [answer]:
            body = one
            if z3.is_quantifier(one):
                bound = [z3.Int(f"bound {place}") for place in range(one.num_vars())]
                body = z3.substitute_vars(one.body(), *bound)
            if z3.is_eq(body):
                predicate, says = body.children()
                said[predicate.decl().name()] = z3.substitute(
                    says, *zip(predicate.children(), self.here, strict=False)
                )
        anything = z3.BoolVal(True)
        return {point: said.get(one.name(), anything) for point, one in self.predicates.items()}

    def _obligations(self, said: Mapping[str, z3.BoolRef]) -> Iterator[Obligation]:
        """The three: it holds at the start, each step keeps it, and it rules a breach out."""
        reader, claim = self.reader, self.property.claim
        start = reader.machine.points[reader.machine.start[0]].id
        begin = z3.And(*reader.symbolic.initial, z3.Not(said[start]))
        yield Obligation("initial: start", None, lambda: begin, (claim,))
        for transition in reader.machine.transitions:
            edge = reader.edge(transition)
            broken = z3.And(edge.guard, z3.Not(reader.symbolic.after(edge, said[transition.target])))
            source = transition.source
            yield Obligation(f"inductive: {transition.id}", source, partial(z3.And, broken), (claim,))
        for one in self.breaches:
            formula = self._at(str(one.source), one.formula)
            yield Obligation(f"implies: {one.name}", one.source, partial(z3.And, formula), (claim,))

    def _excluded(self, obligation: Obligation, at: Mapping[str, z3.BoolRef]) -> bool:
        solver = z3.SimpleSolver()
        solver.set("rlimit", EACH)
        given = [at[obligation.source]] if obligation.source is not None else []
        solver.add(*self.reader.symbolic.within(), *given, obligation.formula)
        return bool(solver.check() == z3.unsat)

    def _play(self, names: Sequence[str]) -> Witness | None:
        """A play along the clauses ``names``, which lead from a breach back to the start."""
        unrolling = Unrolling(self.reader, partial(self.proofs.assumed, self.property, own=False))
        known = self.reader.machine.transition_index
        number = next(int(name[1:]) for name in names if name.startswith("#"))
        ending = unrolling.ending(self.breaches[number])
        for name in names:
            if name in known:
                ending = unrolling.after(self.reader.machine.transition(name), ending)
        begun = unrolling.begun(ending)
        return None if begun is None else unrolling.play(begun, ending.steps)


def breaches(proofs: Proofs, property: Property) -> Iterator[Obligation]:
    """What no state that is reached may be: the claim broken there, or by a step from there."""
    if not invariant_parts(property.claim):
        yield from proofs.obligations(property)
    for point in proofs.reader.machine.points:
        if here := proofs.said_at(point.id, property.claim):
            yield Obligation(point.id, point.id, partial(_false, proofs, here), (property.claim,))


def _false(proofs: Proofs, here: Sequence[Expr]) -> z3.BoolRef:
    return z3.Not(z3.And(*(proofs.reader.term(one) for one in here)))
