"""A machine as proofs read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from types import MappingProxyType

import z3

from dicelaw.checker.digest import Writes, digests_for, text_digest
from dicelaw.model.kernel.expressions import Expr, constant
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import slots_read, walk
from dicelaw.model.kernel.rewriting import replaced
from dicelaw.model.kernel.state import Field
from dicelaw.model.kernel.symbolic import Edge, Symbolic
from dicelaw.specs.property import Claim, said_by


class Reader:
    """A machine with its z3 terms, digests and what each expression reads: shared by all proofs about it."""

    def __init__(
        self,
        machine: Machine,
        considered: frozenset[str] | None = None,
        values: Mapping[int, int] = MappingProxyType({}),
    ) -> None:
        """``considered`` limits proofs to steps along these transitions; of others nothing is said.

        Slots in ``values`` are known to have that value in every state.
        """
        self.machine = machine
        self.considered = considered
        self.symbolic = Symbolic(machine, values)
        self.digests = digests_for(machine)
        self._asking: dict[int, tuple[Transition | Claim, bool]] = {}

    @cached_property
    def slots_digest(self) -> str:
        """The digest of the names and the domains of all slots, and of the points in order."""
        slots = (f"{one.name} {one.lo} {one.hi} {one.open_above}" for one in self.machine.slots)
        return text_digest(*slots, *(point.id for point in self.machine.points))

    def at(self, point: str, expression: Expr) -> Expr:
        """What ``expression`` says of states at ``point``, without asking where play is."""
        if 0 not in slots_read(expression):
            return expression
        here = constant(self.machine.point_index[point])
        asking = (node for node in walk(expression) if isinstance(node, Field) and node.place == 0)
        return replaced(expression, {id(node): here for node in asking})

    def numbers(self, source: str, about: Sequence[Claim | Transition | Writes | Expr]) -> tuple[int, ...]:
        """How many points there are, and the numbers of ``source`` and of what steps of ``about`` lead to.

        Nothing where none of ``about`` asks at which point play is, so that it is the same whatever these
        numbers are: what is assumed at a point does not ask.
        """
        if not any(map(self._asks_for_point, about)):
            return ()
        steps = [one.transition if isinstance(one, Writes) else one for one in about]
        places = [source, *(one.target for one in steps if isinstance(one, Transition))]
        index = self.machine.point_index
        return (len(index), *(index[point] for point in places))

    def _asks_for_point(self, one: Claim | Transition | Writes | Expr) -> bool:
        """Whether ``one`` reads the timing point, or is said of states at one point only."""
        match one:
            case Expr():
                return 0 in slots_read(one)
            case Writes():
                return self._asks_for_point(one.transition)
        if id(one) not in self._asking:
            parts = _read_by(one) if isinstance(one, Transition) else said_by(one)
            self._asking[id(one)] = one, any(0 in slots_read(part) for part in parts)
        return self._asking[id(one)][1]

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

    def edge(self, transition: Transition) -> Edge:
        """The terms of ``transition``."""
        return self.symbolic.edge(transition)

    def term(self, expression: Expr) -> z3.ExprRef:
        """The term of ``expression`` before a step."""
        return self.symbolic.term(expression)

    def after(self, edge: Edge, expression: Expr) -> z3.ExprRef:
        """The term of ``expression`` after ``edge``."""
        return self.symbolic.after(edge, self.term(expression), slots_read(expression))


def _read_by(transition: Transition) -> Iterator[Expr]:
    """What says when ``transition`` may be taken, by whom, and what it makes."""
    yield from chain(*transition.effect, (need.holds for need in transition.requires))
    if isinstance(transition.actor, Expr):
        yield transition.actor
