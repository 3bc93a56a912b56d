"""Sequences of steps as formulas, read backwards from what they end in.

What breaks a claim is an *ending*: a formula at a timing point, with the steps that follow it. Putting a step
before an ending makes a longer one. An ending that no state satisfies ends no play, and neither does any
longer one; an ending that a start of play satisfies is a play.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

import z3

from dicelaw.checker.digest import Writes
from dicelaw.checker.proof.obligation import Obligation
from dicelaw.checker.proof.reader import Reader
from dicelaw.checker.verdicts import Witness
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.symbolic import integer
from dicelaw.specs.property import Claim

Step = tuple[Transition, tuple[z3.ExprRef, ...]]
"""A transition with the terms of its choices."""
PLAY = 20_000_000
"""z3 resource units for finding the numbers of a play."""


@dataclass(frozen=True, eq=False)
class Ending:
    """Play is at ``source`` with ``formula`` and goes on with ``steps``; ``about`` is all that is in it."""

    source: str
    formula: z3.BoolRef
    steps: tuple[Step, ...]
    about: tuple[Claim | Transition | Writes | Expr, ...]

    def obligation(self) -> Obligation:
        """That no state is one of this ending."""
        name = " then ".join(transition.id for transition, _ in self.steps) or "here"
        return Obligation(name, self.source, lambda: self.formula, self.about)


class Unrolling:
    """Endings of plays of the machine that ``reader`` reads, given what is ``assumed`` at each point."""

    def __init__(self, reader: Reader, assumed: Callable[[str], Sequence[Expr]]) -> None:
        self.reader = reader
        self.assumed = assumed
        self.start = reader.machine.points[reader.machine.start[0]].id
        self._places = {term.get_id(): place for place, term in enumerate(reader.symbolic.pre)}

    def ending(self, breach: Obligation) -> Ending:
        """The states and the step that ``breach``, which is about a point, speaks of."""
        if breach.source is None:
            raise ValueError(f"{breach.name} is about no timing point")
        last = breach.transition
        steps: tuple[Step, ...] = ()
        if last is not None:
            steps = ((last, tuple(self.reader.term(choice) for choice in last.choices)),)
        return Ending(breach.source, self._at(breach.source, breach.formula), steps, breach.about)

    def longer(self, ending: Ending) -> Iterator[Ending]:
        """``ending`` with one step before it, for each transition that leads to where it is."""
        leading = [one for one in self.reader.machine.transitions if one.target == ending.source]
        if leading:
            states = self._states(ending)
            yield from (self._after(transition, ending, *states) for transition in leading)

    def after(self, transition: Transition, ending: Ending) -> Ending:
        """``ending`` after ``transition``, which leads to it; its choices get names of their own."""
        return self._after(transition, ending, *self._states(ending))

    def _states(self, ending: Ending) -> tuple[z3.BoolRef, set[int]]:
        """The states at which ``ending`` begins, given what is assumed there, and the slots read for that."""
        formula = z3.And(ending.formula, *map(self.reader.term, self.assumed(ending.source)))
        return formula, self._reads(formula)

    def _after(
        self, transition: Transition, ending: Ending, states: z3.BoolRef, reads: Collection[int]
    ) -> Ending:
        edge = self.reader.edge(transition)
        formula = z3.And(edge.guard, self.reader.symbolic.after(edge, states, reads))
        terms = [self.reader.term(choice) for choice in transition.choices]
        own = [z3.Int(f"{term.decl().name()}@{len(ending.steps)}") for term in terms]
        formula = z3.substitute(formula, *zip(terms, own, strict=True))
        return Ending(
            transition.source,
            self._at(transition.source, formula),
            ((transition, tuple(own)), *ending.steps),
            (*ending.about, transition, *self.assumed(ending.source)),
        )

    def begun(self, ending: Ending) -> Obligation | None:
        """That no play starts with ``ending``; None where it does not begin where play starts."""
        if ending.source != self.start:
            return None
        given = self.assumed(ending.source)
        formula = z3.And(
            *self.reader.symbolic.initial, ending.formula, *(self.reader.term(one) for one in given)
        )
        name = f"start then {ending.obligation().name}"
        return Obligation(name, None, lambda: formula, (*ending.about, *given))

    def play(self, begun: Obligation, steps: Sequence[Step]) -> Witness | None:
        """A play of ``steps`` from a start that ``begun`` speaks of; None if there is none to be shown.

        Its numbers are such as the packed readers count up to.
        """
        machine, symbolic = self.reader.machine, self.reader.symbolic
        solver = z3.SimpleSolver()
        solver.set("rlimit", PLAY)
        solver.add(*symbolic.within(), begun.formula, *self._counted(steps))
        if solver.check() != z3.sat:
            return None
        model = solver.model()
        moves = [
            (
                machine.transition_index[transition.id],
                *(model.eval(term, model_completion=True).as_long() for term in terms),
            )
            for transition, terms in steps
        ]
        return Witness((machine.start[0], *symbolic.state_of(model)[1:]), tuple(moves))

    def _counted(self, steps: Sequence[Step]) -> Iterator[z3.BoolRef]:
        """That no number of a play of ``steps`` is beyond what is counted, from the start on."""
        machine, symbolic = self.reader.machine, self.reader.symbolic
        for place in machine.given:
            slot = machine.slots[place]
            yield symbolic.pre[place] <= (machine.start[place] if slot.open_above else slot.hi)
        state = dict(enumerate(symbolic.pre))
        for transition, terms in steps:
            offered = [*zip(transition.choices, terms, strict=True)]
            yield from (term <= choice.top for choice, term in offered if choice.top is not None)
            before = [(symbolic.pre[place], term) for place, term in state.items()]
            before += [(self.reader.term(choice), term) for choice, term in offered]
            post = self.reader.edge(transition).post
            for place in post:
                slot, state[place] = machine.slots[place], z3.substitute(post[place], *before)
                yield z3.And(state[place] >= slot.lo, state[place] <= slot.hi)

    def _at(self, source: str, formula: z3.BoolRef) -> z3.BoolRef:
        """``formula`` of states at ``source``."""
        number = integer(self.reader.machine.point_index[source])
        return z3.substitute(formula, (self.reader.symbolic.pre[0], number))

    def _reads(self, formula: z3.BoolRef) -> set[int]:
        """The slots that ``formula`` speaks of."""
        return {self._places[one.get_id()] for one in names_in(formula) if one.get_id() in self._places}


def names_in(*terms: z3.ExprRef) -> list[z3.ExprRef]:
    """The names that ``terms`` speak of, in the order in which they are met."""
    seen: set[int] = set()
    waiting, found = [*terms], []
    while waiting:
        term = waiting.pop()
        if (id := term.get_id()) in seen:
            continue
        seen.add(id)
        below = term.children()
        waiting += below
        if not below and z3.is_const(term) and term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found.append(term)
    return found
