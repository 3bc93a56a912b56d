"""Steps of plays that the symbolic reader, which proofs rest on, takes otherwise than the concrete one."""

from __future__ import annotations

from collections import Counter

import z3

from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.model.kernel.symbolic import Symbolic, integer
from dicelaw.oracle.fuzz.faults import READERS, Fault
from dicelaw.oracle.fuzz.trail import Taken, Trail

SAMPLE = 2
"""How many steps of a play are taken by both."""


class Readers:
    """Asks of some steps on ``machine`` what they come to by z3 terms."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._taken: Counter[int] = Counter()

    def sampled(self, trail: Trail) -> Fault | None:
        """That a step of ``trail`` differs, of those whose transitions were asked about least."""
        order = sorted(enumerate(trail.steps, 1), key=lambda one: self._taken[one[1][1][0]])
        sample = order[:SAMPLE]
        self._taken.update(step[1][0] for _, step in sample)
        found = (self._differs(number, step) for number, step in sample)
        return next(filter(None, found), None)

    def first(self, trail: Trail, about: str) -> Fault | None:
        """That the last step of ``trail`` along the transition ``about`` differs."""
        steps = [
            (number, step) for number, step in enumerate(trail.steps, 1)
            if self.machine.transitions[step[1][0]].id == about
        ]  # fmt: skip
        return self._differs(*steps[-1]) if steps else None

    def _differs(self, number: int, step: Taken) -> Fault | None:
        before, move, after = step
        id = self.machine.transitions[move[0]].id
        found = self._by_terms(before, move)
        if found is None:
            return Fault(
                READERS, id, f"{id} is legal for the concrete reader, and not for the symbolic one", number
            )
        for slot, one, other in zip(self.machine.slots, after, found, strict=True):
            if one != other:
                says = (
                    f"{slot.name} is {one} after {id} for the concrete reader, {other} for the symbolic one"
                )
                return Fault(READERS, id, says, number)
        return None

    def _by_terms(self, before: State, move: tuple[int, ...]) -> State | None:
        """The state after ``move`` as its terms have it; None where they forbid it."""
        transition = self.machine.transitions[move[0]]
        reader = Symbolic(self.machine, dict(enumerate(before)))
        edge = reader.edge(transition)
        chosen = [
            (reader.term(choice), integer(value))
            for choice, value in zip(transition.choices, move[1:], strict=True)
        ]
        if not z3.is_true(z3.simplify(z3.substitute(edge.guard, *chosen))):
            return None
        after = [*before]
        after[0] = self.machine.point_index[transition.target]
        for slot, term in edge.post.items():
            worth = z3.simplify(z3.substitute(term, *chosen))
            after[slot] = int(z3.is_true(worth)) if z3.is_bool(worth) else worth.as_long()
        return tuple(after)
